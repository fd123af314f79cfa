#include "evaluation/attachment.hpp"

#include <numeric>

#include "error.hpp"
#include "evaluation/universal.hpp"

namespace pan::evaluation {
namespace {

constexpr int32_t NONE = -1;     // no such word
constexpr int32_t ROOT = -2;     // where a head is a position in the file
constexpr int32_t UNKNOWN = -3;  // idem

struct Word {
  const Sentence* sentence;
  int position;  // in its sentence, from 1
  int32_t sentence_index;
  int32_t head;  // a position in the file, ROOT or UNKNOWN
  std::string_view relation, universal;
  bool content;
  int32_t first_functional = NONE,
          next_functional = NONE;  // its function words, and the next one of the same head

  std::string_view field(Column column) const { return sentence->field(position, column); }
  bool has_head() const { return head != UNKNOWN; }
  bool has_label() const { return relation != "_"; }
  bool is_punctuation() const {
    const auto tag = field(UPOS);
    return tag == "PUNCT" || (tag == "_" && universal == "punct");
  }
};

// All words of a file in one row, so that words of different sentences can be compared.
std::vector<Word> lay_flat(const std::vector<SentencePtr>& sentences) {
  std::vector<Word> words;
  int32_t first = 0, index = 0;
  for (const auto& sentence : sentences) {
    for (int i = 1; i <= sentence->size(); ++i) {
      const int32_t head = sentence->head(i);
      const auto relation = sentence->field(i, DEPREL);
      const auto universal = without_subtype(relation);
      const int32_t place = head == UNKNOWN_HEAD ? UNKNOWN : head == 0 ? ROOT : first + head - 1;
      words.push_back({sentence.get(), i, index, place, relation, universal, is_content(universal)});
    }
    // From the last to the first, so that the chain of each head runs from left to right.
    for (int32_t i = first + sentence->size() - 1; i >= first; --i) {
      auto& word = words[static_cast<std::size_t>(i)];
      if (word.head < 0 || !is_functional(word.universal)) continue;
      auto& head = words[static_cast<std::size_t>(word.head)];
      word.next_functional = head.first_functional;
      head.first_functional = i;
    }
    first += sentence->size();
    ++index;
  }
  return words;
}

bool same(const Word& gold, const Word& predicted, Column column) {
  return gold.field(column) == predicted.field(column);
}
bool same_features(const Word& gold, const Word& predicted) {
  return same_universal_features(gold.field(FEATS), predicted.field(FEATS));
}
bool same_label(const Word& gold, const Word& predicted, bool subtypes) {
  return subtypes ? gold.relation == predicted.relation : gold.universal == predicted.universal;
}

class Counter {
 public:
  Counter(const std::vector<SentencePtr>& gold, const std::vector<SentencePtr>& predicted,
          const std::vector<int32_t>& alignment)
      : gold_(lay_flat(gold)),
        predicted_(lay_flat(predicted)),
        alignment_(alignment),
        partner_(predicted_.size(), NONE) {
    if (alignment_.size() != gold_.size()) throw Error("the alignment has not one entry per gold word");
    for (std::size_t i = 0; i < gold_.size(); ++i) {
      if (alignment_[i] == NOT_ALIGNED) continue;
      const auto there = static_cast<std::size_t>(alignment_[i]);
      if (alignment_[i] < 0 || there >= predicted_.size() || partner_[there] != NONE)
        throw Error("the alignment names a predicted word twice, or one that does not exist");
      partner_[there] = static_cast<int32_t>(i);
    }
  }

  Counts run() {
    for (std::size_t i = 0; i < predicted_.size(); ++i) count_predicted(i);
    for (std::size_t begin = 0; begin < gold_.size();) {
      std::size_t end = begin;
      while (end < gold_.size() && gold_[end].sentence_index == gold_[begin].sentence_index) ++end;
      count_sentence(begin, end);
      begin = end;
    }
    return counts_;
  }

 private:
  using Right = std::array<bool, METRIC_NAMES.size()>;
  static Tally& at(Table& table, Metric metric) { return table[static_cast<std::size_t>(metric)]; }
  static bool& at(Right& right, Metric metric) { return right[static_cast<std::size_t>(metric)]; }
  const Word& predicted(int32_t i) const { return predicted_[static_cast<std::size_t>(i)]; }
  const Word& gold(int32_t i) const { return gold_[static_cast<std::size_t>(i)]; }
  int32_t aligned(int32_t gold_word) const { return alignment_[static_cast<std::size_t>(gold_word)]; }

  // What of a word is counted, beside its tags.
  struct Counted {
    bool head, label, both, content;
  };

  static Counted counted(const Word& gold) {
    const bool label = gold.has_head() && gold.has_label();
    return {gold.has_head(), label, label, label && gold.content};
  }

  // On the predicted side: what is counted of its partner, as far as it was predicted.
  static Counted counted(const Word& word, const Word* partner) {
    const Counted asked = partner ? counted(*partner) : Counted{true, true, true, true};
    const bool both = asked.both && word.has_head();
    return {asked.head && word.has_head(), asked.label && (word.has_head() || word.has_label()), both,
            both && word.content};
  }

  // One more word in one of the totals, for each metric that it belongs to.
  template <typename Each>
  static void each_metric(Counted counted, Each each) {
    for (auto metric : {Metric::Upos, Metric::Xpos, Metric::UFeats, Metric::AllTags, Metric::Lemmas}) each(metric);
    if (counted.head) each(Metric::Uas);
    if (counted.label) each(Metric::Labels);
    if (counted.both) each(Metric::Las);
    if (!counted.content) return;
    for (auto metric : {Metric::Clas, Metric::Mlas, Metric::Blex}) each(metric);
  }

