package transformer

import (
	"math"

	"parser/parser/internal/loops"
)

// relation is what attention of DeBERTa (He et al. 2021, equation 4) knows of distances. With queries q, keys k and the
// embedding of a distance δ made a key and a query by the same products, K and Q, the weight of the key j for the query i
// is that of softmax of
//
//	(qᵢ·kⱼ + qᵢ·K(δ(i−j)) + kⱼ·Q(δ(i−j)))/√(3d)
type relation struct {
	buckets  []int32   // the row of δ(i−j), by i−j+longest−1
	longest  int       // of the sequences that are read together
	first    int       // the bucket of the first row
	embedded []float32 // embeddings of the distances that occur, a row for each …
	normed   []float32 // … and their norms
	moments  []float32
	attended []float32 // made queries, keys and values by a layer
	keys     loops.Panels
	queries  loops.Panels
	toKeys   []float32 // of a block of queries, the products with K
	toQuery  []float32 // of all keys, the products with Q
}

// bucket returns δ of a distance, from 0 to twice the number of buckets less 1: distances up to half of them have one of
// their own, and farther ones share one, the larger the farther (He et al. 2023).
func (c *Config) bucket(distance int) int {
	far, half := distance, c.Buckets/2
	if size := max(distance, -distance); c.Logarithmic && size > half {
		share := math.Log(float64(size)/float64(half)) / math.Log(float64(c.Farthest-1)/float64(half))
		far = int(math.Ceil(share*float64(half-1))) + half
		if distance < 0 {
			far = -far
		}
	}
	return min(max(far+c.Buckets, 0), 2*c.Buckets-1)
}

// relate finds the distances within sequences, and norms their embeddings.
func (e *Encoder) relate(r *relation, starts []int) {
	r.longest = 0
	for i, start := range starts[:len(starts)-1] {
		r.longest = max(r.longest, starts[i+1]-start)
	}
	r.first = e.bucket(1 - r.longest)
	r.buckets = r.buckets[:0]
	for distance := 1 - r.longest; distance < r.longest; distance++ {
		r.buckets = append(r.buckets, int32(e.bucket(distance)-r.first))
	}
	rows, wide := r.rows(), e.Width
	r.embedded, r.normed, r.moments = sized(r.embedded, rows*wide), sized(r.normed, rows*wide), sized(r.moments, 2*rows)
	copy(r.embedded, e.distances.values[r.first*wide:])
	e.distancesNorm.set(r.normed, r.embedded, rows, e.Epsilon, r.moments)
}

// rows returns the number of distances that differ.
func (r *relation) rows() int { return int(r.buckets[len(r.buckets)-1]) + 1 }

// of returns the rows of the distances from a query to each of n keys, the last key first.
func (r *relation) of(query, n int) []int32 { return r.buckets[query-n+r.longest:][:n] }

// head prepares a head of d numbers from at on, given the keys of a sequence.
func (r *relation) head(c *Config, keys []float32, at, n int) {
	wide, d, rows := c.Width, c.Width/c.Heads, r.rows()
	r.queries.Pack(r.attended[at:], d, rows, 1, 3*wide)
	r.keys.Pack(r.attended[at+wide:], d, rows, 1, 3*wide)
	r.toQuery = sized(r.toQuery, n*rows)
	clear(r.toQuery)
	r.queries.MulAdd(r.toQuery, rows, keys, 3*wide, 1, n)
}

// add adds to weights of a block of queries, from a position on, what distances add to them.
func (r *relation) add(c *Config, weights, queries []float32, from, block, n int) {
	rows := r.rows()
	r.toKeys = sized(r.toKeys, block*rows)
	clear(r.toKeys)
	r.keys.MulAdd(r.toKeys, rows, queries, 3*c.Width, 1, block)
	for i := range block {
		own, keys := weights[i*apart(n):][:n], r.toKeys[i*rows:][:rows]
		for back, row := range r.of(from+i, n) {
			j := n - 1 - back
			own[j] += keys[row] + r.toQuery[j*rows+int(row)]
		}
	}
}

// relationBack is memory for gradients by what relation has.
type relationBack struct {
	normed   []float32 // of all layers together
	attended []float32
	toKeys   []float32
	toQuery  []float32
	panel    loops.Panels
}

// add adds the gradients by distances, and by queries through them, given that by the weights of a block of queries.
func (b *relationBack) add(c *Config, r *relation, slopes, queries, dQueries []float32, at, from, block, n int) {
	wide, d, rows := c.Width, c.Width/c.Heads, r.rows()
	b.toKeys = sized(b.toKeys, block*rows)
	clear(b.toKeys)
	for i := range block {
		own, keys := slopes[i*n:][:n], b.toKeys[i*rows:][:rows]
		for back, row := range r.of(from+i, n) {
			j := n - 1 - back
			keys[row] += own[j]
			b.toQuery[j*rows+int(row)] += own[j]
		}
	}
	b.panel.Pack(r.attended[at+wide:], rows, d, 3*wide, 1)
	b.panel.MulAdd(dQueries, 3*wide, b.toKeys, rows, 1, block)
	b.panel.Pack(queries, block, d, 3*wide, 1)
	b.panel.MulAdd(b.attended[at+wide:], 3*wide, b.toKeys, 1, rows, rows)
}

// finish adds the gradients by distances as queries, and by keys through them, when all blocks of a head are done.
func (b *relationBack) finish(c *Config, r *relation, keys, dKeys []float32, at, n int) {
	wide, d, rows := c.Width, c.Width/c.Heads, r.rows()
	b.panel.Pack(r.attended[at:], rows, d, 3*wide, 1)
	b.panel.MulAdd(dKeys, 3*wide, b.toQuery, rows, 1, n)
	b.panel.Pack(keys, n, d, 3*wide, 1)
	b.panel.MulAdd(b.attended[at:], 3*wide, b.toQuery, 1, rows, rows)
}

// backwardDistances takes the gradient by the norms of distances' embeddings to these.
func (t *Tuning) backwardDistances() {
	r, b := &t.relation, &t.back.relation
	t.distancesNorm.backward(b.normed, r.embedded, b.normed, r.rows(), r.moments)
	loops.Add(t.distances.gradient[r.first*t.Width:], b.normed)
}
