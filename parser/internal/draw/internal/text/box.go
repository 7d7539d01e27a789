package text

// box is a character with lines from its middle in four directions.
type box struct{ up, down, left, right stroke }

// stroke is how a line of characters is drawn.
type stroke uint8

const (
	none stroke = iota
	light
	heavy
	dashed // light if it meets other lines
)

// boxes holds the characters of Unicode's block Box Drawing, by the strokes up, down, left and
// right as digits to base 3, the lowest first.
var boxes = [81]rune([]rune(
	" ╵╹╷│╿╻╽┃" + "╴┘┚┐┤┦┒┧┨" + "╸┙┛┑┥┩┓┪┫" +
		"╶└┖┌├┞┎┟┠" + "─┴┸┬┼╀┰╁╂" + "╾┵┹┭┽╃┱╅╉" +
		"╺┕┗┍┝┡┏┢┣" + "╼┶┺┮┾╄┲╆╊" + "━┷┻┯┿╇┳╈╋"))

func (b box) rune() rune {
	if b == (box{left: dashed, right: dashed}) {
		return '┄'
	}
	digit := func(s stroke) int {
		if s == dashed {
			s = light
		}
		return int(s)
	}
	return boxes[digit(b.up)+3*digit(b.down)+9*digit(b.left)+27*digit(b.right)]
}
