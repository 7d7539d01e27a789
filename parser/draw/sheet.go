package draw

import (
	"bufio"
	"io"
	"math"
	"strings"
)

// between is the space between two sentences of a sheet, in pixels.
const between = 24.0

// Sheet draws pictures as one SVG, one below the other; a single one as Picture.SVG does.
func Sheet(w io.Writer, pictures []*Picture, o Options) error {
	if len(pictures) == 1 {
		return pictures[0].SVG(w, o)
	}
	inside := o
	inside.Fragment = true
	var titles []string
	all := &canvas{}
	for i, p := range pictures {
		c, err := p.drawn(o)
		if err != nil {
			return err
		}
		if i > 0 {
			all.height += between
		}
		c.document(&all.body, inside, attribute("y", number(math.Ceil(all.height))))
		all.width, all.height = max(all.width, c.width), all.height+c.height
		titles = append(titles, c.title())
	}
	all.Picture = &Picture{Title: strings.Join(titles, "; ")}
	out := bufio.NewWriter(w)
	all.document(out, o, "")
	return out.Flush()
}
