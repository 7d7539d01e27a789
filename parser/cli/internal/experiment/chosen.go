package experiment

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"parser/eval"
	"parser/parser/cli/internal/compare"
	"parser/parser/treebank"
)

// HoldOut returns a treebank without its last tenth, at least one item, and that tenth: what Chang et al. (2015) took for
// dev where a treebank has none.
func HoldOut(train treebank.Data) (rest, dev treebank.Data) {
	n := train.Len()
	n -= min(n, max(1, n/10))
	dev.Sentences, dev.Trees, dev.Graphs = after(train.Sentences, n), after(train.Trees, n), after(train.Graphs, n)
	if len(train.From) > 0 {
		dev.Sources, dev.From = train.Sources, train.From[n:]
	}
	return train.First(n), dev
}

func after[T any](list []T, n int) []T { return list[min(n, len(list)):] }

// chosen returns the run that is best on dev by the main metric, the first one of several; nil if there is no run.
func (t *Table) chosen(runs []*Run) (best *Run) {
	highest := 0.0
	for _, r := range runs {
		if x, ok := r.Score(Dev, t.metric(), t.Punctuation); ok && (best == nil || x > highest) {
			best, highest = r, x
		}
	}
	return best
}

// test computes the p values of a table as published, of scores in percent of the runs that were chosen: of rows as published
// against the best of them, and of ours against the row of the same name as published or, if there is no such row, against
// the best. Runs are by row, then language.
func (t *Table) test(chosen map[[2]string]*Run) {
	for i := range t.Figures {
		f := &t.Figures[i]
		run, rival := chosen[[2]string{f.Variant, f.Lang}], t.rival(f)
		if run == nil || rival == nil || rival.Variant == f.Variant {
			continue
		}
		a := chosen[[2]string{rival.Variant, f.Lang}].counts(f.Part, f.Metric, t.Punctuation)
		b := run.counts(f.Part, f.Metric, t.Punctuation)
		if len(a) > 0 && len(a) == len(b) {
			f.Rival, f.P = rival.Variant, compare.Significance(a, b, compare.Sampling{Samples: compare.DefaultSamples, Seed: 1, Workers: runtime.GOMAXPROCS(0)})
		}
	}
}

// rival returns the figure that a figure is tested against, nil if the table has no such figure.
func (t *Table) rival(f *Figure) (best *Figure) {
	name, own := strings.CutSuffix(f.Variant, ours)
	for i := range t.Variants {
		v := &t.Variants[i]
		g := t.figure(v.Name, f.Lang, f.Part+" "+f.Metric)
		if !v.Published || len(g.Runs) == 0 {
			continue
		}
		if own && v.Name == strings.TrimSuffix(name, like) {
			return g
		}
		if best == nil || g.Mean > best.Mean {
			best = g
		}
	}
	return best
}

// counts returns how many words of each sentence of a part are right by a metric, and how many are scored; none if the
// run has kept no counts.
func (r *Run) counts(part, metric string, punctuation bool) (list []eval.Counts) {
	a := map[string]*Accuracy{Dev: r.Outcome.Dev, Test: r.Outcome.Test}[part]
	if a == nil || !slices.Contains([]string{uas, las}, metric) {
		return nil
	}
	for _, s := range a.Sentences {
		words := s[1]
		if punctuation {
			words = s[0]
		}
		right := words[2]
		if metric == uas {
			right = words[1]
		}
		list = append(list, eval.Counts{Right: right, Gold: words[0], System: words[0]})
	}
	return list
}

// cell returns a figure as a cell. As published, it has the p value of its difference from its rival in brackets, and rows
// as published alone are compared with each other.
func (t *Table) cell(f *Figure, rivals string) cell {
	if !t.AsPublished || len(f.Runs) == 0 {
		return f.cell(len(f.Runs), rivals)
	}
	if !slices.ContainsFunc(t.Variants, func(v TableVariant) bool { return v.Name == f.Variant && v.Published }) {
		rivals = ""
	}
	c := f.cell(1, rivals)
	if f.Rival != "" {
		c.text += " (" + pText(f.P) + ")"
	}
	return c
}

// pText returns a p value without its zero.
func pText(p float64) string {
	if p < 0.001 {
		return "<.001"
	}
	return strings.TrimPrefix(strconv.FormatFloat(p, 'f', 3, 64), "0")
}

// chosenText is the end of the caption about scores of runs that were chosen.
func (t *Table) chosenText() string {
	if len(t.Seeds) == 1 {
		return seedsText(t.Seeds)
	}
	return ", of the run with the best " + t.metric() + " on dev of the seeds " + listed(strings.Fields(strings.Trim(fmt.Sprint(t.Seeds), "[]")))
}

// sayChosen adds what brackets and stars mean.
func (t *Table) sayChosen(p *page) {
	tested := func(f Figure) bool { return f.Rival != "" }
	p.notes = append(p.notes, "rows have the settings of the paper, and the best of them stars; those that end with \""+ours+"\" have ours")
	note := "no test of differences: it takes dependencies, and results that this version of the program has made"
	if slices.ContainsFunc(t.Figures, tested) {
		note = fmt.Sprintf("in brackets: p of the difference from the best row with the paper's settings, and of our row from the row of the "+
			"same name, by approximate randomisation over sentences, %d samples", compare.DefaultSamples)
	}
	p.notes = append(p.notes, note)
}

// noted returns what of a row as published is not the paper's, after a semicolon.
func (v *TableVariant) noted() string {
	if v.Note == "" {
		return ""
	}
	return "; not as published: " + v.Note
}
