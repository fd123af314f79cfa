#include "search/parse.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "search/beam.hpp"

namespace pan {

namespace {

constexpr size_t SHARE = 16;  // sentences that a thread takes at a time

class Worker {
 public:
  Worker(const Design& design, const Scorer& model, int beam)
      : design_(design), decider_(design, model, Decider::Parsing), beam_(design, decider_, beam), observer_(design) {}

  // Adds what it does to `decisions`, if given, each with the label of the arc that it makes.
  const Tree& parse(const Sentence& sentence, const ConstraintsPtr& constraints = nullptr,
                    std::vector<Decision>* decisions = nullptr, bool with_margins = false) {
    const TransitionSystem& system = *design_.system;
    decider_.read(sentence);
    if (with_margins) observer_.start(sentence.size());
    system.start(c_, sentence.size());
    std::vector<Decision> made;
    std::vector<Decision>* const log = decisions ? &made : nullptr;
    if (beam_.width() > 1) {
      if (constraints)
        search_within(constraints);
      else
        run(beam_, nullptr, nullptr);
      const auto& best = beam_.hypotheses()[0];
      if (log) made = beam_.decisions(best);
      if (with_margins) watch(beam_.decisions(best));
      c_ = best.c;
    } else if (constraints) {
      follow(constraints, log);
    } else {  // a beam of one, without its costs
      while (!system.is_final(c_)) {
        const ActionSet legal = system.legal(c_);
        const Decision d = decider_.decide(c_, legal);
        if (with_margins) observer_.see(decider_, c_, legal, d);
        take(d, log);
      }
    }
    if (decisions) replay(made, *decisions);
    read_tree(c_, constraints.get(), tree_);
    if (with_margins) tree_.margins = observer_.finish(tree_.heads);
    if (with_margins && beam_.width() > 1) compare_hypotheses();
    return tree_;
  }

  std::vector<ScoredTree> best(const Sentence& sentence, const ConstraintsPtr& constraints, int count) {
    constexpr int WIDEST = 4096;
    decider_.read(sentence);
    std::vector<ScoredTree> found;
    for (int width = std::max(beam_.width(), count);; width *= 2) {
      Beam beam(design_, decider_, width);
      design_.system->start(c_, sentence.size());
      search(beam, constraints);
      found.clear();
      for (const auto& h : beam.hypotheses()) {
        read_tree(h.c, constraints.get(), tree_);
        const bool is_new = std::none_of(found.begin(), found.end(), [&](const ScoredTree& t) {
          return t.tree.heads == tree_.heads && t.tree.labels == tree_.labels;
        });
        if (is_new && static_cast<int>(found.size()) < count) found.push_back({tree_, beam.rank(h)});
      }
      // A beam that is not full holds every derivation there is.
      const bool has_all = static_cast<int>(beam.hypotheses().size()) < width;
      if (static_cast<int>(found.size()) == count || has_all || width >= WIDEST) return found;
    }
  }

 private:
  void take(const Decision& d, std::vector<Decision>* log) {
    design_.system->apply(c_, d.action, d.label);
    if (log) log->push_back(d);
  }

  // All hypotheses of the beam are within the constraints in the end.
  void search(Beam& beam, const ConstraintsPtr& constraints) {
    std::optional<Guard> guard;
    if (constraints) guard.emplace(*design_.system, constraints);
    run(beam, guard ? &*guard : nullptr, guard ? guard->start() : nullptr);
  }

  void run(Beam& beam, Guard* guard, Witness witness) const {
    for (beam.start(c_, guard, std::move(witness)); !beam.is_over();) {
      beam.expand();
      beam.advance(beam.ranked());
    }
  }

  // The best tree within constraints. First without looking ahead: if the best hypothesis is within them in the end, it
  // took hardly more time than a search without constraints.
  void search_within(const ConstraintsPtr& constraints) {
    Guard guard(*design_.system, constraints);
    run(beam_, &guard, nullptr);
    if (!beam_.hypotheses().empty()) {
      read_tree(beam_.hypotheses()[0].c, nullptr, tree_);
      if (constraints->hold(tree_.heads)) return;
    }
    run(beam_, &guard, guard.start());
  }

  // The same greedily. What is decided without looking ahead is what would be decided with it, up to the first decision
  // that is not allowed.
  void follow(const ConstraintsPtr& constraints, std::vector<Decision>* log) {
    const TransitionSystem& system = *design_.system;
    Guard guard(system, constraints);
    std::vector<Decision> hoped;
    int given[MAX_ACTIONS];
    while (!system.is_final(c_)) {
      const ActionSet open = guard.promising(c_, system.legal(c_));
      if (!open) break;
      guard.find_labels(c_, open, given);
      take(decider_.decide(c_, open, given), &hoped);
    }
    read_tree(c_, nullptr, tree_);
    if (system.is_final(c_) && constraints->hold(tree_.heads)) {
      if (log) *log = std::move(hoped);
      return;
    }
    Witness witness = guard.start(tree_.heads);
    system.start(c_, constraints->words());
    bool as_hoped = true;
    for (size_t k = 0; !system.is_final(c_); ++k) {
      ActionSet legal = system.legal(c_);
      const ActionSet keeping = guard.keeping(c_, witness, legal);
      as_hoped = as_hoped && k < hoped.size();
      guard.find_labels(c_, legal, given);
      Decision d = as_hoped ? hoped[k] : decider_.decide(c_, legal, given);
      while (!(keeping & bit(d.action))) {
        if (const Witness found = guard.after(c_, witness, d.action)) {
          witness = found;
          break;
        }
        as_hoped = false;
        legal &= ~bit(d.action);
        d = decider_.decide(c_, legal, given);
      }
      take(d, log);
    }
  }

