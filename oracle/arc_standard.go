package oracle

import (
	"fmt"

	"parser/transition"
)

// arcStandard is the dynamic oracle of arc-standard for any gold tree, projective or not, whole or
// partial, with one root or several, exact against the loss of the finished tree: the tabular method
// of Goldberg, Sartorio & Satta (2014). Arc-standard is not arc-decomposable: gold arcs that can
// each still be built may exclude one another, because only the two topmost items of the stack meet.
// So the least loss of all ways to finish is found by dynamic programming.
//
// A front k stands for the buffer k..n; n+1 is the empty buffer. c(d, h) is 1 if h is not the gold
// head of d and that is known, else 0. Three tables depend on the gold tree alone and hold the least
// number of wrong heads (Eisner 1996 splits subtrees at their roots like this):
//
//	left[j][y]   of words j..y-1, all below y
//	right[x][k]  of words x+1..k-1, all below x
//	tree[j][k]   of words j..k-1 as one subtree, whose root counts as wrong, unless its head is unknown
//
//	D(h, j, k) = min( tree[j][k], min over gold dependents d of h in j..k-1 of left[j][d] + right[d][k] )
//
//	left[j][y]  = min over k of D(y, j, k) + left[k][y]
//	right[x][k] = min over j of right[x][j] + D(x, j, k)
//	tree[j][k]  = min over y of left[j][y] + right[y][k] + c(y, no word)
//
// where D(h, j, k) is that of words j..k-1 as one subtree below h. For each cell t of the stack, which
// holds s_t, there are the least losses of all words not yet attached,
//
//	G_t[k]     with cell t on top;
//	F_t[x][k]  with the root x of a subtree on cell t, which gets no more dependents on its right;
//	E_t[y]     with y on cell t, all words from the old front to y-1 being below it;
//	M_t[k]     with a subtree on cell t whose head will be a word from k on, apart from that arc.
//
// A word may have all its dependents on the right before any on the stack, since these arcs do not
// hinder each other. So x gets s_t as a dependent, or becomes one of s_t, or one of a later word y:
//
//	G_t[k]    = min( F_{t-1}[s_t][k], min over k' of D(s_t, k, k') + G_t[k'] )
//	F_t[x][k] = min( F_{t-1}[x][k] + c(s_t, x), G_t[k] + c(x, s_t), min over y≥k of left[k][y] + E_t[y] + c(x, y) )
//	E_t[y]    = min over k of right[y][k] + F_t[y][k]
//	M_t[k]    = min over y≥k of left[k][y] + E_t[y]
//
// ROOT, cell 0, ends the parse: G_0[n+1] = 0. Under SingleRoot it gets one dependent, with n+1 in
// front. The costs of SH, LA and RA are read off E of the top, G of s_0 where s_1 lies, and G of
// the cell below the top. Time and space are O(n²) for each cell that is pushed, O(n³) for a sentence.
type arcStandard struct {
	base
	end    int32 // n+1, the front of the empty buffer
	size   int   // length of a row: fronts 0..n+1
	filled bool  // left, right and tree are those of the gold tree

	left, tree square
	right      []int32 // rows
	headed     []int32 // columns of right[y][k] + c(y, no word)
	across     []int32 // for each word z and its gold head h: least loss of the words between them, z being the outermost dependent

	cells []cells
	spare []int32 // G of s_0 where s_1 lies
	meet  []int32 // working space of above
	later []int32 // working space of fill: M
}

// cells are the tables of a cell of the stack.
type cells struct {
	word   int32
	g, e   []int32
	f      []int32 // F[x] for x = n, n-1, …, word+1, each for the fronts from x+1 on
	filled bool    // e and f, which a cell needs once something is to be pushed onto it
}

// square is a matrix that is read by rows and by columns.
type square struct{ rows, columns []int32 }

func (o *arcStandard) set(q *square, i, j, v int32) {
	q.rows[int(i)*o.size+int(j)], q.columns[int(j)*o.size+int(i)] = v, v
}

