package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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
	if err := c.readJSON(&q); err != nil {
		return err
	}
	if q.Data == nil {
		return noData()
	}
	all := *s.models.Load()
	m, err := s.find(c, all, q.Model, q.Input, *q.Data)
	if err != nil {
		return err
	}
	input, err := all.input(m, q.Input)
	if err != nil {
		return err
	}
	var answer traced
	if err := s.work(c.request.Context(), func() error {
		sentence, err := s.numbered(c.request.Context(), m, input, *q.Data, q.Sentence)
		if err != nil {
			return err
		}
		gold, err := s.gold(c.request.Context(), all, m, &q, sentence)
		if err != nil {
			return err
		}
		c.model, c.sentences, c.words = m.Name, 1, sentence.Len()
		answer, err = follow(c.request.Context(), m, sentence, gold, &q)
		return err
	}); err != nil {
		return err
	}
	return c.writeJSON(answer)
}

func (s *Server) numbered(ctx context.Context, m *model, input, data string, number int) (*conll.Sentence, error) {
	read, err := m.given(ctx, input, data, text.Options{MaxWords: s.options.Limits.Words})
	if err != nil {
		return nil, err
	}
	n, most := 0, maxTraced
	if m.Structure().Holds == structure.Graph {
		most = maxTracedGraph
	}
	for it, err := range textfile.All(s.limited(read)) {
		switch n++; {
		case err != nil:
			return nil, err
		case n == number && len(it.Words) > most:
			return nil, refuse(http.StatusUnprocessableEntity, "length", "the sentence has %s words; at most %d can be shown step by step", grouped(len(it.Words)), most)
		case n == number:
			return it.Sentence, m.Check(it)
		}
	}
	return nil, refuse(http.StatusBadRequest, "parameter", "there is no sentence %d: the data has %d", number, n)
}

// gold returns the tree that costs are about, or none.
func (s *Server) gold(ctx context.Context, all collection, m *model, q *traceQuery, sentence *conll.Sentence) (gold treebank.Data, err error) {
	by, number := m, cmp.Or(q.Given, q.Sentence)
	name, other := strings.CutPrefix(q.Gold, goldModel)
	switch {
	case q.Gold == "":
		return gold, nil
	case other:
		if by, err = s.named(all, name); err != nil {
			return gold, err
		}
		if by.Kind() != m.Kind() {
			return gold, refuse(http.StatusBadRequest, "parameter", "gold trees of a model of %s cannot be those of one of %s", m.about.Kind, by.about.Kind)
		}
	case q.Gold != goldSelf:
		f := memory(q.Gold, goldName)
		it, err := nth(structure.Reader(f, structure.Reading{Form: m.Structure().Form}), number)
		if err != nil {
			return gold, err
		}
		return m.Structure().Gold(it), nil
	}
	items, err := parseAll(ctx, by.Parser, textfile.Each([]*treebank.Item{treebank.SentenceItem(sentence.Clone())}))
	if err != nil {
		return gold, err
	}
	return by.Structure().Gold(items[0]), nil
}

func nth(read func() (*treebank.Item, error), number int) (item *treebank.Item, err error) {
	if number < 1 {
		err = io.EOF
	}
	for n := 0; n < number && err == nil; n++ {
		item, err = read()
	}
	if err == io.EOF {
		err = refuse(http.StatusBadRequest, "parameter", "there is no gold tree %d", number)
	}
	return item, err
}

func follow(ctx context.Context, m *model, s *conll.Sentence, gold treebank.Data, q *traceQuery) (answer traced, err error) {
	wrong := func(err error) error { return &failure{http.StatusBadRequest, "trace", err} }
	t, err := trace.Of(m.Parser, s, gold)
	if err != nil {
		return answer, wrong(err)
	}
	t.Model, t.Origin = m.Name, trace.Origin{File: dataName, Sentence: q.Sentence, ID: s.ID}
	script, err := t.Script(q.Script)
	if err != nil {
		return answer, wrong(err)
	}
	if err := ask(t, q); err != nil {
		return answer, wrong(err)
	}
	leader := trace.Leader(q.Moves)
	if leader == trace.NoLeader && (q.Follow || len(script) == 0) {
		leader = t.Leader()
	}
	answer.Heading = t.Heading()
	err = t.Run(script, leader, func(s *trace.Step) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		svg, err := fragment(s.Picture(), 0)
		answer.Steps, answer.Final = append(answer.Steps, tracedStep{s, svg}), s.Tree
		return err
	})
	if ctx.Err() == nil && err != nil {
		err = wrong(err)
	}
	return answer, err
}

// ask asks the oracles of a request about a trace that has a gold tree.
func ask(t *trace.Trace, q *traceQuery) error {
	if q.Gold == "" && len(q.Oracles) == 0 {
		return t.Ask()
	}
	for _, name := range q.Oracles {
		if name == trace.Exhaustive || oracle.Describe(name).Estimates {
			return fmt.Errorf("the oracle %s takes too much time and memory to be asked here", name)
		}
	}
	if len(q.Oracles) > 0 {
		return t.Ask(q.Oracles...)
	}
	var err error
	for _, name := range []string{"dynamic", "static", "expert"} {
		if err = t.Ask(name); !errors.Is(err, oracle.ErrNoOracle) {
			break
		}
	}
	return err
}
