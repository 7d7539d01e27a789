//go:build !amd64 && !arm64

package kernel

var names = [...]string{plain: "plain"}

func best() int { return plain }

func use(way int) int { return way }

func toHalf(dst []Half, x []float32) { toHalfPlain(dst, x) }

func fromHalf(dst []float32, x []Half) { fromHalfPlain(dst, x) }
