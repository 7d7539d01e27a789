package training

import (
	"fmt"

	"parser/eval/smatch"
	"parser/model"
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/internal/structure"
	"parser/parser/learn"
	"parser/parser/treebank"
	"parser/transition"
)

// state is a derivation of a sentence of the corpus, with an oracle as its expert: a learn.Reference and learn.Marker.
type state struct {
	decode.Derivation
	run    *run
	oracle oracle.Oracle
	place  int // in batches
	input  int // the sentence
	gold   *oracle.Gold
	tally  oracle.Tally
	shared int // how many changes of the graph the tally has in common with it; -1 before there is a tally

	pathOnly               bool // the oracle knows only the states to which its own moves lead
	strayed, markedStrayed bool // whether some other move was made, now and when the state was marked
	blind                  bool // nothing is known of the sentence, and a teacher alone says what is right
}

func (s *state) Start(i int) error {
	s.input, s.gold, s.shared, s.strayed = i, s.run.goldOf(i), -1, false
	if m := s.gold.Meaning; m != nil {
		s.Config.Given = m.Given
	}
	s.Derivation.Start(s.place, s.run.lengthOf(i))
	if s.run.made != nil && s.run.made.err != nil {
		return s.run.made.err
	}
	if s.blind = structure.Blind(s.gold); s.blind {
		return nil
	}
	if err := s.oracle.Start(s.gold); err != nil {
		return s.failed(err)
	}
	return nil
}

// Price implements learn.Reference: where the oracle knows nothing, it sets no costs. Where nothing is known of the sentence,
// nothing costs anything, so that the policy in the making does as it likes.
func (s *state) Price(d *learn.Decision) error {
	switch {
	case s.blind:
		d.Costs = append(d.Costs[:0], make([]float32, len(d.Classes))...)
		return nil
	case s.strayed:
		return nil
	}
	if err := s.Derivation.Price(s.oracle); err != nil {
		return s.failed(err)
	}
	return nil
}

// Take implements learn.State.
func (s *state) Take(k model.Class) error {
	if s.pathOnly && !s.strayed && !s.blind {
		follows, err := s.Follows(s.oracle, k)
		if err != nil {
			return s.failed(err)
		}
		s.strayed = !follows
	}
	return s.Derivation.Take(k)
}

// CopyFrom makes s a copy of another state of the same run, for beams.
func (s *state) CopyFrom(other learn.Task) {
	from := other.(*state)
	s.Derivation.CopyFrom(&from.Derivation)
	s.oracle, s.input, s.gold, s.shared, s.strayed, s.blind = from.oracle, from.input, from.gold, -1, from.strayed, from.blind
}

// Mark implements learn.Marker.
func (s *state) Mark() {
	s.Derivation.Mark()
	s.markedStrayed = s.strayed
}

// Return goes back to the configuration last marked.
func (s *state) Return() {
	s.strayed = s.markedStrayed
	if s.Derivation.Return(); s.Config.Graph != nil {
		s.shared = min(s.shared, len(s.Config.Graph.Changes))
	}
}

func (s *state) Loss() float64 {
	gold := s.gold
	if s.Config.Graph != nil {
		return s.graphLoss(gold)
	}
	loss := float64(gold.Loss(&s.Config))
	switch s.run.options.Loss {
	case structure.ExactLoss:
		return min(1, loss)
	case structure.F1Loss:
		// 100·(1 − 2m/(g+p)) where m of g gold brackets are among the p brackets of the
		// tree; their loss is g + p − 2m.
		brackets := len(gold.Spans)
		for _, node := range s.Config.Nodes[1:] {
			if node.Label != transition.None {
				brackets++
			}
		}
		return 100 * loss / float64(brackets)
	}
	return loss
}

// actionsToLoss is how many actions cost as much as one wrong part of a graph: of two equally good graphs, the one with
// fewer actions is better (Goodman et al. 2016, Section 4.4).
const actionsToLoss = 5

func (s *state) graphLoss(gold *oracle.Gold) float64 {
	actions := float64(s.Config.Graph.Taken) / actionsToLoss
	if s.run.options.Loss == structure.NaiveCodeLoss {
		it := treebank.Item{}
		s.run.corpus.Codec.Read(&s.Config, &it, nil)
		return float64(smatch.NaiveCode(s.run.corpus.Graphs[s.input], it.Graph)) + actions
	}
	if s.shared < 0 {
		s.tally.Start(gold.Meaning)
		s.shared = 0
	}
	loss := float64(s.tally.Loss(s.Config.Graph, s.shared))
	if s.shared = len(s.Config.Graph.Changes); s.run.options.Loss == structure.ExactLoss {
		loss = min(1, loss)
	}
	return loss + actions
}

// failed adds the sentence to an error of the oracle.
func (s *state) failed(err error) error {
	return fmt.Errorf("%s: the %s oracle failed: %w", s.run.place(s.input), s.oracle.Name(), err)
}
