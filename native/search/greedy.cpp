#include "search/greedy.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace pan {

Tree parse_greedily(const Design& design, Decider& decider, Configuration& c, const Sentence& sentence) {
  decider.read(sentence);
  design.system->start(c, sentence.size());
  while (!design.system->is_final(c)) {
    const Decision d = decider.decide(c, design.system->legal(c));
    design.system->apply(c, d.action, d.label);
  }
  Tree tree;
  tree.heads.reserve(static_cast<size_t>(c.words()));
  tree.labels.reserve(static_cast<size_t>(c.words()));
  for (int w = 1; w <= c.words(); ++w) {
    tree.heads.push_back(c.head(w));
    tree.labels.push_back(c.at(w).label);
  }
  return tree;
}

std::vector<Tree> parse_all(const Design& design, const LinearModel& model, const std::vector<SentencePtr>& sentences,
                            int threads) {
  std::vector<Tree> trees(sentences.size());
  constexpr size_t SHARE = 16;  // sentences taken at a time
  std::atomic<size_t> next{0};
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    try {
      Decider decider(design, model);
      Configuration c;
      for (size_t start; (start = next.fetch_add(SHARE)) < sentences.size();)
        for (size_t i = start; i < std::min(start + SHARE, sentences.size()); ++i)
          trees[i] = parse_greedily(design, decider, c, *sentences[i]);
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
