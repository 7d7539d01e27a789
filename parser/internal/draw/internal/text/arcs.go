package text

import (
	"cmp"
	"strings"

	"parser/eval/layout"
	"parser/parser/internal/draw"
)

func arcs(p *draw.Picture, o draw.Options) []string {
	c := newArcColumns(p)
	if len(c.rows) == 0 {
		return nil
	}
	rows, pitch := make([][]string, len(c.rows)), 2
	if o.Compact {
		pitch = 1
	}
	for ; pitch > 0 && c.levels <= maxLevels; pitch-- {
		for r := range rows {
			rows[r] = append([]string{c.line(r, pitch)}, cells(p, c.rows[r], !o.Compact)...)
		}
		if lines := columns(p, c, rows); o.Width <= 0 || widest(lines) <= o.Width {
			return lines
		}
	}
	for r, row := range c.rows {
		head := ""
		if row.arc != nil {
			head = p.ID(row.arc.Head)
		}
		rows[r] = append(append([]string{p.ID(row.word)}, cells(p, row, !o.Compact)...), head)
	}
	return columns(p, c, rows)
}

// cells returns the columns of a word beside its arcs.
func cells(p *draw.Picture, row arcLine, tags bool) []string {
	word := p.Words[row.word-1]
	form := isolated(word.Form)
	if word.Empty {
		form = "[" + form + "]"
	}
	cells := []string{form}
	if tags {
		cells = append(cells, isolated(word.Tag))
	}
	relation, enhanced := "", ""
	if row.arc != nil {
		relation = isolated(row.arc.Label)
		switch row.arc.Layer {
		case draw.BasicOnly:
			relation = "(" + relation + ")"
		case draw.EnhancedOnly:
			relation, enhanced = "", relation
		}
	}
	return append(cells, relation, enhanced)
}

// columns joins cells to lines, with marks before them, and with multiword tokens and states after
// them, if there are any.
func columns(p *draw.Picture, c *arcColumns, rows [][]string) []string {
	tokens := make([]string, len(p.Words)+1)
	for _, t := range p.Tokens {
		for w := t.First; w <= t.Last; w++ {
			tokens[w] = "│"
		}
		tokens[t.Last] = "┘"
		tokens[t.First] = "┐ " + isolated(t.Form)
	}
	used := make([]bool, len(rows[0])+2)
	for r := range rows {
		word := c.rows[r].word
		token := tokens[word]
		switch { // the bracket goes from the first row of its first word to the last row of its last one
		case r > 0 && c.rows[r-1].word == word && strings.HasPrefix(token, "┐"):
			token = "│"
		case r+1 < len(rows) && c.rows[r+1].word == word && token == "┘":
			token = "│"
		}
		rows[r] = append(rows[r], token, strings.TrimSpace(state(p.Words[word-1].State)))
		for i, cell := range rows[r] {
			used[i] = used[i] || cell != ""
		}
	}
	for r, cells := range rows {
		rows[r] = cells[:0]
		for i, cell := range cells {
			if used[i] {
				rows[r] = append(rows[r], cell)
			}
		}
	}
	marks := make([]draw.Mark, len(rows))
	for r := range rows {
		if arc := c.rows[r].arc; arc != nil && arc.Mark != draw.Found {
			marks[r] = arc.Mark
		}
		marks[r] = cmp.Or(marks[r], p.Words[c.rows[r].word-1].Mark)
	}
	return prefixed(layout.Lines(rows, len(used)), marks)
}