// line returns a row or a column.
func (o *arcStandard) line(of []int32, i int32) []int32 { return of[int(i)*o.size : (int(i)+1)*o.size] }

// Start reads the gold tree. Heads that form a cycle are not a tree, but the recurrences hold for
// them as well. As "dynamic" it refuses trees that are not projective, like all oracles of that name
// (ErrNonProjective); "pd" does not. Both refuse sentences of more than MaxPD words: ErrTooLong.
func (o *arcStandard) Start(g *Gold) error {
	if g.Len() > MaxPD {
		return fmt.Errorf("%w: %d words, more than %d", ErrTooLong, g.Len(), MaxPD)
	}
	o.end, o.size, o.filled, o.cells = int32(g.Len())+1, g.Len()+2, false, o.cells[:0]
	return o.base.Start(g)
}

// Moves implements Oracle: the loss of each move minus the least of these losses.
func (o *arcStandard) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	*dst = Costs{}
	if !o.filled {
		o.fillTrees()
		o.filled = true
	}
	o.follow(c)
	top, s0, s1, k := len(c.Stack)-1, c.S(0), c.S(1), c.Next
	if legal.Has(transition.Shift) {
		o.fill(top)
		dst[transition.Shift] = o.cells[top].e[k]
	}
	if legal.Has(transition.Left) {
		o.above(o.spare, top-2, s0, k)
		dst[transition.Left] = o.wrong(s1, s0) + o.spare[k]
	}
	if legal.Has(transition.Right) {
		dst[transition.Right] = o.wrong(s0, s1) + o.cells[top-1].g[k]
	}
	least := dst.least(legal)
	for m := range dst {
		dst[m] = WrongHead * (dst[m] - least)
	}
	return nil
}

// fillTrees fills the tables of the gold tree, each subtree after those inside it.
func (o *arcStandard) fillTrees() {
	area := o.size * o.size
	for _, table := range []*[]int32{&o.left.rows, &o.left.columns, &o.tree.rows, &o.tree.columns, &o.right, &o.headed} {
		*table = sized(*table, area)
	}
	for _, line := range []*[]int32{&o.across, &o.spare, &o.meet, &o.later} {
		*line = sized(*line, o.size)
	}
	for k := int32(1); k <= o.end; k++ {
		if k < o.end {
			o.set(&o.left, k, k, 0)
		}
		for j := k - 1; j > 0; j-- {
			o.fillRight(j, k)
			o.set(&o.tree, j, k, leastSum(o.line(o.left.rows, j)[j:k], o.line(o.headed, k)[j:k]))
			if k < o.end {
				o.fillLeft(j, k)
			}
		}
		if k < o.end && 0 < o.head[k] && o.head[k] < k {
			h := o.head[k]
			o.across[k] = leastSum(o.line(o.right, h)[h+1:k+1], o.line(o.left.columns, k)[h+1:k+1])
		}
	}
}

// fillRight fills in right[x][k]. The last dependent of x is the root of a tree, and a gold one or not.
func (o *arcStandard) fillRight(x, k int32) {
	row := o.line(o.right, x)
	least := int32(0)
	if x+1 < k {
		least = leastSum(row[x+1:k], o.line(o.tree.columns, k)[x+1:k])
		for _, d := range o.deps.of(x) {
			if x < d && d < k {
				least = min(least, o.across[d]+o.line(o.right, d)[k])
			}
		}
	}
	row[k] = least
	o.line(o.headed, k)[x] = least + o.wrong(x, o.end)
}

// fillLeft fills in left[j][y]. The first dependent of y is the root of a tree, and a gold one or not.
func (o *arcStandard) fillLeft(j, y int32) {
	if o.head[j] == y {
		o.across[j] = leastSum(o.line(o.right, j)[j+1:y+1], o.line(o.left.columns, y)[j+1:y+1])
	}
	least := leastSum(o.line(o.tree.rows, j)[j+1:y+1], o.line(o.left.columns, y)[j+1:y+1])
	for _, d := range o.deps.of(y) {
		if j <= d && d < y {
			least = min(least, o.line(o.left.rows, j)[d]+o.across[d])
		}
	}
	o.set(&o.left, j, y, least)
}

