package decode

import (
	"cmp"
	"math"
	"slices"

	"parser/transition"
)

// Option is a label that a word can have, with its score.
type Option struct {
	Label int32
	Score float64
}

// Relabel gives the words of a tree, which keep their heads, the labels of the highest sum of scores among those that
// break the fewest rules. options has those of each node; where the tree has the label of a word is taken to be the best.
// A label that demands another tag than the best costs what [Tagging.Fitting] says.
//
// It is dynamic programming from the leaves up, of the best labels below a word for each label of that word. Of the
// dependents of a word one can be the subject, another the object, and a third one spare it a tag; all others have their
// best label of other kinds.
func (r *Rules) Relabel(nodes []transition.Node, options [][]Option, t *Tagging) {
	n := len(nodes)
	l := relabelling{rules: r, tagging: t, options: make([][]Option, n), kids: make([][]int32, n), best: make([][]ways, n)}
	for i, node := range nodes[1:] {
		l.options[i+1] = withBest(options[i+1], node.Label)
		l.kids[node.Head] = append(l.kids[node.Head], int32(i+1))
	}
	order := []int32{0}
	for i := 0; i < len(order); i++ {
		order = append(order, l.kids[order[i]]...)
	}
	for _, w := range slices.Backward(order[1:]) {
		for _, o := range l.options[w] {
			l.best[w] = append(l.best[w], l.way(w, nodes[w].Head, o))
		}
	}
	l.best[0] = []ways{l.below(0, transition.None, false)}
	chosen := make([]int, n) // of the options of each node
	for _, w := range order {
		for i, kid := range l.kids[w] {
			chosen[kid] = l.best[w][chosen[w]].chosen[i]
			nodes[kid].Label = l.options[kid][chosen[kid]].Label
		}
	}
}

// withBest returns options with a label that is as good as the best of them.
func withBest(options []Option, label int32) []Option {
	highest, all := 0.0, slices.Clone(options)
	for i, o := range all {
		if i == 0 || o.Score > highest {
			highest = o.Score
		}
	}
	at := slices.IndexFunc(all, func(o Option) bool { return o.Label == label })
	if at < 0 {
		at, all = len(all), append(all, Option{Label: label})
	}
	all[at].Score = highest
	return all
}

// relabelling is the search of Relabel.
type relabelling struct {
	rules   *Rules
	tagging *Tagging
	options [][]Option // of each node
	kids    [][]int32
	best    [][]ways // of each node, for each of its options
}

// ways is the best way to label what is below a node.
type ways struct {
	score  float64
	chosen []int // of the options of each kid
}

// broken is what breaking a rule costs, more than all scores of a sentence together.
const broken = 1e7

// way returns the score of an option of a word with all below it.
func (l *relabelling) way(w, head int32, o Option) ways {
	cost := func(spared bool) float64 {
		if l.tagging == nil {
			return 0
		}
		suits := func(tag int32) bool { return l.rules.suits(l.tagging.Name(tag), o.Label, spared) }
		if _, change := l.tagging.Fitting(int(w)-1, o.Label, len(l.kids[w]) > 0, suits); !math.IsInf(change, -1) {
			return max(hardly, change)
		}
		if suits(l.tagging.Best[w-1]) {
			return hardly
		}
		return -broken
	}
	best, full := l.below(w, o.Label, false), cost(false)
	if best.score += full; full < 0 && len(l.kids[w]) > 0 {
		if less := cost(true); less > full {
			spared := l.below(w, o.Label, true)
			if spared.score += less; spared.score > best.score {
				best = spared
			}
		}
	}
	if best.score += o.Score; l.rules.relations[o.Label].rightward && w < head {
		best.score -= broken
	}
	return best
}

// below returns the best labels of the kids of a word with a label, one of which spares it what that demands if need be.
func (l *relabelling) below(w, label int32, spare bool) ways {
	kids := make([]kid, len(l.kids[w]))
	for i, word := range l.kids[w] {
		kids[i] = l.kid(word, label)
	}
	gain, taken := assign(kids, spare, nil)
	all := ways{score: gain}
	for i, k := range kids {
		all.score += k.scores[k.usual] - k.usual.extra()
		as := k.usual
		if at := slices.Index(taken, i); at >= 0 {
			as = role(at)
		}
		all.chosen = append(all.chosen, k.options[as])
	}
	return all
}

// kid is what a dependent of a word is worth in each role.
type kid struct {
	scores  [roles]float64
	options [roles]int // the best ones
	usual   role       // the best one unless another is the only one to have it
}

// extra is what a role costs that another dependent has as well.
func (as role) extra() float64 {
	if as == subject || as == object {
		return broken
	}
	return 0
}

// kid weighs a dependent of a word with a label.
func (l *relabelling) kid(word, label int32) (k kid) {
	for as := range k.scores {
		k.scores[as] = math.Inf(-1)
	}
	for at, o := range l.options[word] {
		score, as := l.best[word][at].score, l.rules.relations[o.Label].role
		if label != transition.None && l.rules.relations[label].sparedBy[o.Label] {
			as = sparing
		}
		if l.rules.excludes(label, o.Label) {
			score -= broken
		}
		if score > k.scores[as] {
			k.scores[as], k.options[as] = score, at
		}
	}
	k.usual = other
	for as := range other {
		if k.scores[as]-as.extra() > k.scores[k.usual]-k.usual.extra() {
			k.usual = as
		}
	}
	return k
}

// gain is what a dependent is worth as the only one to have a role, more than as usual.
func (k *kid) gain(as role) float64 { return k.scores[as] - (k.scores[k.usual] - k.usual.extra()) }

// assign continues a list that has for each role before other the dependent that has it, or −1 for none, and returns how
// much is gained. Three dependents compete for a role at most, since two more can be needed for the other roles.
func assign(kids []kid, spare bool, taken []int) (best float64, all []int) {
	as := role(len(taken))
	if as == other {
		return 0, taken
	}
	best = math.Inf(-1)
	var fit []int
	for i := range kids {
		if !slices.Contains(taken, i) && !math.IsInf(kids[i].scores[as], -1) {
			fit = append(fit, i)
		}
	}
	slices.SortStableFunc(fit, func(a, b int) int { return cmp.Compare(kids[b].gain(as), kids[a].gain(as)) })
	fit = fit[:min(len(fit), int(other))]
	switch {
	case as == sparing && !spare:
		fit = []int{-1}
	case as != sparing:
		fit = append(fit, -1)
	}
	for _, i := range fit {
		gain := 0.0
		if i >= 0 {
			gain = kids[i].gain(as)
		}
		rest, list := assign(kids, spare, append(slices.Clone(taken), i))
		if gain+rest > best {
			best, all = gain+rest, list
		}
	}
	return best, all
}
