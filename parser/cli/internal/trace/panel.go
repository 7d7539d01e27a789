package trace

import (
	"errors"
	"fmt"
	"strings"

	"parser/eval/layout"
	"parser/oracle"
	"parser/parser/internal/structure"
	"parser/transition"
)

type expert struct {
	oracle.Oracle
	paid   int32 // the costs of the moves made so far
	price  int32 // the cost of the one to be made now
	moves  oracle.Costs
	labels oracle.LabelCosts
}

// Refusal is an oracle that refuses the sentence.
type Refusal struct {
	Oracle string `json:"oracle"`
	Reason string `json:"reason"`
}

// ErrRefused is the cause if all oracles refuse the sentence, and ErrNoGold if they have no tree to ask about.
var (
	ErrRefused = errors.New("no oracle takes this tree")
	ErrNoGold  = errors.New("there is no gold tree")
)

// Exhaustive is the name of an oracle that oracle.New does not make, because it takes exponential time.
const Exhaustive = "exhaustive"

// The exhaustive oracle takes sentences of at most maxExhaustive words and, with opening brackets, at most
// maxExhaustiveBracket words times the square of the brackets opened in a row. Beyond, it would need more than a few
// seconds, and soon all memory.
const (
	maxExhaustive        = 10
	maxExhaustiveBracket = 48
)

// maxSlow limits the words times the labels of a tree for slow oracles: their automata would need more than a few
// seconds, and soon all memory.
const maxSlow = 200_000

// MaxWords is how many words a traced sentence may have; a longer one is an ErrTooLong. Time grows with their square,
// since each step shows all of a configuration.
const MaxWords = 5000

// Oracles lists the names of all oracles that Ask accepts.
func Oracles() []string { return append(oracle.Names(), Exhaustive) }

// Ask starts the named oracles or, without names, all of the system except the exhaustive one. Those that refuse the
// tree are listed in Refused; if all do and there is no model, the error is an ErrRefused. For a name that is not of an
// oracle of the system it is an oracle.ErrUnknown or oracle.ErrNoOracle. Without a gold tree Ask starts no oracle, and
// names are an ErrNoGold. A sentence of more than MaxWords is an ErrTooLong.
func (t *Trace) Ask(names ...string) error {
	switch {
	case len(t.instance.Words) > MaxWords:
		return fmt.Errorf("%s: %w: %d words, at most %d", t.Origin, ErrTooLong, len(t.instance.Words), MaxWords)
	case !t.instance.HasGold() && len(names) > 0:
		return fmt.Errorf("%s: %w", t.Origin, ErrNoGold)
	case !t.instance.HasGold():
		return nil
	}
	if len(names) == 0 {
		names = oracle.NamesFor(t.instance.System)
	}
	n, opens := len(t.instance.Words), int64(t.instance.System.Params().MaxOpens)
	var reasons []string
	for _, name := range names {
		o, err := oracle.New(name, t.instance.System)
		switch graphs := t.Holds == structure.Graph; {
		case name == Exhaustive && graphs:
			err = fmt.Errorf("%w: %s for graphs (have %v)", oracle.ErrNoOracle, name, oracle.NamesFor(t.instance.System))
		case name == Exhaustive:
			o, err = oracle.Nearest(t.instance.System, func() oracle.Oracle {
				x := &oracle.Exhaustive{System: t.instance.System}
				if t.Holds == structure.Tree {
					x.LabelCount = t.other() + 1
				}
				return x
			}), nil
		}
		if err != nil {
			return err
		}
		switch words := layout.Count(n, "word"); {
		case name == Exhaustive && n > maxExhaustive:
			err = fmt.Errorf("%w: %s, more than %d", oracle.ErrTooLong, words, maxExhaustive)
		case name == Exhaustive && int64(n)*opens*opens > maxExhaustiveBracket:
			err = fmt.Errorf("%w: %s with up to %d brackets opened in a row", oracle.ErrTooLong, words, opens)
		case oracle.Describe(name).Slow && n*len(t.labels) > maxSlow:
			err = fmt.Errorf("%w: %s with %s", oracle.ErrTooLong, words, layout.Count(len(t.labels), "label"))
		default:
			err = o.Start(&t.instance.Gold)
		}
		if err != nil {
			t.Refused = append(t.Refused, Refusal{o.Name(), err.Error()})
			reasons = append(reasons, o.Name()+": "+err.Error())
			continue
		}
		t.panel = append(t.panel, &expert{Oracle: o})
	}
	if len(t.panel) == 0 && t.guide == nil {
		return fmt.Errorf("%s: %w: %s", t.Origin, ErrRefused, strings.Join(reasons, "; "))
	}
	return nil
}

// labelsBy asks an oracle how much each label adds to the cost of a legal move.
func (t *Trace) labelsBy(e *expert, m transition.Move) (*oracle.LabelCosts, error) {
	if err := e.Labels(&e.labels, t.config, m); err != nil {
		return nil, t.failed(e, err)
	}
	return &e.labels, nil
}

// failed says at which step an oracle failed.
func (t *Trace) failed(e *expert, err error) error {
	return fmt.Errorf("%s: step %d: %s: %w", t.Origin, len(t.config.Steps)+1, e.Name(), err)
}
