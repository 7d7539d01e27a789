package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parser/transition"
)

// showing prints a walk, as text or as JSON.
type showing struct {
	*walk
	out   *bufio.Writer
	width int
	json  *json.Encoder // nil for text
}

func (v *asking) printer(w *walk) *showing {
	s := &showing{walk: w, out: bufio.NewWriter(v.env.Stdout), width: v.width}
	if v.format == formatJSON {
		s.json = json.NewEncoder(s.out)
		s.json.SetEscapeHTML(false)
	}
	return s
}

func (s *showing) flush() error { return s.out.Flush() }

// heading says what the steps are about; the first line of JSON.
type heading struct {
	origin
	System  string    `json:"system"`
	Params  string    `json:"parameters,omitempty"`
	Words   []string  `json:"words"`
	Refused []refusal `json:"refused,omitempty"`
}

// stepShown is a configuration, what its moves cost, and the one that is taken; a
// line of JSON.
type stepShown struct {
	Step   int          `json:"step"`
	Stack  []string     `json:"stack"`
	Buffer []string     `json:"buffer"`
	Costs  []costsShown `json:"costs"`
	Move   string       `json:"move,omitempty"` // with its label
	Arc    string       `json:"arc,omitempty"`  // that the move adds
	Loss   *int32       `json:"loss,omitempty"` // of the finished tree
}

// costsShown is what an oracle says.
type costsShown struct {
	Oracle  string      `json:"oracle"`
	Moves   []moveShown `json:"moves"`
	Differs bool        `json:"differs"` // from the first oracle, in its best moves
	Paid    int32       `json:"paid"`
}

// moveShown is a legal move under its best label.
type moveShown struct {
	Move   string   `json:"move"`
	Labels []string `json:"labels,omitempty"` // those that add nothing, unless none adds anything
	Cost   int32    `json:"cost"`
	Best   bool     `json:"best"`
}

// header prints what the steps are about.
func (s *showing) header() error {
	h := heading{s.from, s.lesson.System.Name(), paramsText(s.lesson.System), s.lesson.Words, s.refused}
	if s.json != nil {
		return s.json.Encode(h)
	}
	s.title(&h)
	return nil
}

// paramsText writes the parameters of a system as flags.
func paramsText(s transition.System) string {
	var flags []string
	add := func(used bool, flag string, value any) {
		if used {
			flags = append(flags, fmt.Sprint("--", flag, " ", value))
		}
	}
	uses, p := transition.Uses(s), s.Params()
	add(uses.Roots != 0, "roots", p.Roots)
	add(uses.MaxOpens != 0, "max-opens", p.MaxOpens)
	add(uses.MaxUnary != 0, "max-unary", p.MaxUnary)
	add(uses.Unary != 0, "unary", p.Unary)
	return strings.Join(flags, " ")
}

// step prints the configuration and the step that leads on, if there is one.
func (s *showing) step(next *transition.Step) error {
	shown, err := s.look(next)
	if err != nil {
		return err
	}
	if s.json != nil {
		return s.json.Encode(shown)
	}
	return s.print(shown)
}

func (s *showing) look(next *transition.Step) (*stepShown, error) {
	shown := &stepShown{Step: len(s.config.Steps) + 1, Stack: s.stack(), Buffer: s.buffer()}
	for i, e := range s.panel {
		moves, err := s.movesBy(e)
		if err != nil {
			return nil, err
		}
		c := costsShown{Oracle: e.Name(), Moves: moves, Paid: e.paid}
		c.Differs = i > 0 && !sameBest(c.Moves, shown.Costs[0].Moves)
		shown.Costs = append(shown.Costs, c)
	}
	switch {
	case next != nil:
		shown.Move, shown.Arc = s.text(*next), s.arc(*next)
	case s.lesson.System.Terminal(&s.config):
		loss := s.lesson.Gold.Loss(&s.config)
		shown.Loss = &loss
	}
	return shown, nil
}

// arc writes the arc that a step adds, if it does.
func (s *showing) arc(step transition.Step) string {
	head, dep, ok := s.lesson.System.Arc(&s.config, step.Move)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s -%s-> %s", s.words[head], s.labels[step.Label], s.words[dep])
}

// movesBy lists the legal moves with their costs by an oracle.
func (s *showing) movesBy(e *expert) ([]moveShown, error) {
	moves := []moveShown{}
	legal := s.legal()
	best := e.moves.Best(legal)
	for m := range transition.NumMoves {
		if !legal.Has(m) {
			continue
		}
		free, err := s.free(e, m)
		if err != nil {
			return nil, err
		}
		moves = append(moves, moveShown{m.String(), free, e.moves[m], best.Has(m)})
	}
	return moves, nil
}

// free lists the labels that add nothing to the cost of a move. Where a label adds
// nothing that the sentence has not, none adds anything, and there is no list.
func (s *showing) free(e *expert, m transition.Move) ([]string, error) {
	if !m.Labelled() {
		return nil, nil
	}
	if err := s.ofLabels(e, m); err != nil || e.labels.Of(s.other()) == 0 {
		return nil, err
	}
	var free []string
	for l, name := range s.labels {
		if e.labels.Of(int32(l)) == 0 {
			free = append(free, name)
		}
	}
	return free, nil
}

// sameBest reports whether two oracles like the same moves with the same labels best.
func sameBest(a, b []moveShown) bool {
	return slices.EqualFunc(a, b, func(a, b moveShown) bool {
		return a.Best == b.Best && (!a.Best || slices.Equal(a.Labels, b.Labels))
	})
}
