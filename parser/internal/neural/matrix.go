package neural

import (
	"cmp"
	"math"
	"math/rand/v2"

	"parser/model/npz"
	"parser/parser/internal/loops"
)

// matrix is a matrix of weights, with what learning needs to know about it.
type matrix struct {
	name       string // in files
	rows, cols int
	weights    []float32 // row by row; see also all
	stored     *npz.Rows // instead of weights: of a loaded table, as texts need few of its rows, and of what has been packed
	begin      draw      // sets the weights that learning begins with
	slower     float32   // factor of the learning rate; 0 for 1

	// factor says that it is the right factor of products, for which pack makes copies of the weights
	// and, for learning, of their transpose.
	factor     bool
	product    product
	packedBack loops.Panels

	// While learning: the gradient of the batch, and its moments (Kingma & Ba 2015).
	gradient, mean, square []float32
	// table says that a batch touches only a few rows, which are listed; all other rows and their
	// moments stay unchanged.
	table   bool
	touched []int32
	isIn    []bool
	at      []int32    // places of the gradients of touched rows; nil if each row has its own
	crew    loops.Crew // that works on products
}

// newMatrix returns a matrix without weights, so that a file which declares a large one costs nothing.
func newMatrix(name string, rows, cols int, begin draw) *matrix {
	return &matrix{name: name, rows: rows, cols: cols, begin: begin}
}

func newFactor(name string, rows, cols int, begin draw) *matrix {
	return &matrix{name: name, rows: rows, cols: cols, begin: begin, factor: true}
}

func (m *matrix) zero() { m.weights = make([]float32, m.rows*m.cols) }

func (m *matrix) row(i int32) []float32 { return m.weights[int(i)*m.cols:][:m.cols] }

// rowIn returns a row of a table, which stands in room if it is stored.
func (m *matrix) rowIn(room []float32, i int32) []float32 {
	if m.stored == nil {
		return m.row(i)
	}
	m.stored.Row(room[:m.cols], int(i))
	return room[:m.cols]
}

// eachRow yields the rows of a stored matrix, which share memory.
func (m *matrix) eachRow(yield func(row int, x []float32)) {
	room := make([]float32, m.cols)
	for row := range m.rows {
		m.stored.Row(room, row)
		yield(row, room)
	}
}

// all returns the weights, row by row, also stored ones.
func (m *matrix) all() []float32 {
	if m.stored == nil {
		return m.weights
	}
	numbers := make([]float32, 0, m.rows*m.cols)
	m.eachRow(func(_ int, x []float32) { numbers = append(numbers, x...) })
	return numbers
}

// pack prepares for products after the weights have changed, and for those of learning.
func (m *matrix) pack(learning, whole bool) {
	m.product.set(m.all(), m.rows, m.cols, m.cols, whole)
	if learning {
		m.packedBack.Pack(m.weights, m.cols, m.rows, 1, m.cols)
	}
}

// affine sets the rows of dst to those of in times the factor, plus a bias.
func (m *matrix) affine(room *left, dst, in []float32, bias *matrix, rows int) {
	m.product.times(m.crew, dst, room.read(in, m.rows, rows, &m.product))
	for row := range rows {
		loops.Add(dst[row*m.cols:], bias.weights)
	}
}

// affineBack is the derivative of affine: given the gradient of dst, it adds to those of the factor, the bias and in.
// It needs room for a packed matrix.
func (m *matrix) affineBack(dIn, slopes, in []float32, bias *matrix, rows int, room *loops.Panels) {
	for row := range rows {
		loops.Add(bias.gradient, slopes[row*m.cols:][:m.cols])
	}
	room.Pack(slopes, rows, m.cols, m.cols, 1)
	room.MulAddBy(m.crew, m.gradient, m.cols, in, 1, m.rows, m.rows)
	m.packedBack.MulAddBy(m.crew, dIn, m.rows, slopes, m.cols, 1, rows)
}

// packFactors packs the factors among matrices, by a crew.
func packFactors(crew loops.Crew, all []*matrix, learning, whole bool) {
	crew.Each(len(all), func(i int) {
		if all[i].factor {
			all[i].pack(learning, whole)
		}
	})
}

// learn begins to learn.
func (m *matrix) learn(random *rand.Rand, crew loops.Crew) {
	m.crew = crew
	m.zero()
	m.begin(m, random)
	n := len(m.weights)
	m.gradient, m.mean, m.square = make([]float32, n), make([]float32, n), make([]float32, n)
	if m.table {
		m.isIn = make([]bool, m.rows)
	}
}

