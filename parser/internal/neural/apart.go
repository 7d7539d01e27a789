package neural

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/loops"
	"parser/parser/internal/score"
)

// Where treebanks are told apart, the words of a sentence have only values that its treebank has. So the softmax is one over
// these, which are a hundredth of those of a hundred languages, and takes as much less time.

// findBanks lists, by the names of treebanks, the places of the values of a tagset that their words have, beside those known
// before; nil if no treebank has a name.
func (t *tagset) findBanks(sentences iter.Seq[[]conll.Word], known map[string][]int32) {
	seen := map[string]map[int32]bool{}
	for bank, values := range known {
		seen[bank] = map[int32]bool{}
		for _, v := range values {
			seen[bank][v] = true
		}
	}
	for words := range sentences {
		for i := range words {
			v, ok := t.rows[t.value(&words[i])]
			bank := score.Treebank(&words[i])
			if !ok || bank == "_" {
				continue
			}
			if seen[bank] == nil {
				seen[bank] = map[int32]bool{}
			}
			seen[bank][v] = true
		}
	}
	for bank, values := range seen {
		if t.banks == nil {
			t.banks = map[string][]int32{}
		}
		t.banks[bank] = slices.Sorted(maps.Keys(values))
	}
}

// banksEntry names the entry of a model file that has, for each treebank, its name, a tab and the places of its values.
func (t *tagset) banksEntry(prefix string) string { return prefix + "tags/" + t.name() + "/own" }

func (t *tagset) banksText() string {
	var b strings.Builder
	for _, bank := range slices.Sorted(maps.Keys(t.banks)) {
		b.WriteString(bank + "\t" + strings.Trim(fmt.Sprint(t.banks[bank]), "[]") + "\n")
	}
	return b.String()
}

// loadBanks reads what banksText has written, if the file has it.
func (t *tagset) loadBanks(arrays *npz.Arrays, prefix string) error {
	if !arrays.Has(t.banksEntry(prefix)) {
		return nil
	}
	text, err := npz.Array[byte](arrays, t.banksEntry(prefix))
	if err != nil {
		return err
	}
	t.banks = map[string][]int32{}
	for line := range strings.Lines(string(text)) {
		bank, places, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		for _, field := range strings.Fields(places) {
			v, err := strconv.ParseInt(field, 10, 32)
			if own := t.banks[bank]; err != nil || v < 0 || int(v) >= len(t.values) || len(own) > 0 && int32(v) <= own[len(own)-1] {
				return fmt.Errorf("%w: values of %s in the treebank %q: %q", npz.ErrFile, t.name(), bank, field)
			}
			t.banks[bank] = append(t.banks[bank], int32(v))
		}
	}
	return nil
}

// cut is what a network makes of the tags of one treebank.
type cut struct {
	values   [][]int32           // for each tagger, those of the treebank, ascending; nil for all
	taggers  []*tagger           // with these values alone
	together func() combinations // of these values
	stale    bool                // the weights have changed
}

// cuts are made of the weights as they are.
type cuts struct {
	sync.Mutex
	of              map[string]*cut // by the name of a treebank
	learning, whole bool            // see packFor
}

// cutOf returns what there is for a treebank, or for words of which it is not known.
func (n *network) cutOf(bank string) *cut {
	n.cuts.Lock()
	defer n.cuts.Unlock()
	c := n.cuts.of[bank]
	if c == nil {
		c = &cut{stale: true, together: sync.OnceValue(func() combinations { return n.together.within(c.values) })}
		for _, t := range n.taggers {
			values := t.banks[bank]
			if len(values) > 0 {
				t = t.only(values, n.cuts.learning)
			}
			c.values, c.taggers = append(c.values, values), append(c.taggers, t)
		}
		n.cuts.of[bank] = c
	}
	if c.stale {
		for k, t := range n.taggers {
			if part := c.taggers[k]; part != t {
				part.copyFrom(t, c.values[k])
				packFactors(1, part.matrices(), n.cuts.learning, n.cuts.whole)
			}
		}
		c.stale = false
	}
	return c
}

// renewCuts forgets cuts of weights that have changed.
func (n *network) renewCuts(learning, whole bool) {
	if n.cuts == nil || !learning {
		n.cuts = &cuts{of: map[string]*cut{}, learning: learning, whole: whole}
	}
	for _, c := range n.cuts.of {
		c.stale = true
	}
}

// only returns a tagger of some of the values, without weights.
func (t *tagger) only(values []int32, learning bool) *tagger {
	part := &tagger{tagset: t.tagset, output: t.output.part(t.output.rows, len(values), learning), bias: t.bias.part(1, len(values), learning)}
	if t.expected != nil {
		part.expected = t.expected.part(len(values), t.expected.cols, learning)
	}
	return part
}

func (m *matrix) part(rows, cols int, learning bool) *matrix {
	part := &matrix{name: m.name, rows: rows, cols: cols, factor: m.factor, crew: m.crew}
	part.zero()
	if learning {
		part.gradient = make([]float32, rows*cols)
	}
	return part
}

