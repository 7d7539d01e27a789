package model

import "math"

// Perceptron is the averaged multiclass perceptron (Collins 2002; Freund &
// Schapire 1999) with a margin. After a decision whose best class of least cost
// is g and whose best other class is p, it updates if
//
//	w_g·φ − w_p·φ < Margin (or = 0):   w_g ← w_g + φ,   w_p ← w_p − φ.
//
// Rows are sparse: a feature has cells only for the classes that it was updated
// for. Freeze returns the mean of the weights after each decision, computed
// lazily: with u = Σ t·Δ_t over the updates Δ_t made at decision t, the mean of
// the initial weights and those after each of T decisions is w − u/(T+1) (Daumé
// 2006, Figure 2.3).
type Perceptron struct {
	Margin float32 // 0 is the plain perceptron
	// MinUpdates is how often a feature must have been updated before it takes
	// part in scoring (Goldberg & Elhadad 2011); 0 and 1 let all take part.
	MinUpdates int

	classes int
	time    float64 // decisions so far, t above
	index   index
	rows    []span
	cells   []cell
	sums    []float64 // u, parallel to cells
	free    [16][]uint32
}

// cell is one weight of a row.
type cell struct {
	class  uint32
	weight float32
}

// span is where the cells of a row are: cells[start:start+n], room for 1<<room.
type span struct {
	start uint32
	n     uint16
	room  uint8
	seen  uint8 // updates so far, at most MinUpdates
}

var _ Learner = (*Perceptron)(nil)

// NewPerceptron returns a perceptron over the given number of classes.
func NewPerceptron(classes int, margin float32) *Perceptron {
	return &Perceptron{Margin: margin, classes: classes}
}

// Classes returns the number of classes.
func (p *Perceptron) Classes() int { return p.classes }

// Score sets dst to the scores under the current, not averaged, weights.
func (p *Perceptron) Score(dst []float32, features []uint64) {
	clear(dst)
	if len(p.rows) == 0 {
		return
	}
	for len(features) > 0 {
		n := min(gathered, len(features))
		p.addRows(dst, features[:n])
		features = features[n:]
	}
}

// addRows adds up to gathered rows to dst, loading what is needed of all of
// them before using any; see table.locate.
func (p *Perceptron) addRows(dst []float32, features []uint64) {
	var rows [gathered]uint32
	var spans [gathered]span
	var first [gathered]cell
	p.index.locate(&rows, features)
	for i := range features {
		if rows[i] != 0 {
			spans[i] = p.rows[rows[i]-1]
		}
	}
	for i := range features {
		first[i] = p.cells[spans[i].start]
	}
	for i := range features {
		s := spans[i]
		if s.n == 0 || int(s.seen) < p.MinUpdates {
			continue
		}
		dst[first[i].class] += first[i].weight
		for _, c := range p.cells[s.start+1 : s.start+uint32(s.n)] {
			dst[c.class] += c.weight
		}
	}
}

// Learn makes one update if the margin is violated.
func (p *Perceptron) Learn(d *Decision, scores []float32) {
	p.time++
	good := d.Cheapest(scores)
	bad, ok := rival(d, good, scores)
	if !ok || scores[good]-scores[bad] >= p.Margin && scores[good] > scores[bad] {
		return
	}
	for _, f := range d.Features {
		row := p.index.add(f)
		if row == len(p.rows) {
			p.rows = append(p.rows, p.allocate(0))
		}
		if r := &p.rows[row]; int(r.seen) < p.MinUpdates {
			r.seen++
		}
		p.bump(row, uint32(good), 1)
		p.bump(row, uint32(bad), -1)
	}
}

// rival returns the class of highest score among those that cost more than good.
func rival(d *Decision, good Class, scores []float32) (Class, bool) {
	least := float32(math.MaxFloat32)
	for i, k := range d.Classes {
		if k == good {
			least = d.Costs[i]
		}
	}
	best, ok := Class(0), false
	for i, k := range d.Classes {
		if d.Costs[i] > least && (!ok || scores[k] > scores[best]) {
			best, ok = k, true
		}
	}
	return best, ok
}

// bump adds delta to one weight.
func (p *Perceptron) bump(row int, class uint32, delta float32) {
	i := p.cell(row, class)
	p.cells[i].weight += delta
	p.sums[i] += p.time * float64(delta)
}

// cell returns the place of a row's cell for class, making it if need be.
func (p *Perceptron) cell(row int, class uint32) uint32 {
	s := &p.rows[row]
	for i := s.start; i < s.start+uint32(s.n); i++ {
		if p.cells[i].class == class {
			return i
		}
	}
	if int(s.n) == 1<<s.room {
		p.grow(s)
	}
	i := s.start + uint32(s.n)
	p.cells[i], p.sums[i] = cell{class: class}, 0
	s.n++
	return i
}

// grow moves a row to a place twice as large.
func (p *Perceptron) grow(s *span) {
	t := p.allocate(s.room + 1)
	copy(p.cells[t.start:], p.cells[s.start:s.start+uint32(s.n)])
	copy(p.sums[t.start:], p.sums[s.start:s.start+uint32(s.n)])
	p.free[s.room] = append(p.free[s.room], s.start)
	s.start, s.room = t.start, t.room
}

// allocate returns a place for 1<<room cells, reusing those that rows outgrew.
func (p *Perceptron) allocate(room uint8) span {
	if free := p.free[room]; len(free) > 0 {
		p.free[room] = free[:len(free)-1]
		return span{start: free[len(free)-1], room: room}
	}
	start := len(p.cells)
	p.cells = append(p.cells, make([]cell, 1<<room)...)
	p.sums = append(p.sums, make([]float64, 1<<room)...)
	return span{start: uint32(start), room: room}
}

// Freeze returns the averaged weights; rows that average to zero are left out.
func (p *Perceptron) Freeze() Model {
	b := newBuilder(p.classes)
	for row, s := range p.rows {
		if int(s.seen) < p.MinUpdates {
			continue
		}
		for i := s.start; i < s.start+uint32(s.n); i++ {
			mean := float64(p.cells[i].weight) - p.sums[i]/(p.time+1)
			b.add(p.cells[i].class, float32(mean))
		}
		b.endRow(p.index.keys[row])
	}
	return b.finish()
}
