package learn_test

import (
	"context"
	"fmt"
	"strings"

	"parser/model"
	"parser/oracle"
	"parser/parser/learn"
	"parser/transition"
)

// parsing is a parser of one's own: arc-hybrid without labels, whose classes are moves, and the dynamic oracle of Goldberg
// & Nivre (2013) as its reference.
type parsing struct {
	words  [][]string // of each sentence, after "ROOT"
	golds  []oracle.Gold
	now    int
	config transition.Config
	marked transition.Config
	costs  oracle.Costs
	expert oracle.Oracle
	asked  learn.Decision
}

var hybrid = transition.ArcHybrid{Roots: transition.SingleRoot}

func (p *parsing) Start(i int) error {
	p.now = i
	hybrid.Start(&p.config, len(p.words[i])-1)
	return p.expert.Start(&p.golds[i])
}

func (p *parsing) Next() *learn.Decision {
	if hybrid.Terminal(&p.config) {
		return nil
	}
	var legal []model.Class
	for m := range hybrid.Legal(&p.config).All() {
		legal = append(legal, model.Class(m))
	}
	s0, s1, b0 := p.word(p.config.S(0)), p.word(p.config.S(1)), p.word(p.config.Front())
	return p.asked.Ask(legal, learn.Hash("s0", s0), learn.Hash("b0", b0), learn.Hash("s0 b0", s0, b0), learn.Hash("s1 s0 b0", s1, s0, b0))
}

// word returns the last letter of a word, which is its tag.
func (p *parsing) word(n int32) string {
	if n == transition.None {
		return ""
	}
	word := p.words[p.now][n]
	return word[len(word)-1:]
}

func (p *parsing) Take(k model.Class) error {
	hybrid.Apply(&p.config, transition.Move(k), transition.None)
	return nil
}

func (p *parsing) Price(d *learn.Decision) error {
	d.Costs = d.Costs[:0]
	err := p.expert.Moves(&p.costs, &p.config, hybrid.Legal(&p.config))
	for _, k := range d.Classes {
		d.Costs = append(d.Costs, float32(p.costs[k]))
	}
	return err
}

func (p *parsing) Loss() float64 { return float64(p.golds[p.now].Loss(&p.config)) }

var _ learn.Marker = &parsing{}

// Mark and Return make roll-outs cheap; without them, each would begin at the start.
func (p *parsing) Mark()   { p.marked.CopyFrom(&p.config) }
func (p *parsing) Return() { p.config.CopyFrom(&p.marked) }

// A transition-based parser, which learns from two sentences how determiners and objects are attached.
func Example_parser() {
	p := &parsing{
		words: [][]string{strings.Fields("ROOT the/D cat/N sees/V the/D dog/N"), strings.Fields("ROOT dogs/N sleep/V")},
		golds: []oracle.Gold{{Heads: []int32{0, 2, 3, 0, 5, 3}}, {Heads: []int32{0, 2, 0}}},
	}
	for i := range p.golds {
		p.golds[i].Labels = make([]int32, len(p.golds[i].Heads))
	}
	var err error
	if p.expert, err = oracle.New("dynamic", hybrid); err != nil {
		fmt.Println(err)
		return
	}
	course := learn.Course{
		Settings: learn.Defaults("explore"), Inputs: len(p.golds), Classes: []int{int(transition.NumMoves)},
		NewTask: func() (learn.Task, error) { return p, nil },
	}
	learned, err := course.Run(context.Background(), 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	test := &parsing{words: [][]string{strings.Fields("ROOT cats/N chase/V the/D dogs/N")}}
	hybrid.Start(&test.config, 4)
	fmt.Println("error:", learned.Run(test))
	for word, n := range test.config.Nodes[1:] {
		fmt.Println(test.words[0][word+1], "has the head", test.words[0][n.Head])
	}
	// Output:
	// error: <nil>
	// cats/N has the head chase/V
	// chase/V has the head ROOT
	// the/D has the head dogs/N
	// dogs/N has the head chase/V
}
