package trace

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/structure"
)

//go:embed page/page.html
var pageTemplate string

//go:embed page/page.css
var pageStyle string

//go:embed page/page.js
var pageScript string

// pageWidth is the width of the drawing in pixels; longer sentences continue in further rows. The stack and the buffer
// are cut to pageColumns characters.
const pageWidth, pageColumns = 1000, 300

// page is the Writer of a page to step through. Its drawing shows the end of the parse, and the script hides what later
// steps than the current one have made; of a word whose arc is replaced, it shows the last one alone. Without scripts the
// page shows all steps, one below the other. The policy of the page forbids everything except its own style and script,
// which it names by their hashes.
type page struct {
	w       io.Writer
	heading Heading
	steps   []pageStep
	picture *draw.Picture
}

type pageStep struct {
	*Step
	Stack  []string // its top
	Buffer []string // its front
	States string   // of the words: s on the stack, b in the buffer, d done
	Said   string   // for screen readers
	Rows   []pageRow
	Paid   []string // in the columns of costs, after those of scores
	Labels []LabelScore
	Graph  template.HTML // before the step, of a system that builds graphs
}

type pageRow struct {
	Move  string
	Taken bool
	Cells []pageCell
}

type pageCell struct {
	Text string
	Best bool
}

// maxPageWords is how many words a page may show: its size grows with their square, and faster with graphs, since each
// step has a picture.
const maxPageWords, maxPageWordsOfGraphs = 1000, 100

// ErrTooLong is the cause if a sentence is too long for a trace or for its page.
var ErrTooLong = errors.New("too long to step through")

func (p *page) Heading(h Heading) error {
	most := maxPageWords
	if h.Holds == structure.Graph {
		most = maxPageWordsOfGraphs
	}
	if n := len(h.Words); n > most {
		return fmt.Errorf("%s: %w: %d words, at most %d on a page; other formats take %d", h.Origin, ErrTooLong, n, most, MaxWords)
	}
	p.heading = h
	return nil
}

func (p *page) Step(s *Step) error {
	p.picture = s.Picture()
	shown := pageStep{Step: s, Stack: fromEnd(s.Stack, pageColumns), Buffer: fitting(s.Buffer, pageColumns),
		States: states(p.picture), Said: said(s), Rows: rows(s)}
	if labels := s.scored(s.moved()).Labels; len(labels) > 1 {
		shown.Labels = labels
	}
	if len(s.Costs) > 0 && len(shown.Rows) > 0 {
		shown.Paid = make([]string, len(shown.Rows[0].Cells))
		for i, c := range s.Costs {
			shown.Paid[len(shown.Paid)-len(s.Costs)+i] = fmt.Sprint(c.Paid)
		}
	}
	if s.Graph != nil { // each step has a picture of its own
		var err error
		if shown.Graph, err = p.drawn(); err != nil {
			return err
		}
	}
	p.steps = append(p.steps, shown)
	return nil
}

func states(p *draw.Picture) (text string) {
	for _, w := range p.Words {
		text += string("-sbd"[w.State])
	}
	return text
}

func said(s *Step) string {
	text := fmt.Sprintf("Step %d.", s.Step)
	switch {
	case s.Move != "" && s.Arc != "":
		text += fmt.Sprintf(" %s: %s.", s.Move, s.Arc)
	case s.Move != "":
		text += fmt.Sprintf(" %s.", s.Move)
	default:
		text += " The end."
	}
	if s.Error != nil {
		text += fmt.Sprintf(" An error: %v.", *s.Error)
	}
	if s.Loss != nil {
		text += fmt.Sprintf(" Loss: %d.", *s.Loss)
	}
	const few = 40 // characters
	return text + fmt.Sprintf(" Stack: %s. Buffer: %s.", tail(s.Stack, few), head(s.Buffer, few))
}

// rows returns the legal moves with their scores and costs. In graphs, the model does not score all legal moves.
func rows(s *Step) (all []pageRow) {
	var moves []string
	for _, m := range s.Scores {
		moves = append(moves, m.Move)
	}
	if len(s.Costs) > 0 {
		moves = nil
		for _, m := range s.Costs[0].Moves {
			moves = append(moves, m.Move)
		}
	}
	for i, move := range moves {
		row := pageRow{Move: move, Taken: move == s.moved()}
		if m := s.scored(move); m.Move != "" {
			row.Move, _, _ = strings.Cut(m.String(), " ")
			row.Cells = []pageCell{{Text: fmt.Sprintf("%.2f", m.Score)}, {percent(m.Probability), m.Best}}
		} else if len(s.Scores) > 0 {
			row.Cells = make([]pageCell, 2)
		}
		for _, c := range s.Costs {
			m := c.Moves[i]
			text := fmt.Sprint(m.Cost)
			if len(m.Labels) > 0 {
				text += " (" + strings.Join(m.Labels, ", ") + ")"
			}
			row.Cells = append(row.Cells, pageCell{text, m.Best})
		}
		all = append(all, row)
	}
	return all
}

func (p *page) Close() error {
	if len(p.steps) == 0 {
		return nil
	}
	for i := range p.picture.Words {
		p.picture.Words[i].State = draw.Done
	}
	plain(p.picture)
	var picture template.HTML
	if p.heading.Holds != structure.Graph {
		var err error
		if picture, err = p.drawn(); err != nil {
			return err
		}
	}
	style := formats.CSS() + pageStyle
	policy := fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", hash(style), hash(pageScript))
	t := template.New("page").Funcs(template.FuncMap{
		"percent": percent,
		"instead": func(m *Mistake) string { return strings.Join(m.Instead, " or ") },
	})
	return template.Must(t.Parse(pageTemplate)).Execute(p.w, map[string]any{
		"Policy": policy, "Heading": p.heading, "Steps": p.steps, "Errors": p.steps[len(p.steps)-1].Errors,
		"Style": template.CSS(style), "Script": template.JS(pageScript), "Picture": picture,
	})
}

func (p *page) drawn() (template.HTML, error) {
	var svg strings.Builder
	err := formats.Write(&svg, formats.SVG, draw.Options{Width: pageWidth, Fragment: true}, p.picture)
	return template.HTML(svg.String()), err
}

// plain removes the marks of a picture.
func plain(p *draw.Picture) {
	for i := range p.Arcs {
		p.Arcs[i].Mark = draw.Same
	}
	for i := range p.Vertices {
		p.Vertices[i].Mark = draw.Same
	}
	for i := range p.Edges {
		p.Edges[i].Mark = draw.Same
	}
	for node := range draw.Nodes(p.Trees) {
		node.Mark = draw.Same
	}
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
