#include "search/greedy.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace pan {

namespace {

constexpr size_t LANES = 4;   // sentences side by side: while one waits for memory, the others compute
constexpr size_t SHARE = 32;  // sentences that a thread takes at a time

// One sentence on its way.
class Lane {
 public:
  Lane(const Design& design, const LinearModel& model) : design_(&design), decider_(design, model) {}

  void start(const Sentence& sentence) {
    decider_.read(sentence);
    design_->system->start(c_, sentence.size());
  }

  // Goes on to the next configuration that needs a decision and asks for its weights; false at the end of the
  // sentence.
  bool advance() {
    for (; !design_->system->is_final(c_); design_->system->apply(c_, decider_.decide(c_, legal_).action)) {
      legal_ = design_->system->legal(c_);
      if (decider_.is_forced(legal_)) continue;
      decider_.extract(c_);
      return true;
    }
    return false;
  }
  void read_off(Tree& tree) const {
    tree.heads.clear();
    tree.labels.clear();
    for (int w = 1; w <= c_.words(); ++w) {
      tree.heads.push_back(c_.head(w));
      tree.labels.push_back(c_.at(w).label);
    }
  }
  void find() { decider_.find(); }
  void decide() {
    const Decision d = decider_.decide(c_, legal_);
    design_->system->apply(c_, d.action, d.label);
  }

 private:
  const Design* design_;
  Decider decider_;
  Configuration c_;
  ActionSet legal_ = 0;
};

// Takes sentences through `next` until it has none; each has its own lane from beginning to end.
template <typename Next>
void run(const Design& design, const LinearModel& model, const std::vector<SentencePtr>& sentences, const Done& done,
         Next next) {
  struct Busy {
    Lane lane;
    size_t sentence;
  };
  std::vector<Busy> busy;
  Tree tree;
  // The next configuration that needs a decision, of this sentence or a new one; false when there is none.
  const auto advance = [&](Busy& b, bool started) {
    while (true) {
      if (started) {
        if (b.lane.advance()) return true;
        b.lane.read_off(tree);
        done(b.sentence, tree);
      }
      b.sentence = next();
      if (b.sentence >= sentences.size()) return false;
      b.lane.start(*sentences[b.sentence]);
      started = true;
    }
  };
  busy.reserve(LANES);
  for (size_t k = 0; k < LANES; ++k) {
    busy.push_back({Lane(design, model), 0});
    if (!advance(busy.back(), false)) busy.pop_back();
  }
  while (!busy.empty()) {
    for (Busy& b : busy) b.lane.find();
    for (Busy& b : busy) b.lane.decide();
    for (size_t k = 0; k < busy.size();) {
      if (advance(busy[k], true)) {
        ++k;
      } else {
        if (k + 1 != busy.size()) std::swap(busy[k], busy.back());
        busy.pop_back();
      }
    }
  }
}

}  // namespace

void parse_greedily(const Design& design, const LinearModel& model, const std::vector<SentencePtr>& sentences,
                    int threads, const Done& done) {
  std::atomic<size_t> taken{0};
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    try {
      size_t at = 0, end = 0;
      run(design, model, sentences, done, [&] {
        if (at == end) {
          at = taken.fetch_add(SHARE);
          end = at + SHARE;
        }
        return at++;
      });
    } catch (...) {
      const std::lock_guard lock(failing);
      failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  const size_t useful = std::min(static_cast<size_t>(std::max(threads, 1)), sentences.size() / SHARE + 1);
  for (size_t t = 1; t < useful; ++t) others.emplace_back(work);
  work();
  for (auto& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace pan
