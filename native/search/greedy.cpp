#include "search/greedy.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace pan {

namespace {

constexpr size_t SHARE = 16;  // sentences that a thread takes at a time

class Worker {
 public:
  Worker(const Design& design, const LinearModel& model) : design_(design), decider_(design, model, Decider::Parsing) {}

  // Adds what it decides to `decisions`, if given.
  const Tree& parse(const Sentence& sentence, std::vector<Decision>* decisions = nullptr) {
    const TransitionSystem& system = *design_.system;
    decider_.read(sentence);
    system.start(c_, sentence.size());
    while (!system.is_final(c_)) {
      const Decision d = decider_.decide(c_, system.legal(c_));
      system.apply(c_, d.action, d.label);
      if (decisions) decisions->push_back(d);
    }
    tree_.heads.clear();
    tree_.labels.clear();
    for (int w = 1; w <= c_.words(); ++w) {
      const int head = system.final_head(c_, w), label = c_.at(w).label;
      tree_.heads.push_back(head);
      tree_.labels.push_back(label != NONE || head == NONE ? label
                             : head == 0                   ? design_.root_label
                                                           : design_.loose_label);
    }
    return tree_;
  }

 private:
  const Design& design_;
  Decider decider_;
  Configuration c_;
  Tree tree_;
};

}  // namespace

void parse_greedily(const Design& design, const LinearModel& model, const std::vector<SentencePtr>& sentences,
                    int threads, const Done& done) {
  std::atomic<size_t> taken{0};
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    try {
      Worker worker(design, model);
      for (size_t start; (start = taken.fetch_add(SHARE)) < sentences.size();)
        for (size_t i = start; i < std::min(start + SHARE, sentences.size()); ++i) done(i, worker.parse(*sentences[i]));
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

Derivation derive_greedily(const Design& design, const LinearModel& model, const Sentence& sentence) {
  Derivation out;
  out.tree = Worker(design, model).parse(sentence, &out.decisions);
  return out;
}

}  // namespace pan
