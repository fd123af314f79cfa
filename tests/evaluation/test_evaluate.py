"""Small pairs of files whose scores can be counted by hand."""

import json
import time
from random import Random

import pytest

import panparser as pp
from panparser.evaluation.alignment import align

from .random_pairs import annotate

GOLD = """\
1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t3\tnsubj:pass\t_\t_
2\tare\tbe\tAUX\tVBP\t_\t3\taux:pass\t_\t_
3\tseen\tsee\tVERB\tVBN\tTense=Past\t0\troot\t_\t_
4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

"""


@pytest.fixture
def scored(tmp_path):
    """Scores of two texts in CoNLL-U."""

    def score(gold: str, predicted: str, **options) -> pp.Scores:
        (tmp_path / "gold.conllu").write_text(gold, encoding="utf-8")
        (tmp_path / "predicted.conllu").write_text(predicted, encoding="utf-8")
        return pp.evaluate(tmp_path / "gold.conllu", tmp_path / "predicted.conllu", **options)

    return score


def tree(*heads: int | None, tag: str = "X") -> str:
    rows = []
    for i, head in enumerate(heads, 1):
        arc = "_\t_" if head is None else "0\troot" if head == 0 else f"{head}\tdep"
        rows.append(f"{i}\tw{i}\t_\t{tag}\t_\t_\t{arc}\t_\t_")
    return "\n".join(rows) + "\n\n"


def test_a_file_against_itself(scored):
    scores = scored(GOLD, GOLD)
    assert scores.uas == scores.las == scores.clas == scores.mlas == scores.blex == 100
    assert scores.upos == scores.xpos == scores.ufeats == scores.lemmas == scores.label_accuracy == 100
    assert scores.tokens == scores.words == scores.sentences == 100
    assert scores.unlabelled_exact == scores.labelled_exact == 100


def test_subtypes_do_not_count_unless_asked(scored):
    predicted = GOLD.replace("nsubj:pass", "nsubj")
    scores = scored(GOLD, predicted)
    assert (scores.las, scores.full_las, scores.labelled_exact) == (100, 75, 100)
    full = scored(GOLD, predicted, subtypes=True)
    assert (full.uas, full.las, full.full_las, full.label_accuracy, full.labelled_exact) == (
        100,
        75,
        75,
        75,
        0,
    )
    assert full.without_subtypes == scores
    assert full.clas == 50  # Dogs and seen are content words


def test_punctuation_counts_unless_asked(scored):
    predicted = GOLD.replace("3\tpunct", "2\tpunct")
    scores = scored(GOLD, predicted)
    assert (scores.uas, scores.without_punctuation.uas) == (75, 100)
    assert scores["UAS"].gold == 4
    without = scored(GOLD, predicted, punctuation=False)
    assert without == scores.without_punctuation
    assert (without["UAS"].gold, without["UAS"].predicted, without.labelled_exact) == (3, 3, 100)
    assert without.with_punctuation.unlabelled_exact == 0


def test_function_words_count_in_mlas_only(scored):
    scores = scored(GOLD, GOLD.replace("AUX", "VERB"))
    assert (scores.upos, scores.clas, scores.blex, scores.mlas) == (75, 100, 100, 50)


def test_only_universal_features_count(scored):
    assert scored(GOLD, GOLD.replace("Number=Plur", "Foo=Bar|Number=Plur")).ufeats == 100
    assert scored(GOLD, GOLD.replace("Number=Plur", "Number=Sing")).ufeats == 75


def test_unknown_gold_heads_are_not_counted(scored):
    scores = scored(tree(None, 0, 2), tree(2, 0, 1))
    assert (scores["UAS"].correct, scores["UAS"].gold, scores["UAS"].predicted) == (1, 2, 2)
    assert scores.uas == 50
    assert scores.upos == 100
    assert scores["UPOS"].gold == 3


def test_words_without_head_lower_recall_and_not_precision(scored):
    scores = scored(tree(2, 0, 2, 3), tree(None, 0, 1, None))
    assert scores["UAS"] == pp.Metric(correct=1, gold=4, predicted=2, aligned=4)
    assert (scores["UAS"].precision, scores["UAS"].recall, scores.uas) == (50, 25, pytest.approx(100 / 3))
    assert scores["LAS"] == pp.Metric(correct=1, gold=4, predicted=2, aligned=4)
    assert scores["LS"] == pp.Metric(correct=2, gold=4, predicted=2, aligned=4)
    assert scores.coverage == scores.to_dict()["coverage"] == 50
    assert scores["Coverage"] == pp.Metric(correct=2, gold=4, predicted=4, aligned=4)
    assert scored(tree(2, 0), tree(0, 1)).coverage == 100


def test_coverage_is_printed_where_it_is_not_complete(scored):
    assert "words with a head" not in str(scored(tree(2, 0), tree(0, 1)))
    last = str(scored(tree(2, 0), tree(None, 0))).splitlines()[-1]
    assert " ".join(last.split()) == "words with a head 50.00 50.00"
    # What cannot be scored need not be covered.
    assert "words with a head" not in str(scored(tree(None, 0), tree(None, 0)))


def test_coverage_leaves_out_what_has_no_partner_or_no_gold_head(scored):
    scores = scored(tree(None, 0, 2, 2), tree(None, 0, None, 2))
    assert (scores["Coverage"].correct, scores["Coverage"].gold) == (2, 3)
    # A predicted word that is not aligned counts: it is there.
    scores = scored("1\tab\t_\tX\t_\t_\t0\troot\t_\t_\n\n", tree(2, 0).replace("w1", "a").replace("w2", "b"))
    assert (scores["Coverage"].correct, scores["Coverage"].gold, scores["Coverage"].aligned) == (2, 2, 0)


