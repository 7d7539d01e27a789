package oracle

import (
	"math"
	"slices"

	"parser/transition"
)

// cell is an item of the stack as far as G depends on it. In arc-hybrid no item
// is headed.
type cell struct {
	word   int32
	headed bool
}

// impossible is more than any loss, and three of it are no overflow.
const impossible = math.MaxInt32 / 4

// fillSpans fills W, shorter spans before the longer ones that contain them.
func (o *PD) fillSpans() {
	area := o.size * o.size
	o.rows, o.columns, o.values = sized(o.rows, area), sized(o.columns, area), sized(o.values, area)
	for j := int32(1); j <= o.end; j++ {
		for i := j - 1; i >= 0; i-- {
			w := o.span(i, j)
			o.rows[int(i)*o.size+int(j)], o.columns[int(j)*o.size+int(i)] = w, w
		}
	}
}

// span returns W[i][j]. The minimum over all k is taken as if every head were
// wrong; then the k that one of the two possible heads is right for are looked
// at again, which are O(n²) in all.
func (o *PD) span(i, j int32) int32 {
	if i+1 == j {
		return 0
	}
	from := o.rows[int(i)*o.size : int(i+1)*o.size]
	to := o.columns[int(j)*o.size : int(j+1)*o.size]
	best := 1 + leastSum(from[i+1:j], to[i+1:j])
	below, front := o.heads(i, j)
	for _, h := range [...]int32{below, front} {
		if h == transition.None {
			continue
		}
		for _, k := range o.deps[o.first[h]:o.first[h+1]] {
			if i < k && k < j {
				best = min(best, from[k]+to[k])
			}
		}
	}
	return best
}

// row returns G_t.
func (o *PD) row(t int) []int32 { return o.values[t*o.size : (t+1)*o.size] }

// follow fills the rows of G that c's stack needs and the last one had not. Rows
// above the top stay: the same words may be pushed again.
func (o *PD) follow(c *transition.Config) {
	for t, w := range c.Stack {
		s := cell{w, c.HasHead(w)}
		if t < len(o.cells) && o.cells[t] == s {
			continue
		}
		o.cells = append(o.cells[:t], s)
		o.fillRow(t)
	}
}

// fillRow fills G_t for all fronts that s_t can have before it.
func (o *PD) fillRow(t int) {
	row, word := o.row(t), o.cells[t].word
	for j := o.end; j > word; j-- {
		least := int32(impossible)
		switch {
		case t > 0:
			least = o.leave(t, j) + o.row(t - 1)[j]
		case j == o.end:
			least = 0
		}
		if j < o.end {
			least = min(least, o.push(t, j))
		}
		row[j] = least
	}
}

// leave is the loss of s_t when it leaves the stack with front j.
func (o *PD) leave(t int, j int32) int32 {
	s := o.cells[t]
	below, front := o.heads(o.cells[t-1].word, j)
	switch {
	case s.headed && below == transition.None:
		return impossible // under SingleRoot the root stays
	case s.headed:
		return 0
	case o.eager && (j < o.end || !o.single):
		below = transition.None // it was too late for RA when s_t was shifted
	}
	h := o.head[s.word]
	return indicator(h != below && h != front)
}

// push is the least loss by way of pushing the front k onto cell t.
func (o *PD) push(t int, k int32) int32 {
	if s := o.cells[t].word; o.head[k] == s && (s != 0 || !o.single) {
		return o.pushHeaded(t, k)
	}
	return o.pushHeadless(t, k)
}

// pushHeaded is the least loss by way of pushing the front k onto cell t, whose
// word is or will be its head: min over j of W[k][j] + G_t[j]. Under SingleRoot
// what hangs from ROOT leaves the stack last.
func (o *PD) pushHeaded(t int, k int32) int32 {
	w, g := o.rows[int(k)*o.size:], o.row(t)
	if o.single && o.cells[t].word == 0 {
		return w[o.end] + g[o.end]
	}
	return leastSum(w[k+1:o.end+1], g[k+1:o.end+1])
}

// pushHeadless is the least loss by way of pushing the front k onto cell t, its
// head being wrong, or right because k leaves at the one front that has it.
func (o *PD) pushHeadless(t int, k int32) int32 {
	w, g := o.rows[int(k)*o.size:], o.row(t)
	least := 1 + leastSum(w[k+1:o.end+1], g[k+1:o.end+1])
	if j := o.lateFront(k, o.cells[t].word); j != transition.None {
		least = min(least, w[j]+g[j])
	}
	return least
}

// lateFront returns the front at which the word k, pushed onto i without a head,
// finds its gold head when it leaves, or None: the gold head itself by LA, or
// the end, where arc-eager gives ROOT under MultiRoot, and both systems i under
// SingleRoot.
func (o *PD) lateFront(k, i int32) int32 {
	switch h := o.head[k]; {
	case h > k:
		return h
	case h == i && o.single, h == 0 && o.eager && !o.single:
		return o.end
	}
	return transition.None
}

// leastSum returns the least a[i]+b[i]. The slices are equally long and not empty.
func leastSum(a, b []int32) int32 {
	least := int32(math.MaxInt32)
	b = b[:len(a)]
	for i, x := range a {
		least = min(least, x+b[i])
	}
	return least
}

// sized returns n numbers that mean nothing, in the memory of s if there is enough.
func sized(s []int32, n int) []int32 { return slices.Grow(s[:0], n)[:n] }
