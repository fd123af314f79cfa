#include "features/plan.hpp"

#include <algorithm>
#include <climits>
#include <set>

#include "error.hpp"
#include "features/hash.hpp"
#include "models/scorer.hpp"

namespace pan {

namespace {

constexpr int MAX_VALENCY = 5;
constexpr uint64_t ROOT_TAG = uint64_t{1} << 32, EDGE_TAG = ROOT_TAG + 1;  // beyond all tags

// Small numbers and sets as atoms: never 0, and apart for each kind of value.
uint64_t value_hash(Atom::Kind kind, uint64_t value) {
  const uint64_t h = mix(mix(value) + static_cast<uint64_t>(kind) + 1);
  return h ? h : 1;
}

// One round of mixing after the random linear map of the atoms.
uint64_t finish(uint64_t h) {
  h = (h ^ (h >> 32)) * 0x9e3779b97f4a7c15ULL;
  h ^= h >> 29;
  return h + (h == 0);
}

// 1 to 5, then 6 to 10 and more than 10, each as one.
int bucket(int distance) { return distance <= 5 ? distance : distance <= 10 ? 6 : 7; }

struct SmallHashes {  // value_hash of the numbers that occur all the time
  static constexpr int N = 128;
  uint64_t label[N], left[N], right[N], distance[N], history[N];
  SmallHashes() {
    for (uint64_t i = 0; i < N; ++i) {
      label[i] = value_hash(Atom::Label, i);
      left[i] = value_hash(Atom::LeftCount, i);
      right[i] = value_hash(Atom::RightCount, i);
      distance[i] = value_hash(Atom::Distance, i);
      history[i] = value_hash(Atom::History, i);
    }
  }
};
const SmallHashes SMALL;

}  // namespace

Plan::Plan(const std::vector<std::string>& templates, Clusters clusters, Vectors vectors, bool tags_are_predicted)
    : templates_(templates),
      clusters_(std::move(clusters)),
      vectors_(std::move(vectors)),
      tags_are_predicted_(tags_are_predicted) {
  if (templates.empty()) throw UsageError("a feature set needs at least one template; 'zn11' is the usual set");
  if (templates.size() > MAX_FEATURES)
    throw UsageError("there are " + std::to_string(templates.size()) + " feature templates; at most " +
                     std::to_string(MAX_FEATURES) + " are possible");
  groups_.emplace_back();
  std::set<std::string> seen;
  for (const std::string& written : templates) {
    const auto parsed = parse_template(written);
    const std::string text = to_text(parsed);
    if (!seen.insert(text).second)
      throw UsageError("feature template '" + written + "' is there twice; leave one of them out");
    if (parsed[0].kind == Atom::Vector) {
      vector_nodes_.push_back(node(parsed[0].node));
      continue;
    }
    Combination combination{};
    // From the text, not the place in the set: a template keeps its weights when others come or go.
    combination.seed = hash_text(text, 0);
    Group& to = group(parsed);
    for (size_t i = 0; i < parsed.size(); ++i) {
      combination.atoms[i] = atom(parsed[i]);
      if (std::find(to.atoms.begin(), to.atoms.end(), combination.atoms[i]) == to.atoms.end())
        to.atoms.push_back(combination.atoms[i]);
      combination.factors[i] = mix(combination.seed + i + 1) | 1;
    }
    to.combinations[parsed.size()].push_back(combination);
  }
  const bool wanted = std::any_of(attributes_.begin(), attributes_.end(),
                                  [](const Attribute& a) { return a.kind == Attribute::Cluster; });
  if (wanted && clusters_.empty())
    throw UsageError("the features look at Brown clusters, and there are none; give a file of them, or other features");
  if (!wanted && !clusters_.empty())
    throw UsageError("no feature looks at the Brown clusters; use features such as zn11+brown, or leave them out");
  if (vectors_.empty() != vector_nodes_.empty())
    throw UsageError(
        vectors_.empty()
            ? "the features look at word vectors, and there are none; give a file of them, or other features"
            : "no feature looks at the word vectors; use features such as zn11+vectors, or leave them out");
}

namespace {

// Which part of the configuration a value belongs to: a side of a node, the context of the decision, or nothing
// special.
std::string topic(const Atom& a) {
  if (a.kind == Atom::Distance || a.kind == Atom::History) return "context ";
  const std::string base = a.node.base + std::to_string(a.node.index);
  if (!a.node.steps.empty()) return base + a.node.steps[0][0] + " ";
  switch (a.kind) {
    case Atom::Label:
      return base + "h ";
    case Atom::LeftCount:
    case Atom::LeftSet:
      return base + "l ";
    case Atom::RightCount:
    case Atom::RightSet:
      return base + "r ";
    default:
      // Apart from the tags, which come back more often without them.
      if (a.attribute.kind == Attribute::Feature) return a.attribute.name + " ";
      return a.node.index > 1 || a.node.base == 'P' ? base + " " : "";
  }
}

bool has_few_values(const Atom& a) { return a.kind != Atom::Static || a.attribute.few_values; }

}  // namespace

Plan::Group& Plan::group(const std::vector<Atom>& parsed) {
  if (!std::all_of(parsed.begin(), parsed.end(), has_few_values)) return groups_[0];
  std::set<std::string> topics;
  for (const Atom& a : parsed) topics.insert(topic(a));
  std::string all = "values of ";
  for (const auto& t : topics) all += t;
  for (Group& g : groups_)
    if (g.topic == all) return g;
  groups_.push_back({all, {}, {}});
  return groups_.back();
}

int Plan::node(const NodePath& path) {
  const auto found = std::find(paths_.begin(), paths_.end(), path);
  if (found != paths_.end()) return static_cast<int>(found - paths_.begin());
  Node n{path.base, -1, path.index};
  if (!path.steps.empty()) {
    NodePath parent = path;
    parent.steps.pop_back();
    n.parent = node(parent);  // stands before n, so one pass over nodes_ finds them all
    const std::string& step = path.steps.back();
    n.base = step[0];
    n.index = step.size() < 2 ? 0 : step[1] == '2' ? 1 : Configuration::NEAREST;
  }
  paths_.push_back(path);
  nodes_.push_back(n);
  return static_cast<int>(nodes_.size()) - 1;
}

int Plan::atom(const Atom& a) {
  const auto found = std::find(atoms_.begin(), atoms_.end(), a);
  if (found != atoms_.end()) return static_cast<int>(found - atoms_.begin());
  Value value{0, 0, static_cast<int>(atoms_.size())};
  if (a.kind == Atom::History) {
    value.node = a.index;
  } else {
    value.node = node(a.node);
    if (a.kind == Atom::Distance) value.other = node(a.other);
  }
  const bool is_predicted = tags_are_predicted_ && a.kind == Atom::Static && a.attribute.column == UPOS;
  if (a.kind == Atom::Static && !is_predicted) {
    const auto known = std::find(attributes_.begin(), attributes_.end(), a.attribute);
    value.other = static_cast<int>(known - attributes_.begin());
    if (known == attributes_.end()) attributes_.push_back(a.attribute);
  }
  values_[is_predicted ? Atom::Tag : a.kind].push_back(value);
  atoms_.push_back(a);
  return value.atom;
}

namespace {

// The first or last word between the top of the stack and the front of the buffer whose head is not there (the CL and
// CR of Fernández-González & Gómez-Rodríguez 2017, Table 2).
int open_between(const Configuration& c, bool from_right) {
  const int low = c.stack(0), high = c.buffer(0);
  if (low == NONE || high == NONE) return NONE;
  const int step = from_right ? -1 : 1;
  for (int w = from_right ? high - 1 : low + 1; w > low && w < high; w += step)
    if (const int head = c.head(w); head < low || head > high) return w;
  return NONE;
}

// The k-th word before the front of the buffer in the text.
int before_buffer(const Configuration& c, int k) {
  const int front = c.buffer(0);
  const int word = (front == NONE ? c.words() + 1 : c.order(front)) - k;
  return word >= 1 ? word : NONE;
}

}  // namespace

void Plan::read(const Configuration& c, const Input& input, Values& values) const {
  values.nodes.resize(nodes_.size());
  values.atoms.resize(atoms_.size());
  int* nodes = values.nodes.data();
  uint64_t* atoms = values.atoms.data();
  const int absent = input.absent(), last = c.words();

  for (size_t i = 0; i < nodes_.size(); ++i) {
    const Node& n = nodes_[i];
    int found = NONE;
    if (n.parent < 0) {
      found = n.base == 'S'   ? c.stack(n.index)
              : n.base == 'B' ? c.buffer(n.index)
              : n.base == 'P' ? before_buffer(c, n.index)
                              : open_between(c, n.index == 1);
      if (found == NONE && (n.base == 'B' || n.base == 'P')) found = input.edge();
    } else if (nodes[n.parent] <= last) {
      const auto& parent = c.at(nodes[n.parent]);
      found = n.base == 'h' ? parent.head : n.base == 'l' ? parent.left[n.index] : parent.right[n.index];
    }
    nodes[i] = found == NONE ? absent : found;
  }

  for (const Value& v : values_[Atom::Static]) atoms[v.atom] = input.values(v.other)[nodes[v.node]];
  for (const Value& v : values_[Atom::Label]) {
    const int label = c.at(nodes[v.node]).label;
    atoms[v.atom] = label == NONE            ? 0
                    : label < SmallHashes::N ? SMALL.label[label]
                                             : value_hash(Atom::Label, static_cast<uint64_t>(label));
  }
  for (const Value& v : values_[Atom::LeftCount])
    atoms[v.atom] = nodes[v.node] > last ? 0 : SMALL.left[std::min(c.at(nodes[v.node]).left_count, MAX_VALENCY)];
  for (const Value& v : values_[Atom::RightCount])
    atoms[v.atom] = nodes[v.node] > last ? 0 : SMALL.right[std::min(c.at(nodes[v.node]).right_count, MAX_VALENCY)];
  for (const Value& v : values_[Atom::LeftSet])
    atoms[v.atom] = nodes[v.node] > last ? 0 : value_hash(Atom::LeftSet, c.at(nodes[v.node]).left_labels);
  for (const Value& v : values_[Atom::RightSet])
    atoms[v.atom] = nodes[v.node] > last ? 0 : value_hash(Atom::RightSet, c.at(nodes[v.node]).right_labels);
  for (const Value& v : values_[Atom::Tag]) {
    const int node = nodes[v.node];
    atoms[v.atom] = node == 0              ? value_hash(Atom::Tag, ROOT_TAG)
                    : node == input.edge() ? value_hash(Atom::Tag, EDGE_TAG)
                    : node > last || c.at(node).tag == NONE
                        ? 0
                        : value_hash(Atom::Tag, static_cast<uint64_t>(c.at(node).tag));
  }
  for (const Value& v : values_[Atom::Distance]) {
    const int a = nodes[v.node], b = nodes[v.other];
    atoms[v.atom] = a > last || b > last ? 0 : SMALL.distance[bucket(std::abs(c.order(a) - c.order(b)))];
  }
  for (const Value& v : values_[Atom::History]) {
    const int action = c.history(v.node);
    atoms[v.atom] = SMALL.history[action == NONE ? SmallHashes::N - 1 : action];
  }
}

std::vector<uint64_t> Plan::closed_values(Atom::Kind kind, int labels, int actions) {
  std::vector<int> numbers;
  const auto up_to = [&](int last) {
    for (int i = 0; i <= last; ++i) numbers.push_back(i);
  };
  if (kind == Atom::Label) up_to(labels - 1);
  if (kind == Atom::LeftCount || kind == Atom::RightCount) up_to(MAX_VALENCY);
  if (kind == Atom::Distance) up_to(bucket(INT_MAX));
  if (kind == Atom::History) {
    up_to(actions - 1);
    numbers.push_back(SmallHashes::N - 1);
  }
  std::vector<uint64_t> values;
  for (const int number : numbers) values.push_back(value_hash(kind, static_cast<uint64_t>(number)));
  return values;
}

uint64_t Plan::feature(int atom, uint64_t value) const {
  for (const Group& group : groups_)
    for (const Combination& k : group.combinations[1])
      if (k.atoms[0] == atom) return finish(k.seed + value * k.factors[0]);
  throw Error("no template has this value alone");
}

uint64_t Plan::key(const Values& values, int group) const {
  uint64_t h = 0;
  for (const int a : groups_[static_cast<size_t>(group)].atoms)
    h = (h ^ values.atoms[static_cast<size_t>(a)]) * 0x9e3779b97f4a7c15ULL + (h >> 32);
  h = mix(h);
  return h + (h == 0);
}

int Plan::features(const Values& values, int group, uint64_t* out) const {
  const uint64_t* atoms = values.atoms.data();
  const auto& combinations = groups_[static_cast<size_t>(group)].combinations;
  // A random linear map of the atoms, then one round of mixing: products do not wait for each other.
  int count = 0;
  const auto emit = [&](uint64_t h, bool present) {
    out[count] = finish(h);
    count += present;
  };
  for (const auto& k : combinations[1]) emit(k.seed + atoms[k.atoms[0]] * k.factors[0], atoms[k.atoms[0]] != 0);
  for (const auto& k : combinations[2]) {
    const uint64_t a = atoms[k.atoms[0]], b = atoms[k.atoms[1]];
    emit(k.seed + a * k.factors[0] + b * k.factors[1], (a != 0) & (b != 0));
  }
  for (const auto& k : combinations[3]) {
    const uint64_t a = atoms[k.atoms[0]], b = atoms[k.atoms[1]], d = atoms[k.atoms[2]];
    emit(k.seed + a * k.factors[0] + b * k.factors[1] + d * k.factors[2], (a != 0) & (b != 0) & (d != 0));
  }
  for (size_t n = 4; n <= MAX_ATOMS_PER_TEMPLATE; ++n)
    for (const auto& k : combinations[n]) {
      uint64_t h = k.seed;
      bool present = true;
      for (size_t i = 0; i < n; ++i) {
        h += atoms[k.atoms[i]] * k.factors[i];
        present &= atoms[k.atoms[i]] != 0;
      }
      emit(h, present);
    }
  return count;
}

}  // namespace pan
