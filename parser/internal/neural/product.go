package neural

import "parser/parser/internal/loops"

// product is a matrix packed as the right factor of products: in single precision or, where nothing is learned and the
// weights have no more than 8 bits in files, in whole numbers of as many.
type product struct {
	single     loops.Panels
	whole      *loops.Panels8 // instead of single
	rows, cols int
}

// set makes p the matrix of rows × cols numbers whose rows begin stride apart in w.
func (p *product) set(w []float32, rows, cols, stride int, whole bool) {
	p.rows, p.cols, p.whole = rows, cols, nil
	if whole {
		p.whole = new(loops.Panels8)
		p.whole.Quantize(w, make([]float32, cols), rows, cols, stride, 1)
		return
	}
	p.single.Pack(w, rows, cols, stride, 1)
}

// left is the left factor of products, and room for it.
type left struct {
	numbers      []float32
	stride, rows int
	bytes        loops.Rows8 // the same, if products are of whole numbers
}

// read makes l rows of x for a right factor. They begin stride apart, and are rounded to bytes each by itself.
func (l *left) read(x []float32, stride, rows int, right *product) *left {
	l.numbers, l.stride, l.rows = x, stride, rows
	if right.whole != nil {
		l.bytes.Resize(rows, right.rows)
		for row := range rows {
			l.bytes.Set(row, x[row*stride:][:right.rows])
		}
	}
	return l
}

// times sets the rows of dst, which follow each other, to those of l times p.
func (p *product) times(crew loops.Crew, dst []float32, l *left) {
	if p.whole != nil {
		p.whole.Map(dst, p.cols, &l.bytes)
		return
	}
	clear(dst[:l.rows*p.cols])
	p.single.MulAddBy(crew, dst, p.cols, l.numbers, l.stride, 1, l.rows)
}
