#include "bindings/bindings.hpp"

NB_MODULE(_native, m) {
  m.doc() = "The native core of PanParser; its public names are re-exported by the panparser package.";
  nanobind::set_leak_warnings(false);  // sentences in global variables outlive the interpreter: nothing is lost
  pan::bind_errors(m);
  pan::bind_data(m);
  pan::bind_evaluation(m);
  pan::bind_configurations(m);
  pan::bind_systems(m);
  pan::bind_features(m);
  pan::bind_constraints(m);
  pan::bind_engine(m);
  pan::bind_networks(m);
  pan::bind_training(m);
  pan::bind_batches(m);
  pan::bind_tokenizer(m);
}