// copyFrom sets the weights to those of some values of a tagger, and gradients to 0.
func (t *tagger) copyFrom(whole *tagger, values []int32) {
	t.output.copyColumns(whole.output, values)
	t.bias.copyColumns(whole.bias, values)
	if t.expected != nil {
		for i, v := range values {
			own := t.expected.row(int32(i))
			copy(own, whole.expected.rowIn(own, v))
		}
	}
	for _, m := range t.matrices() {
		clear(m.gradient)
	}
}

func (m *matrix) copyColumns(whole *matrix, places []int32) {
	room := make([]float32, whole.cols)
	for row := range m.rows {
		to, from := m.row(int32(row)), whole.rowIn(room, int32(row))
		for i, j := range places {
			to[i] = from[j]
		}
	}
}

// learned adds the gradients of a cut of a tagger, which has some of its values, to its own.
func (t *tagger) learned(part *tagger, values []int32) {
	if part == t {
		return
	}
	for _, m := range [][2]*matrix{{t.output, part.output}, {t.bias, part.bias}} {
		whole, some := m[0], m[1]
		for row := range some.rows {
			to, from := whole.gradient[row*whole.cols:][:whole.cols], some.gradient[row*some.cols:][:some.cols]
			for i, j := range values {
				to[j] += from[i]
			}
		}
	}
	if t.expected != nil {
		for i, j := range values {
			loops.Add(t.expected.gradientRow(j), part.expected.gradient[i*part.expected.cols:][:part.expected.cols])
		}
	}
}

// group is the sentences of a batch that follow one treebank.
type group struct {
	*cut
	bank string
	rows []int32 // of the packing, ascending
}

// clear sets the probabilities of the last batch to 0 again, so that those which the next one does not set are 0.
func (t *tagged) clear(all []*tagger) {
	for k, p := range t.probabilities {
		n := len(all[k].values)
		for _, g := range t.groups {
			for _, row := range g.rows {
				q := p[int(row)*n:][:n]
				if g.values[k] == nil {
					clear(q)
				}
				for _, v := range g.values[k] {
					q[v] = 0
				}
			}
		}
	}
}

// group sorts the sentences by treebank.
func (s *session) group() {
	t := &s.tagged
	t.groups, t.of = t.groups[:0], t.of[:0]
	for sentence, words := range s.sentences {
		bank := "_"
		if len(words) > 0 && s.taggers[0].banks != nil {
			bank = score.Treebank(&words[0])
		}
		at := slices.IndexFunc(t.groups, func(g group) bool { return g.bank == bank })
		if at < 0 {
			at = len(t.groups)
			t.groups = append(t.groups, group{cut: s.cutOf(bank), bank: bank})
		}
		t.of = append(t.of, at)
		for position := range len(words) + 2 {
			t.groups[at].rows = append(t.groups[at].rows, int32(s.row(sentence, position)))
		}
	}
	for i := range t.groups {
		slices.Sort(t.groups[i].rows)
	}
}

// gather returns the rows of a group, of a matrix with wide numbers in a row, n of them from a column on.
func (g *group) gather(dst, x []float32, wide, from, n int) []float32 {
	dst = sized(dst, len(g.rows)*n)
	for i, row := range g.rows {
		copy(dst[i*n:][:n], x[int(row)*wide+from:])
	}
	return dst
}

// add adds rows to those of a group.
func (g *group) add(x []float32, wide, from int, rows []float32, n int) {
	for i, row := range g.rows {
		loops.Add(x[int(row)*wide+from:][:n], rows[i*n:][:n])
	}
}

// place returns where a value of a tagger is among those of the cut.
func (c *cut) place(k int, value int32) (place int, known bool) {
	if c.values[k] == nil {
		return int(value), value >= 0
	}
	return slices.BinarySearch(c.values[k], value)
}

// spread sets a row of all values of a tagger to those of a cut.
func spread(all, some []float32, values []int32) {
	if values == nil {
		copy(all, some)
		return
	}
	for i, v := range values {
		all[v] = some[i]
	}
}

// collect is the opposite of spread.
func collect(some, all []float32, values []int32) {
	if values == nil {
		copy(some, all)
		return
	}
	for i, v := range values {
		some[i] = all[v]
	}
}

// ofValues returns, for the rows of a group, the probabilities of a tagger's values that the treebank has, in inRows.
func (t *tagged) ofValues(g *group, k int) []float32 {
	part := g.taggers[k]
	m, n := part.output.cols, len(part.values)
	t.inRows = sized(t.inRows, len(g.rows)*m)
	for i, row := range g.rows {
		collect(t.inRows[i*m:][:m], t.probabilities[k][int(row)*n:][:n], g.values[k])
	}
	return t.inRows
}

// highestOf returns that of the numbers at some places, or at all.
func highestOf(x []float32, places []int32) int32 {
	if places == nil {
		return int32(highest(x))
	}
	best := places[0]
	for _, i := range places {
		if x[i] > x[best] {
			best = i
		}
	}
	return best
}

// within returns the combinations of values that are in lists; nil is the list of all.
func (c combinations) within(lists [][]int32) (some combinations) {
	for _, row := range c {
		inside := true
		for k, list := range lists {
			_, found := slices.BinarySearch(list, row[k])
			inside = inside && (found || list == nil)
		}
		if inside {
			some = append(some, row)
		}
	}
	return some
}