  void count_predicted(std::size_t i) {
    const Word& word = predicted_[i];
    const Word* partner = partner_[i] == NONE ? nullptr : &gold(partner_[i]);
    const bool punctuation = (partner ? *partner : word).is_punctuation();
    for (int without = 0; without <= (punctuation ? 0 : 1); ++without)
      for (auto& table : counts_.tables[static_cast<std::size_t>(without)]) {
        each_metric(counted(word, partner), [&](Metric metric) { ++at(table, metric).predicted; });
        if (!partner || partner->has_head())
          count_share(at(table, Metric::Coverage), word.has_head(), partner != nullptr);
      }
  }

  bool same_head(const Word& g, const Word& p) const {
    return g.head >= 0 ? aligned(g.head) != NOT_ALIGNED && aligned(g.head) == p.head : g.head == p.head;
  }

  // MLAS also asks for the same function words, with the same label, tag and features.
  bool same_function_words(const Word& g, const Word& p, bool subtypes) const {
    int32_t i = g.first_functional, j = p.first_functional;
    for (; i != NONE && j != NONE; i = gold(i).next_functional, j = predicted(j).next_functional)
      if (aligned(i) != j || !same_label(gold(i), predicted(j), subtypes) || !same(gold(i), predicted(j), UPOS) ||
          !same_features(gold(i), predicted(j)))
        return false;
    return i == j;  // both chains ended
  }

  Right compare(const Word& g, const Word& p, bool subtypes) const {
    Right right{};
    at(right, Metric::Upos) = same(g, p, UPOS);
    at(right, Metric::Xpos) = same(g, p, XPOS);
    at(right, Metric::UFeats) = same_features(g, p);
    at(right, Metric::AllTags) = at(right, Metric::Upos) && at(right, Metric::Xpos) && at(right, Metric::UFeats);
    at(right, Metric::Lemmas) = g.field(LEMMA) == "_" || same(g, p, LEMMA);  // a gold '_' asks for nothing
    at(right, Metric::Uas) = same_head(g, p);
    at(right, Metric::Labels) = same_label(g, p, subtypes);
    at(right, Metric::Las) = at(right, Metric::Uas) && at(right, Metric::Labels);
    at(right, Metric::Clas) = at(right, Metric::Las);
    at(right, Metric::Mlas) = at(right, Metric::Las) && at(right, Metric::Upos) && at(right, Metric::UFeats) &&
                              same_function_words(g, p, subtypes);
    at(right, Metric::Blex) = at(right, Metric::Las) && at(right, Metric::Lemmas);
    return right;
  }

  void count_sentence(std::size_t begin, std::size_t end) {
    const bool whole = is_whole(begin, end);
    for (const bool without : {false, true})
      for (const bool subtypes : {false, true}) {
        auto& table = counts_.tables[without][subtypes];
        bool any_head = false, any_label = false, heads = true, labels = true;
        for (std::size_t i = begin; i < end; ++i) {
          const Word& g = gold_[i];
          if (without && g.is_punctuation()) continue;
          const Counted asked = counted(g);
          each_metric(asked, [&](Metric metric) { ++at(table, metric).gold; });
          Right right{};
          if (alignment_[i] != NOT_ALIGNED) {
            right = compare(g, predicted(alignment_[i]), subtypes);
            each_metric(asked, [&](Metric metric) {
              ++at(table, metric).aligned;
              at(table, metric).correct += at(right, metric);
            });
          }
          any_head |= asked.head;
          any_label |= asked.both;
          heads &= !asked.head || at(right, Metric::Uas);
          labels &= asked.both ? at(right, Metric::Las) : heads;
        }
        if (any_head) count_share(at(table, Metric::UnlabelledExact), whole && heads, whole);
        if (any_label) count_share(at(table, Metric::LabelledExact), whole && labels, whole);
      }
  }

  // A share of the gold sentences, or of the predicted words, so precision and recall are one.
  static void count_share(Tally& tally, bool correct, bool aligned) {
    tally.correct += correct;
    tally.aligned += aligned;
    ++tally.gold;
    ++tally.predicted;
  }

  // Whether the sentence has the same words, all of them and no others, in the predicted file.
  bool is_whole(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i)
      if (alignment_[i] == NOT_ALIGNED ||
          predicted(alignment_[i]).sentence_index != predicted(alignment_[begin]).sentence_index)
        return false;
    return predicted(alignment_[begin]).sentence->size() == static_cast<int>(end - begin);
  }

  std::vector<Word> gold_, predicted_;
  const std::vector<int32_t>& alignment_;
  std::vector<int32_t> partner_;  // of each predicted word
  Counts counts_;
};

}  // namespace

Counts count(const std::vector<SentencePtr>& gold, const std::vector<SentencePtr>& predicted,
             const std::vector<int32_t>& alignment) {
  return Counter(gold, predicted, alignment).run();
}

std::vector<int32_t> identity(const std::vector<SentencePtr>& gold) {
  std::size_t words = 0;
  for (const auto& sentence : gold) words += static_cast<std::size_t>(sentence->size());
  std::vector<int32_t> alignment(words);
  std::iota(alignment.begin(), alignment.end(), 0);
  return alignment;
}

std::array<bool, COLUMNS> filled_columns(const std::vector<SentencePtr>& sentences) {
  std::array<bool, COLUMNS> filled{};
  for (int column = ID; column < COLUMNS; ++column)
    for (const auto& sentence : sentences)
      for (int word = 1; word <= sentence->size() && !filled[static_cast<std::size_t>(column)]; ++word)
        filled[static_cast<std::size_t>(column)] = sentence->field(word, static_cast<Column>(column)) != "_";
  return filled;
}

}  // namespace pan::evaluation
