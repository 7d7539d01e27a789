//go:build !amd64 && !arm64 && !js

package loops

func (p *Panels) mulAdd(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	p.mulAddPlain(c, ldc, a, rowStride, colStride, m)
}

func (p *Panels8) apply(c []float32, ldc int, a *Rows8) {
	p.applyPlain(c, ldc, a)
}
