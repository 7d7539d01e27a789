package imitation_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"parser/conll"
	"parser/model"
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/internal/imitation"
	"parser/parser/internal/linear"
	"parser/parser/internal/score"
	"parser/transition"
)

// tagging is a state of a search problem: the tags given so far, with an expert that knows
// the right ones.
type tagging struct {
	decode.Derivation
	expert oracle.Oracle
	gold   []oracle.Gold // of each sentence
	input  int           // the current one
}

func (s *tagging) Start(i, sentence int) error {
	s.input = i
	s.Derivation.Start(sentence, s.gold[i].Len())
	return s.expert.Start(&s.gold[i])
}

func (s *tagging) Price() error  { return s.Derivation.Price(s.expert) }
func (s *tagging) Loss() float64 { return float64(s.gold[s.input].Loss(&s.Config)) }

// DAgger teaches a perceptron which words are nouns (tag 0) and which are verbs (tag 1).
func Example() {
	sentences := [][]conll.Word{{{Form: "Birds"}, {Form: "sing"}}, {{Form: "Fish"}, {Form: "swim"}}}
	none := int32(transition.None)
	gold := []oracle.Gold{{Labels: []int32{none, 0, 1}}, {Labels: []int32{none, 0, 1}}}
	shape := score.Shape{System: transition.Tag{}, Actions: decode.NewActions(transition.Tag{}, map[decode.Use]bool{
		{Move: transition.Label, Label: 0}: true, {Move: transition.Label, Label: 1}: true,
	})}
	random := rand.New(rand.NewPCG(1, 0))
	perceptron, err := model.SpecFor("perceptron")
	if err != nil {
		fmt.Println(err)
		return
	}
	scorer := linear.Kind{Templates: "N0w\nbias\n", Learner: perceptron}

	settings := imitation.DefaultSettings()
	settings.Algorithm = "dagger"
	algorithm, err := settings.Make()
	if err != nil {
		fmt.Println(err)
		return
	}
	course := imitation.Course{
		Algorithm: algorithm, Sentences: sentences, Random: random, Fit: settings.Fit,
		New: func() (score.Learner, error) {
			return scorer.New(&score.TrainingSet{Shape: shape, Sentences: sentences, Random: random})
		},
		NewState: func() (imitation.State, error) {
			expert, err := oracle.New("dynamic", shape.System)
			return &tagging{Derivation: shape.Derivation(), expert: expert, gold: gold}, err
		},
	}
	for round := range 2 {
		stats, err := course.Round(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("round", round+1, "decisions:", stats.Decisions, "examples:", stats.Examples, "mistakes:", stats.Loss)
	}
	// Output:
	// round 1 decisions: 4 examples: 4 mistakes: 0
	// round 2 decisions: 4 examples: 8 mistakes: 0
}
