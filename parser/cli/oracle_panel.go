package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/oracle"
	"parser/transition"
)

// expert is an oracle that takes the sentence.
type expert struct {
	oracle.Oracle
	paid   int32 // the costs of the moves made so far
	moves  oracle.Costs
	labels oracle.LabelCosts
}

// refusal is an oracle that does not take the sentence.
type refusal struct {
	Oracle string `json:"oracle"`
	Reason string `json:"reason"`
}

// errRefused is the cause when no oracle takes the sentence.
var errRefused = errors.New("no oracle takes this tree")

// exhaustive is an oracle that oracle.New does not know, because it takes
// exponential time.
const exhaustive = "exhaustive"

// A sentence is too long for the exhaustive oracle if it has more words or, in
// bracket, more words times the square of the brackets opened in a row: the oracle
// would need more than a few seconds, and soon all memory.
const (
	maxExhaustive        = 10
	maxExhaustiveBracket = 48
)

// oracleNames lists all oracles there are.
func oracleNames() []string { return append(oracle.Names(), exhaustive) }

// describedOracles lists the oracles that oracle.New knows, each in a few words.
func describedOracles() string {
	var texts []string
	for _, d := range oracle.Descriptions() {
		texts = append(texts, d.Name+" ("+d.Text+")")
	}
	return strings.Join(texts, "; ")
}

// knownOracle returns the name of an oracle, if there is one.
func knownOracle(name string) (string, error) {
	if !slices.Contains(oracleNames(), name) {
		return "", fmt.Errorf("%w %q (have %v)", oracle.ErrUnknown, name, oracleNames())
	}
	return name, nil
}

// ask starts the named oracles, or, if there are no names, all but the exhaustive
// one. Those that refuse the tree are put aside; it is an error if all do.
func (w *walk) ask(names ...string) error {
	if len(names) == 0 {
		names = oracle.NamesFor(w.lesson.System)
	}
	for _, name := range names {
		o, err := w.oracle(name)
		if err != nil {
			return fmt.Errorf("%w: --oracle: %w", errUsage, err)
		}
		switch err := w.start(o); {
		case err != nil:
			w.refused = append(w.refused, refusal{o.Name(), err.Error()})
		default:
			w.panel = append(w.panel, &expert{Oracle: o})
		}
	}
	if len(w.panel) > 0 {
		return nil
	}
	var reasons []string
	for _, r := range w.refused {
		reasons = append(reasons, r.Oracle+": "+r.Reason)
	}
	return fmt.Errorf("%s: %w: %s", w.from, errRefused, strings.Join(reasons, "; "))
}

// oracle returns the named oracle.
func (w *walk) oracle(name string) (oracle.Oracle, error) {
	if name != exhaustive {
		return oracle.New(name, w.lesson.System)
	}
	x := &oracle.Exhaustive{System: w.lesson.System}
	if x.System.Kind() == transition.Constituents {
		x.LabelCount = w.other() + 1
	}
	return x, nil
}

func (w *walk) start(o oracle.Oracle) error {
	if o.Name() == exhaustive {
		if err := w.searchable(); err != nil {
			return err
		}
	}
	return o.Start(&w.lesson.Gold)
}

// searchable reports whether the exhaustive oracle comes to an end.
func (w *walk) searchable() error {
	n := len(w.lesson.Words)
	if n > maxExhaustive {
		return fmt.Errorf("%w: %s, more than %d", oracle.ErrTooLong, count(n, "word"), maxExhaustive)
	}
	if opens := int64(w.lesson.System.Params().MaxOpens); int64(n)*opens*opens > maxExhaustiveBracket {
		return fmt.Errorf("%w: %s with up to %d brackets opened in a row", oracle.ErrTooLong, count(n, "word"), opens)
	}
	return nil
}
