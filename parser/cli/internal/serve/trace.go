package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/oracle"
	"parser/parser/cli/internal/trace"
	"parser/parser/internal/structure"
	"parser/parser/text"
	"parser/parser/treebank"
)

type traceQuery struct {
	Model    string   `json:"model"`
	Input    string   `json:"input"`
	Data     *string  `json:"data"`
	Sentence int      `json:"sentence"` // of data, from 1, the default
	Script   string   `json:"script"`   // the moves to begin with
	Follow   bool     `json:"follow"`   // continue after a script, as always without one
	Moves    string   `json:"moves"`    // whose moves these are: a trace.Leader; "" for the model's
	Gold     string   `json:"gold"`     // "" for none, "self", "model:NAME", or a file of trees of the model's kind
	Given    int      `json:"given"`    // the tree in Gold, from 1; 0 is Sentence
	Oracles  []string `json:"oracles"`  // by default the dynamic oracle or else the static one; for graphs the expert
}

// The values of Gold that are not trees, and the name of trees in messages.
const (
	goldName  = "gold"
	goldSelf  = "self"
	goldModel = "model:"
)

// How many words a traced sentence may have: each step, about two for each word and more in graphs, has a picture of
// all words.
const maxTraced, maxTracedGraph = 100, 60

type traced struct {
	Heading trace.Heading `json:"heading"`
	Final   string        `json:"final"` // the tree, if it was finished: CoNLL-U, brackets or PENMAN
	Steps   []tracedStep  `json:"steps"`
}

type tracedStep struct {
	*trace.Step
	SVG string `json:"svg"` // for a page with the style sheet draw.css
}

func (s *Server) trace(c *call) error {
	q := traceQuery{Sentence: 1}
	if err := c.readJSON(&q, &q.Data); err != nil {
		return err
	}
	m, input, err := s.subject(c, q.Model, q.Input, *q.Data, 0)
	if err != nil {
		return err
	}
	return c.send(s.work(c, func() (any, error) {
		sentence, err := s.numbered(c, m, input, *q.Data, q.Sentence)
		if err != nil {
			return nil, err
		}
		gold, err := s.gold(c, m, &q, sentence)
		if err != nil {
			return nil, err
		}
		c.model, c.sentences, c.words = m.Name, 1, sentence.Len()
		return follow(c.request.Context(), m, sentence, gold, &q)
	}))
}

// numbered returns the sentence of a number, from 1, if it can be traced.
func (s *Server) numbered(c *call, m *model, input, data string, number int) (*conll.Sentence, error) {
	read, err := s.reader(c, m, input, data, text.Options{})
	if err != nil {
		return nil, err
	}
	most := maxTraced
	if m.Structure().Holds == structure.Graph {
		most = maxTracedGraph
	}
	switch it, n, err := nth(read, number); {
	case err != nil:
		return nil, err
	case it == nil:
		return nil, refuse(http.StatusBadRequest, "parameter", "there is no sentence %d: the data has %d", number, n)
	case len(it.Words) > most:
		return nil, refuse(http.StatusUnprocessableEntity, "length", "the sentence has %s words; at most %d can be shown step by step", grouped(len(it.Words)), most)
	default:
		return it.Sentence, m.Check(it)
	}
}

// nth returns the item of a number, from 1; nil if there are only n.
func nth(read func() (*treebank.Item, error), number int) (_ *treebank.Item, n int, _ error) {
	for it, err := range textfile.All(read) {
		if n++; err != nil || n == number {
			return it, n, err
		}
	}
	return nil, n, nil
}

// gold returns the tree that costs are about, or none.
func (s *Server) gold(c *call, m *model, q *traceQuery, sentence *conll.Sentence) (gold treebank.Data, err error) {
	by, number, form := m, cmp.Or(q.Given, q.Sentence), m.Structure().Form
	name, other := strings.CutPrefix(q.Gold, goldModel)
	switch {
	case q.Gold == "":
		return gold, nil
	case other:
		if by, err = s.named(*s.models.Load(), name); err != nil {
			return gold, err
		}
		if by.Kind() != m.Kind() {
			return gold, refuse(http.StatusBadRequest, "parameter", "gold trees of a model of %s cannot be those of one of %s", m.about.Kind, by.about.Kind)
		}
	case q.Gold != goldSelf:
		it, _, err := nth(structure.Gathered(form, structure.Reader(memory(q.Gold, goldName), structure.Reading{Form: form})), number)
		if err == nil && it == nil {
			err = refuse(http.StatusBadRequest, "parameter", "there is no gold tree %d", number)
		}
		if err != nil {
			return gold, err
		}
		return m.Structure().Gold(it), nil
	}
	items, err := c.parseAll(by.Parser, textfile.Each([]*treebank.Item{treebank.SentenceItem(sentence.Clone())}))
	if err != nil {
		return gold, err
	}
	return by.Structure().Gold(items[0]), nil
}

func follow(ctx context.Context, m *model, s *conll.Sentence, gold treebank.Data, q *traceQuery) (answer traced, err error) {
	defer func() {
		if err != nil && !errors.Is(err, ctx.Err()) {
			err = &failure{http.StatusBadRequest, "trace", err}
		}
	}()
	t, err := trace.Of(m.Parser, treebank.SentenceItem(s), gold)
	if err != nil {
		return answer, err
	}
	t.Model, t.Origin = m.Name, trace.Origin{File: dataName, Sentence: q.Sentence, ID: s.ID}
	script, err := t.Script(q.Script)
	if err == nil {
		err = ask(t, q)
	}
	if err != nil {
		return answer, err
	}
	leader := trace.Leader(q.Moves)
	if leader == trace.NoLeader && (q.Follow || len(script) == 0) {
		leader = t.Leader()
	}
	answer.Heading = t.Heading
	err = t.Run(script, leader, func(s *trace.Step) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		svg, err := fragment(s.Picture(), 0)
		answer.Steps, answer.Final = append(answer.Steps, tracedStep{s, svg}), s.Tree
		return err
	})
	return answer, err
}

// ask asks the oracles of a request about a trace that has a gold tree.
func ask(t *trace.Trace, q *traceQuery) error {
	if q.Gold == "" && len(q.Oracles) == 0 {
		return t.Ask()
	}
	for _, name := range q.Oracles {
		if name == trace.Exhaustive || oracle.Describe(name).Slow {
			return fmt.Errorf("the oracle %s takes too much time and memory to be asked here", name)
		}
	}
	if len(q.Oracles) > 0 {
		return t.Ask(q.Oracles...)
	}
	var err error
	for _, name := range []string{"dynamic", "static-dynamic", "static", "expert"} {
		if err = t.Ask(name); !errors.Is(err, oracle.ErrNoOracle) {
			break
		}
	}
	return err
}
