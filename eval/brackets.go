package eval

import (
	"errors"
	"fmt"

	"parser/ptb"
)

// Why a sentence could not be scored.
var (
	ErrNoParse = errors.New("the system's tree has no words")
	ErrWords   = errors.New("gold and system sentence differ in words")
)

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
//     failing: see [BracketTotals.WithFailed].
//   - Where the numbers of words differ, quotation marks may be at fault that
//     one side deletes and the other calls by a tag in Quote. They are put back
//     first.
//
// All counts are EVALB's; what it prints, [BracketReport] prints, with these
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
type Brackets struct {
	rules     bracketRules
	sentences []BracketScore
	all       BracketTotals
	short     BracketTotals
	labels    labelCounts
	matcher   matcher
	inner     []ptb.Span
}

// NewBrackets returns a scorer that has seen nothing.
func NewBrackets(p BracketParams) *Brackets {
	return &Brackets{rules: newBracketRules(p), labels: labelCounts{}}
}

// ScoreBrackets compares two lists of trees of the same sentences. The cause of
// an error is ErrSentenceCount; sentences that cannot be scored are none, but
// are counted in the totals.
func ScoreBrackets(gold, system []*ptb.Tree, p BracketParams) (BracketTotals, error) {
	if len(gold) != len(system) {
		return BracketTotals{}, fmt.Errorf("%w: %d and %d", ErrSentenceCount, len(gold), len(system))
	}
	b := NewBrackets(p)
	for i := range gold {
		b.Add(gold[i], system[i])
	}
	return b.all, nil
}

// Add compares one more sentence. A nil tree has no words.
func (b *Brackets) Add(gold, system *ptb.Tree) BracketScore {
	return b.AddLine([]*ptb.Tree{gold}, []*ptb.Tree{system})
}

// AddLine compares one more sentence, on either side of which there may be
// several trees, as EVALB reads them from one line: the words and the brackets
// of the sentence are those of all of them.
func (b *Brackets) AddLine(gold, system []*ptb.Tree) BracketScore {
	g, s := b.rules.bracketing(gold), b.rules.bracketing(system)
	score := BracketScore{ID: len(b.sentences) + 1, Length: g.length}
	missed, words := len(b.rules.scored(g)), len(g.words)
	if score.Err = b.rules.align(g, s); score.Err == nil {
		b.compare(&score, g, s)
	} else {
		score.Missed, score.MissedWords = missed, words
	}
	b.sentences = append(b.sentences, score)
	b.all.count(score)
	if score.Length <= b.rules.Cutoff {
		b.short.count(score)
	}
	return score
}

// align makes the words of both sides the same, or says why they are not.
func (r *bracketRules) align(gold, system *bracketing) error {
	if len(system.words) == 0 {
		return ErrNoParse
	}
	if len(gold.words) != len(system.words) {
		g, s := len(gold.words), len(system.words)
		r.repairQuotes(gold, system)
		if len(gold.words) != len(system.words) {
			return fmt.Errorf("%w: %d and %d", ErrWordCount, g, s)
		}
	}
	for i, w := range gold.words {
		if v := system.words[i]; !r.sameWord.equal(w.Word, v.Word) {
			return fmt.Errorf("%w: %q and %q", ErrWords, w.Word, v.Word)
		}
	}
	return nil
}

// compare counts what aligned sides have in common.
func (b *Brackets) compare(score *BracketScore, g, s *bracketing) {
	gold, system := b.rules.scored(g), b.rules.scored(s)
	score.Gold, score.System = len(gold), len(system)
	score.Matched = b.matcher.match(&b.rules, gold, system, func(g, s int) {
		b.labels.match(gold[g].Label, system[s].Label)
	})
	b.labels.add(gold, system)
	b.inner = innermost(b.inner[:0], gold, len(g.words))
	for _, bracket := range system {
		if crosses(b.inner, bracket) {
			score.Crossing++
		}
	}
	score.Words = len(g.words)
	for i, w := range g.words {
		if b.rules.sameLabel.equal(w.Label, s.words[i].Label) {
			score.Tags++
		}
	}
}