// wrong is the loss of giving d the head h, 0 or 1.
func (o *arcStandard) wrong(d, h int32) int32 {
	return indicator(o.head[d] != h && o.head[d] != transition.None)
}

// follow makes o.cells those of c's stack, perhaps with more above: the same words may be pushed
// again.
func (o *arcStandard) follow(c *transition.Config) {
	for t, w := range c.Stack {
		if t < len(o.cells) && o.cells[t].word == w {
			continue
		}
		if t > 0 {
			o.fill(t - 1)
		}
		if o.cells = o.cells[:t]; t < cap(o.cells) {
			o.cells = o.cells[:t+1] // with the memory of an old one
		} else {
			o.cells = append(o.cells, cells{})
		}
		this := &o.cells[t]
		this.word, this.filled, this.g = w, false, sized(this.g, o.size)
		o.above(this.g, t-1, w, w+1)
	}
}

// above sets g[k], for fronts k from the given one on, to G of a cell that holds s on cell t, or of
// ROOT.
func (o *arcStandard) above(g []int32, t int, s, from int32) {
	deps := o.deps.of(s)
	for k := o.end; k >= from; k-- {
		least := int32(impossible)
		switch {
		case s > 0:
			least = o.cells[t].subtree(s, o.end)[k-s-1]
		case k == o.end:
			least = 0
		}
		next := k + 1 // the first front after a subtree that begins with k
		if s == 0 && o.singleRoot {
			next = o.end
		}
		if k < o.end {
			least = min(least, leastSum(o.line(o.tree.rows, k)[next:o.end+1], g[next:o.end+1]))
			if o.head[k] == s {
				o.meet[k] = leastSum(o.line(o.right, k)[next:o.end+1], g[next:o.end+1])
			}
			left := o.line(o.left.rows, k)
			for i := len(deps) - 1; i >= 0 && deps[i] >= k; i-- {
				least = min(least, left[deps[i]]+o.meet[deps[i]])
			}
		}
		g[k] = least
	}
}

// subtree returns F[x], for the fronts from x+1 to end.
func (c *cells) subtree(x, end int32) []int32 {
	fronts := int(end - x)
	return c.f[fronts*(fronts-1)/2:][:fronts]
}

// fill fills in E and F of cell t, if that was not done; those of the cells below are filled in.
func (o *arcStandard) fill(t int) {
	this := &o.cells[t]
	if this.filled {
		return
	}
	s, later := this.word, o.later // M
	fronts := int(o.end - s)
	this.filled, this.e, this.f = true, sized(this.e, o.size), sized(this.f, fronts*(fronts-1)/2)
	later[o.end] = impossible
	for x := o.end - 1; x > s; x-- {
		f, g, m := this.subtree(x, o.end), this.g[x+1:o.end+1], later[x+1:o.end+1]
		asHead, asDep, asLater := int32(impossible), o.wrong(x, s), o.wrong(x, o.end)
		below := f // any: it cannot be the least
		if t > 0 {
			asHead, below = o.wrong(s, x), o.cells[t-1].subtree(x, o.end)
		}
		for i := range f {
			f[i] = min(g[i]+asDep, m[i]+asLater)
		}
		if s == 0 && o.singleRoot { // with an empty buffer alone may ROOT get a dependent
			for i := range f[:len(f)-1] {
				f[i] = m[i] + asLater
			}
		}
		if t > 0 {
			for i := range f {
				f[i] = min(f[i], below[i]+asHead)
			}
		}
		if h := o.head[x]; h > x {
			gold := o.line(o.left.columns, h)[x+1 : h+1]
			for i, l := range gold {
				f[i] = min(f[i], l+this.e[h])
			}
		}
		this.e[x] = leastSum(o.line(o.right, x)[x+1:o.end+1], f)
		later[x] = leastSum(o.line(o.left.rows, x)[x:o.end], this.e[x:o.end])
	}
}