  // What was decided is not always what an action does: a label may be noted by one and used by another.
  void replay(const std::vector<Decision>& decided, std::vector<Decision>& done) const {
    Configuration c;
    design_.system->start(c, c_.words());
    for (const Decision& d : decided) {
      const Configuration before = c;
      design_.system->apply(c, d.action, d.label);
      done.push_back({d.action, NONE});
      for (int w = 1; w <= c.words(); ++w)
        if (c.head(w) != NONE && c.head(w) != before.head(w)) done.back().label = c.at(w).label;
    }
  }

  // Follows a derivation that was found before.
  void watch(const std::vector<Decision>& decisions) {
    const TransitionSystem& system = *design_.system;
    Configuration c;
    system.start(c, c_.words());
    for (const Decision& d : decisions) {
      const ActionSet legal = system.legal(c);
      Observer::weigh(design_, decider_, c, legal, d);
      observer_.see(decider_, c, legal, d);
      system.apply(c, d.action, d.label);
    }
  }

  // How far the best hypothesis is from the best ones that disagree with it, word by word.
  void compare_hypotheses() {
    const auto& hypotheses = beam_.hypotheses();
    Tree other;
    for (size_t h = 1; h < hypotheses.size(); ++h) {
      read_tree(hypotheses[h].c, nullptr, other);
      const auto gap = static_cast<float>(beam_.rank(hypotheses[0]) - beam_.rank(hypotheses[h]));
      for (size_t i = 0; i < tree_.heads.size(); ++i) {
        const bool same_head = other.heads[i] == tree_.heads[i];
        Margins& m = tree_.margins[i];
        if (!same_head) m.other_head = std::min(m.other_head, gap);
        if (!same_head || other.labels[i] != tree_.labels[i]) m.other_arc = std::min(m.other_arc, gap);
      }
    }
  }

  // With the labels that are given, also for words that got their heads without a decision.
  void read_tree(const Configuration& c, const Constraints* constraints, Tree& tree) const {
    pan::read_tree(*design_.system, c, design_.root_label, design_.loose_label, tree);
    for (size_t i = 0; constraints && i < tree.heads.size(); ++i)
      if (constraints->labels[i] != NONE && tree.heads[i] != NONE) tree.labels[i] = constraints->labels[i];
  }

  const Design& design_;
  Decider decider_;
  Beam beam_;
  Observer observer_;
  Configuration c_;
  Tree tree_;
};

}  // namespace

void read_tree(const TransitionSystem& system, const Configuration& c, int root_label, int loose_label, Tree& tree) {
  tree.heads.clear();
  tree.labels.clear();
  tree.tags.clear();
  for (int w = 1; w <= c.words(); ++w) {
    const int head = system.final_head(c, w), label = c.at(w).label;
    tree.heads.push_back(head);
    tree.labels.push_back(label != NONE || head == NONE ? label : head == 0 ? root_label : loose_label);
    if (system.gives_tags()) tree.tags.push_back(c.at(w).tag);
  }
}

void share_out(const std::vector<SentencePtr>& sentences, int threads, const std::function<Parse()>& make_parse,
               const Done& done) {
  std::atomic<size_t> taken{0};
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    try {
      const Parse parse = make_parse();
      for (size_t start; (start = taken.fetch_add(SHARE)) < sentences.size();)
        for (size_t i = start; i < std::min(start + SHARE, sentences.size()); ++i) done(i, parse(i, *sentences[i]));
    } catch (...) {
      const std::lock_guard lock(failing);
      failure = std::current_exception();
      taken = sentences.size();  // the other threads need not go on
    }
  };
  std::vector<std::thread> others;
  const size_t useful = std::min(static_cast<size_t>(std::max(threads, 1)), sentences.size() / SHARE + 1);
  try {
    for (size_t t = 1; t < useful; ++t) others.emplace_back(work);
  } catch (const std::system_error&) {
    // The system has no more threads: those that there are share the work.
  }
  work();
  for (auto& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

void parse_all(const Design& design, const Scorer& model, const std::vector<SentencePtr>& sentences,
               const std::vector<ConstraintsPtr>& constraints, int beam, int threads, const Done& done,
               bool with_margins) {
  const auto make_parse = [&]() -> Parse {
    // Shared, as functions must be copyable.
    return [&constraints, worker = std::make_shared<Worker>(design, model, beam), with_margins](
               size_t i, const Sentence& sentence) -> const Tree& {
      return worker->parse(sentence, constraints.empty() ? nullptr : constraints[i], nullptr, with_margins);
    };
  };
  share_out(sentences, threads, make_parse, done);
}

Derivation derive(const Design& design, const Scorer& model, const Sentence& sentence,
                  const ConstraintsPtr& constraints, int beam) {
  Derivation derivation;
  derivation.tree = Worker(design, model, beam).parse(sentence, constraints, &derivation.decisions);
  return derivation;
}

std::vector<ScoredTree> best_trees(const Design& design, const Scorer& model, const Sentence& sentence,
                                   const ConstraintsPtr& constraints, int beam, int count) {
  return Worker(design, model, beam).best(sentence, constraints, count);
}

}  // namespace pan