func (m *matrix) gradientRow(i int32) []float32 {
	if m.table && !m.isIn[i] {
		m.isIn[i], m.touched = true, append(m.touched, i)
		if m.at != nil {
			m.at[i] = int32(len(m.touched) - 1)
			m.gradient = append(m.gradient, make([]float32, m.cols)...)
		}
	}
	if m.at != nil {
		i = m.at[i]
	}
	return m.gradient[int(i)*m.cols:][:m.cols]
}

func (m *matrix) parts(yield func(from, to int)) {
	if !m.table {
		yield(0, len(m.weights))
		return
	}
	for _, i := range m.touched {
		yield(int(i)*m.cols, (int(i)+1)*m.cols)
	}
}

func (m *matrix) step(a *adam, rate, scale float32) {
	rate *= cmp.Or(m.slower, 1)
	m.parts(func(from, to int) {
		loops.Adam(m.weights[from:to], m.gradient[from:to], m.mean[from:to], m.square[from:to], rate, scale, a.meanDecay, a.squareDecay, a.epsilon)
	})
	for _, i := range m.touched {
		m.isIn[i] = false
	}
	m.touched = m.touched[:0]
}

func (m *matrix) keep(r *npz.Record) {
	for i, items := range []*[]float32{&m.weights, &m.mean, &m.square} {
		n, name := len(*items), [...]string{"weights", "mean", "square"}[i]
		npz.KeepItems(r, name, items)
		r.Check(len(*items) == n, name)
	}
}

// draw sets weights that are all 0.
type draw func(m *matrix, random *rand.Rand)

func zeros(*matrix, *rand.Rand) {}

func uniform(limit float64) draw {
	return func(m *matrix, random *rand.Rand) {
		for i := range m.weights {
			m.weights[i] = float32((2*random.Float64() - 1) * limit)
		}
	}
}

// embeddings draws rows of about the length 1.
func embeddings(cols int) draw { return uniform(math.Sqrt(3 / float64(cols))) }

// glorot draws weights as Glorot & Bengio (2010) do for numbers of inputs and outputs.
func glorot(in, out int) draw { return uniform(math.Sqrt(6 / float64(in+out))) }

// orthogonal makes each block of as many columns as rows an orthogonal matrix (Saxe, McClelland &
// Ganguli 2014), so that what a recurrence remembers neither fades nor grows at first. Products are converted
// so that no compiler fuses them with sums.
func orthogonal(m *matrix, random *rand.Rand) {
	n := m.rows
	for block := 0; block < m.cols; block += n {
		vectors := make([][]float64, n) // Gram-Schmidt
		for i := range vectors {
			v := make([]float64, n)
			for j := range v {
				v[j] = random.NormFloat64()
			}
			for range 2 { // the second time for what rounding left
				for _, u := range vectors[:i] {
					dot := 0.0
					for j := range v {
						dot += float64(u[j] * v[j])
					}
					for j := range v {
						v[j] -= float64(dot * u[j])
					}
				}
			}
			norm := 0.0
			for _, x := range v {
				norm += float64(x * x)
			}
			for j := range v {
				v[j] /= math.Sqrt(norm)
				m.weights[i*m.cols+block+j] = float32(v[j])
			}
			vectors[i] = v
		}
	}
}

// adam is the optimizer (Kingma & Ba 2015), with a rate that rises for some batches and
// then falls in proportion to what is left of the training.
type adam struct {
	meanDecay, squareDecay, epsilon float32
	rate                            float64 // the highest
	floor                           float64 // the share of it that remains at the end
	warmUp                          int     // batches
	clip                            float64 // the largest norm of a gradient
	steps                           int
	meanLeft, squareLeft            float64 // β₁ᵗ, β₂ᵗ
}

func (a *adam) keep(r *npz.Record) { r.Numbers("adam", &a.steps, &a.meanLeft, &a.squareLeft) }

// step changes all weights, by a crew, by their scaled gradients, unless these are not finite; progress is the share of
// the training that is over.
func (a *adam) step(crew loops.Crew, all []*matrix, scale, progress float64) (finite bool) {
	squares := 0.0
	for _, m := range all {
		m.parts(func(from, to int) { squares += loops.SumSquares(m.gradient[from:to]) })
	}
	if squares-squares != 0 {
		return false
	}
	a.steps++
	a.meanLeft = float64(a.meanLeft * float64(a.meanDecay))
	a.squareLeft = float64(a.squareLeft * float64(a.squareDecay))
	rate := a.rate * min(1, float64(a.steps)/float64(a.warmUp+1)) * max(a.floor, 1-progress)
	rate *= math.Sqrt(1-a.squareLeft) / (1 - a.meanLeft)
	if norm := scale * math.Sqrt(squares); norm > a.clip {
		scale *= a.clip / norm
	}
	crew.Each(len(all), func(i int) { all[i].step(a, float32(rate), float32(scale)) })
	return true
}
