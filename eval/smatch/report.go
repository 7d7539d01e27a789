package smatch

import (
	"fmt"
	"io"

	"parser/eval"
	"parser/eval/internal/ratios"
	"parser/eval/layout"
	"parser/parser/amr"
)

// score is a score by name. Counts of pairs of graphs add up, and precision, recall and F1 are those of the sums.
type score struct {
	Name string `json:"name"`
	eval.Counts
	Unproven int `json:"unproven"` // pairs in which more triples might match
}

// Precision is Right/System, or 0 if System is 0.
func (s score) Precision() eval.Percent { return eval.PercentOrZero(s.Right, s.System) }

// Recall is Right/Gold, or 0 if Gold is 0.
func (s score) Recall() eval.Percent { return eval.PercentOrZero(s.Right, s.Gold) }

// MarshalJSON adds the ratios.
func (s score) MarshalJSON() ([]byte, error) {
	type counts score // without this method
	return ratios.Marshal(counts(s), "precision", s.Precision(), "recall", s.Recall(), "f1", s.F1())
}

func (s *score) add(m Mapping) {
	s.Add(m.Counts)
	s.Unproven += eval.One(!m.Proven)
}

// Report has the scores of a system's graphs.
type Report struct {
	Gold   string  `json:"gold"`   // name, for the heading
	System string  `json:"system"` // name, for the heading
	Pairs  int     `json:"pairs"`
	Smatch score   `json:"smatch"`
	Kinds  []score `json:"kinds"` // by kind of triple, under one of the best mappings for Smatch
	// Aspects are the scores of Damonte, Cohen & Satta 2017: Smatch if all roles are the same, and if all senses are
	// the same; the concepts with a name, the links by wiki, the concepts with a polarity, and all concepts, each once
	// per graph; and Smatch of the edges to variables that several edges enter, and of the edges ARG0, ARG1 and so on.
	Aspects []score `json:"aspects"`
}

// Scorer compares graphs pair by pair.
type Scorer struct {
	options Options
	report  Report
}

// NewScorer returns a scorer that has seen nothing.
func NewScorer(o Options) *Scorer {
	s := &Scorer{options: o, report: Report{Smatch: score{Name: "Smatch"}}}
	for k := range amr.Root + 1 {
		s.report.Kinds = append(s.report.Kinds, score{Name: k.String()})
	}
	for _, a := range aspects {
		s.report.Aspects = append(s.report.Aspects, score{Name: a.name})
	}
	return s
}

// Add compares one more pair.
func (s *Scorer) Add(gold, system *amr.Graph) {
	r, a, b := &s.report, gold.Triples(), system.Triples()
	m := Match(a, b, s.options)
	r.Pairs++
	r.Smatch.add(m)
	inGold, inSystem := a.List(), b.List()
	found, _ := m.Matches(inGold, inSystem)
	for k := range r.Kinds {
		r.Kinds[k].Unproven = r.Smatch.Unproven
	}
	for i, t := range inGold {
		r.Kinds[t.Kind].Add(eval.Counts{Right: eval.One(found[i]), Gold: 1})
	}
	for _, t := range inSystem {
		r.Kinds[t.Kind].Add(eval.Counts{System: 1})
	}
	for i := range aspects {
		r.Aspects[i].add(aspects[i].score([2]*amr.Graph{gold, system}, [2]*amr.Triples{a, b}, m.Vars, s.options))
	}
}

// Report sums up the pairs added so far.
func (s *Scorer) Report() *Report {
	r := s.report
	return &r
}

// Write prints the report as text.
func (r *Report) Write(w io.Writer) error { return r.print(w, r.Kinds, r.Aspects) }

// WriteScore prints Smatch only.
func (r *Report) WriteScore(w io.Writer) error { return r.print(w, nil, nil) }

func (r *Report) print(w io.Writer, kinds, aspects []score) error {
	rows := [][]string{{"", "right", "gold", "system", "precision", "recall", "F1", "unproven"}, r.Smatch.row("")}
	for _, s := range kinds {
		rows = append(rows, s.row("  "))
	}
	if len(aspects) > 0 {
		rows = append(rows, nil)
	}
	for _, s := range aspects {
		rows = append(rows, s.row(""))
	}
	return layout.Print(w, func(p layout.Printer) {
		p.Printf("%s: %s with %s\n\n", r.Gold, layout.Count(r.Pairs, "graph"), r.System)
		p.Lines(layout.Lines(rows, 1)...)
		p.Lines("")
		if r.Smatch.Unproven == 0 {
			p.Lines("exact: no mapping of variables matches more triples")
		} else {
			p.Printf("not exact: other mappings of variables might match more triples in %s\n", layout.Count(r.Smatch.Unproven, "pair"))
		}
	})
}

func (s *score) row(indent string) []string {
	return []string{indent + s.Name, fmt.Sprint(s.Right), fmt.Sprint(s.Gold), fmt.Sprint(s.System),
		s.Precision().String(), s.Recall().String(), s.F1().String(), fmt.Sprint(s.Unproven)}
}
