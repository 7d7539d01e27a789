// Command chart draws the table of .ci/peers as SVG: how fast parsers read raw text, and how right they are. It reads the
// table from the standard input and writes to the standard output.
//
// The table has a line of names of columns, lines of systems with tabs between name, words/s, LAS from raw text, UAS and
// LAS from words, and what the scores are of, "-" where there is no figure; and lines of notes, after "# ".
package main

import (
	"bufio"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"strconv"
	"strings"
)

func main() {
	if err := draw(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "chart:", err)
		os.Exit(1)
	}
}

// system is a line of the table.
type system struct {
	name, of string
	speed    float64 // words/s; 0 if it was not measured
	las      float64 // from raw text; 0 if there is no score that compares
}

// read returns the systems of a table, and its notes.
func read(r io.Reader) (all []system, notes []string, err error) {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if note, ok := strings.CutPrefix(lines.Text(), "# "); ok {
			notes = append(notes, note)
			continue
		}
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) != 6 {
			return nil, nil, fmt.Errorf("line %d has %d columns, not 6", n, len(cells))
		}
		if n == 1 {
			continue
		}
		s := system{name: cells[0], of: cells[5]}
		for _, f := range []struct {
			to   *float64
			from string
		}{{&s.speed, cells[1]}, {&s.las, cells[2]}} {
			if f.from == "-" {
				continue
			}
			if *f.to, err = strconv.ParseFloat(f.from, 64); err != nil || !(*f.to > 0) {
				return nil, nil, fmt.Errorf("line %d: %q is no figure above 0", n, f.from)
			}
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, nil, errors.New("there are no systems")
	}
	return all, notes, lines.Err()
}

// In pixels; the scale of LAS is from lowest to highest.
const (
	width, top, row     = 540, 52, 30
	bars, barsEnd       = 160, 270
	dots, dotsEnd       = 350, 490
	lowest, highest     = 60, 95
	ownFrom, noteHeight = 22, 17
)

// The colour around faint text, which is that of the ground, keeps lines from crossing it.
const style = `<style>.peers { background: #fff } .peers text { fill: #111 }
.peers .faint { fill: #595959; font-size: 12px; stroke: #fff; stroke-width: 4; paint-order: stroke }
.peers .bar { fill: #0072b2 } .peers .other { fill: #767676 } .peers .axis { stroke: #c9c9d2 }
.peers .published { fill: none; stroke: #767676; stroke-width: 2 }
@media (prefers-color-scheme: dark) { .peers { background: #121212 } .peers text { fill: #eee } .peers .faint { fill: #aaa; stroke: #121212 }
.peers .bar { fill: #56b4e9 } .peers .other { fill: #a9a9b6 } .peers .axis { stroke: #45454f } .peers .published { stroke: #a9a9b6 } }</style>
`

// draw draws a table: a row for each system, with a bar for its speed, and a dot for its LAS, hollow where it was not
// measured but published.
func draw(r io.Reader, w io.Writer) error {
	all, notes, err := read(r)
	if err != nil {
		return err
	}
	fastest := 0.0
	for _, s := range all {
		fastest = max(fastest, s.speed)
	}
	var b strings.Builder
	foot := top + row*len(all)
	height := foot + ownFrom + noteHeight*len(notes)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="peers" role="img" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" `+
		`font-family="system-ui, sans-serif" font-size="14">`+"\n<title>Words per second and LAS from raw text</title>\n<desc>", width, height)
	for _, s := range all {
		fmt.Fprintf(&b, "%s: %s words/s, LAS %s (%s). ", html.EscapeString(s.name), thousands(s.speed), score(s.las), html.EscapeString(s.of))
	}
	fmt.Fprintf(&b, "</desc>\n%s"+`<text x="%d" y="20" font-weight="600">words/s of one core</text>`, style, bars)
	fmt.Fprintf(&b, `<text x="%d" y="20" font-weight="600">LAS from raw text</text>`+"\n", dots)
	for at := lowest; at <= highest; at += 10 {
		x := place(float64(at))
		fmt.Fprintf(&b, `<line class="axis" x1="%.1f" x2="%.1[1]f" y1="%d" y2="%d"/>`, x, top-8, foot)
		fmt.Fprintf(&b, `<text class="faint" x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x, top-12, at)
	}
	for i, s := range all {
		y := top + row*i + row/2
		kind, mark := "other", "other"
		if strings.HasPrefix(s.name, "parser") {
			kind, mark = "bar", "bar"
		}
		if s.speed == 0 {
			mark = "published"
		}
		fmt.Fprintf(&b, `<text x="12" y="%d">%s</text>`, y+5, html.EscapeString(s.name))
		long := 0.0
		if s.speed > 0 {
			long = s.speed / fastest * (barsEnd - bars)
			fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="%.1f" height="14" rx="2"/>`, kind, bars, y-7, long)
		}
		fmt.Fprintf(&b, `<text class="faint" x="%.1f" y="%d">%s</text>`, bars+long+6, y+4, thousands(s.speed))
		if s.las > 0 {
			fmt.Fprintf(&b, `<circle class="%s" cx="%.1f" cy="%d" r="6"/>`, mark, place(s.las), y)
			fmt.Fprintf(&b, `<text class="faint" x="%.1f" y="%d" dx="11">%.1f</text>`, place(s.las), y+4, s.las)
		} else {
			fmt.Fprintf(&b, `<text class="faint" x="%d" y="%d">%s</text>`, dots, y+4, html.EscapeString(s.of))
		}
		b.WriteByte('\n')
	}
	for i, note := range notes {
		fmt.Fprintf(&b, `<text class="faint" x="12" y="%d">%s</text>`+"\n", foot+ownFrom+noteHeight*i, html.EscapeString(note))
	}
	b.WriteString("</svg>\n")
	_, err = io.WriteString(w, b.String())
	return err
}

// place returns where a LAS is, from left to right; one below the scale is at its beginning.
func place(las float64) float64 {
	return dots + (max(las, lowest)-lowest)/(highest-lowest)*(dotsEnd-dots)
}

// thousands writes a speed with commas.
func thousands(speed float64) string {
	if speed == 0 {
		return "not measured"
	}
	text := strconv.FormatFloat(speed, 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// score writes a LAS.
func score(las float64) string {
	if las == 0 {
		return "none that compares"
	}
	return strconv.FormatFloat(las, 'f', 2, 64)
}
