package conllx

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"parser/conll"
	"parser/eval"
	"parser/eval/layout"
)

// Nearest returns the annotation of gold (conll.Sentence.Annotations) that is nearest to a parse: the first of those with the
// most right heads plus the most words with head and label right, among the tokens that the options score. That is the
// annotation with the least loss, 2 for a wrong head and 1 for a wrong label only. The error is an eval.ErrWordCount.
func (o Options) Nearest(gold, system *conll.Sentence) (*conll.Sentence, error) {
	best, most := gold, -1
	for _, g := range gold.Annotations() {
		var a Attachment
		if err := a.addSentence(g, system, o); err != nil {
			return nil, err
		}
		if right := a.Heads + a.Both; right > most {
			best, most = g, right
		}
	}
	return best, nil
}

// Several compares parses with several gold trees of a sentence, as annotators give them, and these with each other.
type Several struct {
	Options   Options
	Sentences int // that have several gold trees
	Trees     int // that these have

	nearest, mean, agreement shares
	labels                   map[string]float64 // of gold trees that were compared with others
}

// shares are numbers of tokens, each weighed by the share of a comparison in those of its sentence.
type shares struct{ scored, heads, labels, both float64 }

func (s *shares) add(a Attachment, weight float64) {
	s.scored += weight * float64(a.Scored)
	s.heads += weight * float64(a.Heads)
	s.labels += weight * float64(a.Labels)
	s.both += weight * float64(a.Both)
}

func (s *shares) percent(right float64) eval.Percent { return eval.Percent(100 * right / s.scored) }

// MarshalJSON writes percentages.
func (s shares) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		UAS   eval.Percent `json:"uas"`
		LAS   eval.Percent `json:"las"`
		Label eval.Percent `json:"label_accuracy"`
	}{s.percent(s.heads), s.percent(s.both), s.percent(s.labels)})
}

// Add compares one more sentence, which may have one gold tree only, or counts nothing if there is an error,
// eval.ErrWordCount.
func (s *Several) Add(gold, system *conll.Sentence) error {
	nearest, err := s.Options.Nearest(gold, system)
	if err != nil {
		return err
	}
	compare := func(to *shares, one, other *conll.Sentence, weight float64) {
		var a Attachment
		_ = a.addSentence(one, other, s.Options) // they have the same words
		to.add(a, weight)
	}
	compare(&s.nearest, nearest, system, 1)
	trees := gold.Annotations()
	for i, one := range trees {
		compare(&s.mean, one, system, 1/float64(len(trees)))
		for _, other := range trees[:i] {
			compare(&s.agreement, other, one, 2/float64(len(trees)*(len(trees)-1)))
		}
	}
	if len(trees) == 1 {
		return nil
	}
	s.Sentences, s.Trees = s.Sentences+1, s.Trees+len(trees)
	if s.labels == nil {
		s.labels = map[string]float64{}
	}
	for _, one := range trees {
		for i := range one.Words {
			if w := &one.Words[i]; s.Options.Scores(w.Form) {
				s.labels[w.Deprel] += 1 / float64(len(trees))
			}
		}
	}
	return nil
}

// kappa is how far the labels of annotators agree beyond chance: (o − e)/(1 − e), where o is the share of tokens with the
// same label in two gold trees, and e that of labels drawn from all of them (Scott 1955). It is NaN if there is one label.
func (s *Several) kappa() float64 {
	chance := 0.0
	for _, label := range slices.Sorted(maps.Keys(s.labels)) { // sums of fractions depend on their order
		chance += math.Pow(s.labels[label]/s.agreement.scored, 2)
	}
	return (s.agreement.labels/s.agreement.scored - chance) / (1 - chance)
}

// MarshalJSON writes percentages.
func (s *Several) MarshalJSON() ([]byte, error) {
	var kappa *float64 // null for NaN
	if k := s.kappa(); !math.IsNaN(k) {
		kappa = &k
	}
	return json.Marshal(struct {
		Sentences int      `json:"sentences"`
		Trees     int      `json:"gold_trees"`
		Nearest   shares   `json:"nearest"`
		Mean      shares   `json:"mean"`
		Agreement shares   `json:"agreement"`
		Kappa     *float64 `json:"label_kappa"`
	}{s.Sentences, s.Trees, s.nearest, s.mean, s.agreement, kappa})
}

// Write prints a table.
func (s *Several) Write(w io.Writer) error {
	rows := [][]string{{fmt.Sprintf("%s with %s", layout.Count(s.Sentences, "sentence"), layout.Count(s.Trees, "gold tree")), "UAS", "LAS", "labels"}}
	for _, row := range []struct {
		name string
		of   *shares
	}{{"system, nearest gold tree", &s.nearest}, {"system, mean of gold trees", &s.mean}, {"gold trees with each other", &s.agreement}} {
		rows = append(rows, []string{row.name, row.of.percent(row.of.heads).String(), row.of.percent(row.of.both).String(), row.of.percent(row.of.labels).String()})
	}
	return layout.Print(w, func(p layout.Printer) {
		p.Lines(layout.Lines(rows, 1)...)
		p.Lines(fmt.Sprintf("kappa of labels %.4f", s.kappa()))
	})
}
