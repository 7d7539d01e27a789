package evalb

import (
	"errors"
	"fmt"

	"parser/eval"
	"parser/ptb"
)

// ErrNoParse is why a sentence without a parse could not be scored.
var ErrNoParse = errors.New("the system's tree has no words")

// Brackets compares constituency trees as EVALB does (Sekine & Collins 1997,
// after the PARSEVAL measures of Black et al. 1991): recall and precision of
// labelled brackets, crossing brackets and tags. In short:
//
//   - Words whose tag is in Delete are taken out of the trees. Brackets that are
//     left without words do not count.
//   - Labels of brackets, but not tags, are cut at the first "-" or "=". Then
//     brackets whose label is in Delete, or is equal to one of them by
//     EqualLabels, do not count.
//   - Each gold bracket, in the order in which they open, takes the first system
//     bracket that is not taken yet, covers the same words and has the same
//     label or an equal one.
//   - A system bracket crosses if at least one gold bracket overlaps it and
//     neither holds the other.
//   - The length of a sentence is its number of gold words, those in
//     DeleteForLength apart: with the usual parameters punctuation counts.
//   - A sentence without system words is skipped; one whose words differ is an
//     error. Neither adds to recall or precision, so that a parser may gain by
//     failing: see [Totals.WithFailed].
//   - Where the numbers of words differ, quotation marks may be at fault that
//     one side deletes and the other calls by a tag in Quote. They are put back
//     first.
//
// All counts are EVALB's; what it prints, [Report] prints, with these
// differences:
//
//   - Where nothing matches, EVALB prints the F-measure as nan. Here it is 0.
//   - EVALB exits at the second error after the MAX_ERROR'th, without a summary.
//     Here nothing stops, and failed sentences are summed up behind its summary.
//   - EVALB holds at most 200 words and 200 brackets and fails or crashes above.
//     Here there is no limit, and time grows with the length of the sentence,
//     not with its square.
//   - EVALB takes "(NP )" for a word without letters. Here, as for package ptb,
//     it is a bracket without words.
//
// The outermost bracket is scored as any other: "(ROOT (S …))" and "( (S …))"
// have one more bracket, easily right, than "(TOP (S …))", whose label the usual
// parameters delete. Normalise it first.
type Scorer struct {
	rules     rules
	sentences []Sentence
	all       Totals
	short     Totals
	labels    eval.Tally[LabelScore]
	matcher   matcher
	inner     []ptb.Span
}

// NewScorer returns a scorer that has seen nothing.
func NewScorer(p Params) *Scorer {
	return &Scorer{rules: newRules(p), labels: eval.Tally[LabelScore]{}}
}

// Score compares two lists of trees of the same sentences. The cause of
// an error is eval.ErrSentenceCount; sentences that cannot be scored are none, but
// are counted in the totals.
func Score(gold, system []*ptb.Tree, p Params) (Totals, error) {
	if len(gold) != len(system) {
		return Totals{}, fmt.Errorf("%w: %d and %d", eval.ErrSentenceCount, len(gold), len(system))
	}
	b := NewScorer(p)
	for i := range gold {
		b.Add(gold[i], system[i])
	}
	return b.all, nil
}

// Add compares one more sentence. A nil tree has no words.
func (b *Scorer) Add(gold, system *ptb.Tree) Sentence {
	return b.AddLine([]*ptb.Tree{gold}, []*ptb.Tree{system})
}

// AddLine compares one more sentence, on either side of which there may be
// several trees, as EVALB reads them from one line: the words and the brackets
// of the sentence are those of all of them.
func (b *Scorer) AddLine(gold, system []*ptb.Tree) Sentence {
	m := b.Match(gold, system)
	score := Sentence{ID: len(b.sentences) + 1, Length: m.Length, Err: m.Err}
	if m.Err != nil {
		score.Missed, score.MissedWords = len(m.Gold), len(m.Words)
	} else {
		b.count(&score, m)
	}
	b.sentences = append(b.sentences, score)
	b.all.count(score)
	if score.Length <= b.rules.Cutoff {
		b.short.count(score)
	}
	return score
}

// count counts what both sides have in common.
func (b *Scorer) count(score *Sentence, m *Matching) {
	score.Gold, score.System, score.Matched = len(m.Gold), len(m.System), m.Matched()
	for i, g := range m.Gold {
		row := b.labels.At(g.Label)
		row.Gold++
		if m.Partner[i] != Unmatched {
			row.Found++
		}
	}
	b.inner = innermost(b.inner[:0], m.Gold, len(m.Words))
	for i, s := range m.System {
		row := b.labels.At(s.Label)
		row.System++
		if m.Right[i] {
			row.Right++
		}
		if crosses(b.inner, s) {
			score.Crossing++
		}
	}
	score.Words = len(m.Words)
	for i, w := range m.Words {
		if b.rules.sameLabel.equal(w.Label, m.SystemWords[i].Label) {
			score.Tags++
		}
	}
}
