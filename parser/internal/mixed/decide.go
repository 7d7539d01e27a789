package mixed

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"unicode"

	"parser/parser/language"
)

// The costs by which a block of lines is decided, negative logarithms. The most probable sequence of languages is sought,
// as in a hidden Markov model: lines say how probable languages are, and from one line to the next a change is rare.
var (
	leastProbable = math.Log(1e-6)  // a line makes no language less probable: it may hold a quotation, or names
	changeInside  = -math.Log(0.02) // a change between two lines of a paragraph
	changeBetween = -math.Log(0.2)  // a change between two paragraphs, or two lines that are complete
	noModel       = -math.Log(0.05) // a change to a language without a model
)

const (
	considered = 0.05 // how probable a language must be in some line to be considered at all
	fewLetters = 20   // below which a line says little
	likely     = 0.5  // … unless its language is as probable as this,
	certain    = 0.99 // … or, without a model, as this
)

// decider decides the languages of a block of lines.
type decider struct {
	options *Options
	last    string               // the language before the block, or ""
	lines   []map[string]float64 // logarithms of probabilities; nil where a line has no letters, or continues one
	costs   []float64            // of a change before each line
	blank   bool                 // the last line was
	states  map[string]bool      // languages that are considered
}

// see takes in the next line; goesOn if it continues the one before.
func (d *decider) see(text string, goesOn bool) {
	if d.states == nil {
		d.states = map[string]bool{}
		d.blank = true
	}
	cost := changeInside
	switch {
	case goesOn:
		cost = math.Inf(1)
	case d.blank || d.options.Lines:
		cost = changeBetween
	}
	d.costs = append(d.costs, cost)
	d.blank = true
	letters := 0
	for _, c := range text {
		if unicode.IsLetter(c) {
			letters++
		}
		d.blank = d.blank && unicode.IsSpace(c)
	}
	var logs map[string]float64
	if !goesOn && letters > 0 {
		logs = d.evidence(language.Rank(text), letters < fewLetters)
	}
	d.lines = append(d.lines, logs)
}

// evidence returns the logarithms of the probabilities of languages that a line makes likely, and notes which are to be considered; nil
// if it says nothing. A greeting or a name looks like many a language: few letters are believed if they are of a language that has a
// model, or beyond doubt, as by their script.
func (d *decider) evidence(guesses []language.Guess, few bool) map[string]float64 {
	best := guesses[0]
	if few && best.Probability < likely {
		return nil
	}
	var logs map[string]float64
	for _, g := range guesses {
		switch {
		case g.Language == language.Unknown && g != best: // what is some language is not unknown
			continue
		case few && !d.has(g.Language) && g.Probability < certain:
			continue
		case logs == nil:
			logs = map[string]float64{}
		}
		logs[g.Language] = math.Max(leastProbable, math.Log(g.Probability))
		if g.Probability >= considered {
			d.states[g.Language] = true
		}
	}
	return logs
}

// has reports whether a language has a model, as far as is known.
func (d *decider) has(code string) bool { return d.options.Has == nil || d.options.Has(code) }

// clear reports whether some language is known for the lines so far.
func (d *decider) clear() bool { return d.last != "" || len(d.states) > 0 }

// decide returns the language of each line: by the algorithm of Viterbi (1967). It is "" if nothing is clear.
func (d *decider) decide() []string {
	if d.last != "" {
		d.states[d.last] = true
	}
	states := slices.Sorted(maps.Keys(d.states))
	if len(states) == 0 {
		return make([]string, len(d.lines))
	}
	cost := make([]float64, len(states)) // of the best sequence that ends in a state
	for s, code := range states {
		if code != d.last {
			cost[s] = d.change(0, code)
		}
	}
	from := make([][]int, len(d.lines))
	for i, logs := range d.lines {
		if i > 0 {
			cost, from[i] = d.step(i, states, cost)
		}
		for s, code := range states {
			if logs == nil {
				continue
			}
			p, has := logs[code]
			if !has {
				p = leastProbable
			}
			cost[s] -= p
		}
	}
	best := slices.Index(cost, slices.Min(cost))
	all := make([]string, len(d.lines))
	for i := len(all) - 1; i >= 0; i-- {
		if all[i] = states[best]; i > 0 {
			best = from[i][best]
		}
	}
	return all
}

// step returns the costs after the change to line i, and which state each comes from: its own, if that is no dearer.
func (d *decider) step(i int, states []string, before []float64) (after []float64, from []int) {
	cheapest := slices.Index(before, slices.Min(before))
	for s, code := range states {
		stay, come := before[s], before[cheapest]+d.change(i, code)
		if cmp.Compare(come, stay) < 0 {
			after, from = append(after, come), append(from, cheapest)
		} else {
			after, from = append(after, stay), append(from, s)
		}
	}
	return after, from
}

// change returns what it costs to change to a language before line i.
func (d *decider) change(i int, code string) float64 {
	cost := d.costs[i]
	if !d.has(code) {
		cost += noModel
	}
	return cost
}