def test_unknown_gold_labels_are_not_counted(scored):
    gold = tree(0, 1, 2).replace("2\tdep", "2\t_")
    for predicted in (tree(0, 1, 2), gold):
        scores = scored(gold, predicted)
        assert (scores["UAS"].gold, scores["UAS"].correct) == (3, 3)
        for name in ("LAS", "LS"):
            assert scores[name] == pp.Metric(correct=2, gold=2, predicted=2, aligned=2)
        assert scores.labelled_exact == 100
    # The head of such a word must still be right for an exact match.
    scores = scored(gold, tree(0, 1, 1))
    assert (scores.las, scores.labelled_exact) == (100, 0)


def test_a_sentence_without_known_heads_is_not_an_exact_match(scored):
    scores = scored(tree(None, None) + tree(2, 0), tree(2, 0) + tree(2, 0))
    assert (scores["UEM"].correct, scores["UEM"].gold) == (1, 1)


def test_columns_that_were_not_predicted(scored):
    scores = scored(
        GOLD, GOLD.replace("NNS", "_").replace("VBP", "_").replace("VBN", "_").replace("PUNCT\t.", "PUNCT\t_")
    )
    assert scores.xpos is None
    assert scores.all_tags is None
    assert (scores.upos, scores.mlas) == (100, 100)
    assert scores["XPOS"].f1 == 0  # the official figure stays at hand
    assert scores.to_dict()["xpos"] is None


def test_no_trees_at_all(scored):
    scores = scored(tree(2, 0), tree(None, None))
    assert scores.uas == 0
    assert scores.to_dict()["uas"] is None


def test_another_tokenisation(scored):
    gold = tree(2, 0, 2)  # w1 w2 w3
    predicted = gold.replace("1\tw1", "1\tw1w2").replace("3\tw3\t_\tX\t_\t_\t2", "2\tw3\t_\tX\t_\t_\t1")
    predicted = "\n".join(line for line in predicted.split("\n") if not line.startswith("2\tw2"))
    predicted = predicted.replace("_\t2\tdep", "_\t0\troot", 1)
    scores = scored(gold, predicted)
    assert scores["Tokens"] == pp.Metric(1, 3, 2)
    assert scores["Words"].f1 == pytest.approx(40)
    assert scores.sentences == 100
    assert (scores["UAS"].correct, scores["UAS"].aligned) == (0, 1)  # the head w2 has no counterpart
    assert scores.unlabelled_exact == 0


def test_multiword_tokens_are_aligned_by_their_words(scored):
    gold = "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n" + tree(0, 1).replace("w1", "de").replace("w2", "le")
    predicted = tree(0).replace("w1", "du")
    scores = scored(gold, predicted)
    assert (scores["Tokens"].correct, scores["Words"].correct) == (1, 0)
    assert scored(gold, gold).words == 100


def test_other_sentence_boundaries(scored):
    gold = tree(0, 1) + tree(0).replace("w1", "w3")
    predicted = tree(0, 1, 1)
    scores = scored(gold, predicted)
    assert scores["Sentences"] == pp.Metric(0, 2, 1)
    assert scores.words == 100
    assert scores.uas == pytest.approx(200 / 3)
    assert scores.unlabelled_exact == 0


def test_other_text_is_refused_in_one_sentence(scored):
    with pytest.raises(pp.InputError, match=r"character 2 of gold sentence 2 .* '9' and .* '1'"):
        scored(tree(0) + tree(0).replace("w1", "w9"), tree(0) + tree(0))
    with pytest.raises(pp.InputError, match="predicted text ends there"):
        scored(tree(0, 1), tree(0))
    with pytest.raises(pp.InputError, match="gold text ends there"):
        scored(tree(0), tree(0, 1))


def test_nothing_at_all():
    scores = pp.evaluate([], [])
    assert scores.uas == 0
    assert "UAS" in str(scores)


def test_sentences_and_paths_mix(tmp_path):
    path = tmp_path / "gold.conllu"
    path.write_text(GOLD, encoding="utf-8")
    assert pp.evaluate(path, list(pp.read(path))).las == 100
    assert pp.evaluate(str(path), pp.read(path)).las == 100


def test_what_is_no_treebank_is_refused():
    sentence = pp.Sentence.from_forms(["a"])
    for wrong in ([1], None, sentence, [sentence, "a"]):
        with pytest.raises(pp.UsageError, match="needs treebanks"):
            pp.evaluate(wrong, [])


def test_alignment_of_a_file_with_itself_is_the_identity():
    bank = list(pp.reads(annotate("abABabéİ中b" * 20, Random(3))))
    assert align(bank, bank).words == list(range(sum(map(len, bank))))


def test_table_and_json(scored):
    scores = scored(GOLD, GOLD.replace("nsubj:pass", "nsubj"))
    lines = [" ".join(line.split()) for line in str(scores).splitlines()]
    assert "LAS 100.00 100.00 100.00 100.00" in lines
    assert "LAS, full labels 75.00 66.67" in lines
    assert "Tokens 100.00 100.00 100.00" in lines
    found = json.loads(json.dumps(scores.to_dict()))
    assert found["las"] == 100
    assert found["details"]["without_punctuation"]["full"]["LAS"]["correct"] == 2


def test_speed_on_one_tokenisation(tmp_path):
    """It runs after every epoch, so a development set of 25,000 words must not be felt."""
    path = tmp_path / "gold.conllu"
    path.write_text(GOLD * 6000, encoding="utf-8")
    bank = pp.read(path)
    start = time.perf_counter()
    pp.evaluate(bank, bank)
    assert time.perf_counter() - start < 0.5  # about 0.03; the rest is for a busy machine
