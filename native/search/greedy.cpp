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
  Lane(const Design& design, const LinearModel& model) : design_(design), decider_(design, model) {}

  void start(const Sentence& sentence, Tree& tree) {
    decider_.read(sentence);
    design_.system->start(c_, sentence.size());
    tree_ = &tree;
  }

  // Goes on to the next configuration that needs a decision and asks for its weights; false at the end of the sentence.
  bool advance() {
    for (; !design_.system->is_final(c_); design_.system->apply(c_, decider_.decide(c_, legal_).action)) {
      legal_ = design_.system->legal(c_);
      if (decider_.is_forced(legal_)) continue;
      decider_.extract(c_);
      return true;
    }
    for (int w = 1; w <= c_.words(); ++w) {
      tree_->heads.push_back(c_.head(w));
      tree_->labels.push_back(c_.at(w).label);
    }
    return false;
  }
  void find() { decider_.find(); }
  void decide() {
    const Decision d = decider_.decide(c_, legal_);
    design_.system->apply(c_, d.action, d.label);
  }

 private:
  const Design& design_;
  Decider decider_;
  Configuration c_;
  ActionSet legal_ = 0;
  Tree* tree_ = nullptr;
};

// Takes sentences through `next` until it has none; each has its own lane from beginning to end.
template <typename Next>
void run(const Design& design, const LinearModel& model, const std::vector<SentencePtr>& sentences, std::vector<Tree>& trees,
         Next next) {
  std::vector<Lane> lanes;
  std::vector<Lane*> busy;
  lanes.reserve(LANES);
  for (size_t k = 0; k < LANES; ++k) busy.push_back(&lanes.emplace_back(design, model));
  const auto advance = [&](Lane* lane, bool started) {
    while (!started || !lane->advance()) {
      const size_t i = next();
      if (i >= sentences.size()) return false;
      lane->start(*sentences[i], trees[i]);
      started = true;
    }
    return true;
  };
  std::erase_if(busy, [&](Lane* lane) { return !advance(lane, false); });
  while (!busy.empty()) {
    for (Lane* lane : busy) lane->find();
    for (Lane* lane : busy) lane->decide();
    std::erase_if(busy, [&](Lane* lane) { return !advance(lane, true); });
  }
}

}  // namespace

std::vector<Tree> parse_greedily(const Design& design, const LinearModel& model, const std::vector<SentencePtr>& sentences,
                                 int threads) {
  std::vector<Tree> trees(sentences.size());
  std::atomic<size_t> taken{0};
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    try {
      size_t at = 0, end = 0;
      run(design, model, sentences, trees, [&] {
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
  return trees;
}

}  // namespace pan
