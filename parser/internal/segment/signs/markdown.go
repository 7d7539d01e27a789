//go:build !js

package signs

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	source "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"parser/conll/textfile"
)

// markdown reads CommonMark with tables, task lists, footnotes and text that is struck through, as GitHub writes it, and
// with the front matter of YAML or TOML that generators of sites put first. What is text is decided by goldmark, which
// needs all of it in memory and knows nothing of streams: so it sees a piece of the file at a time, as long as the
// buffer, that ends before its last block, or in a block that is longer, where a paragraph then ends. Only what is defined
// in another piece is unknown, such as the target of "[text][name]", which then stays as it is.
type markdown struct {
	html   html
	begun  bool
	at     int         // bytes of the piece that have been read
	end    int         // its length
	shown  []shownText // what is shown of the rest of it, in order
	before rune        // what a sign shows that is to come before them; nothing if one has
	fence  string      // the line that began the code which the piece ends in
}

// shownText is a stretch of a piece that is shown.
type shownText struct {
	start, end int
	before     rune // what markup before it shows
	tags       bool // HTML
}

// frontMatter matches it and the byte order mark. What could as well be a line across the page, with a paragraph after
// it, does not match.
var frontMatter = textfile.Pattern(`\A\x{feff}?(?:(?:---[ \t]*\r?\n(?:[^\s][^\n]*\n(?s:.*?\n)??)?(?:---|\.\.\.)|` +
	`\+\+\+[ \t]*\r?\n(?s:.*?\n)??\+\+\+)[ \t]*(?:\r?\n|\z))?`)

func newMarkdown() (Reader, error) { return &markdown{}, nil }

func (m *markdown) Next(in *textfile.Reader) (Sign, error) {
	if m.at >= m.end {
		m.read(in)
	}
	c, size, err := in.ReadRune()
	if err != nil {
		return Sign{}, err
	}
	at := m.at
	m.at += size
	for len(m.shown) > 0 && m.shown[0].end <= at {
		m.shown = m.shown[1:]
		m.follows()
	}
	s := Sign{c, size, nothing}
	switch {
	case len(m.shown) == 0 || at < m.shown[0].start:
		if s.Shown, m.before = m.before, nothing; s.Shown == paragraphBreak {
			m.html.elements.endBlock()
		}
	case m.shown[0].tags:
		s.Shown = m.html.shows(c, in)
	default:
		m.html.state = inText // whatever HTML lacks its end
		s.Shown = m.character(c, in)
	}
	return s, nil
}

// follows notes what markup shows before the next text.
func (m *markdown) follows() {
	if m.before = paragraphBreak; len(m.shown) > 0 {
		m.before = m.shown[0].before
	}
}

// character returns what a character of text shows.
func (m *markdown) character(c rune, in *textfile.Reader) rune {
	if c == '\\' && m.html.left == 0 && !m.html.elements.hidden() {
		if next := ahead(in, 1); next != "" && strings.Contains("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", next) {
			return m.html.stands(1, []rune(next))
		}
	}
	return m.html.character(c, in)
}

// read finds out what is shown of the next piece.
func (m *markdown) read(in *textfile.Reader) {
	text, _ := in.Peek(textfile.BufferSize) // the next read returns the error
	whole, skipped := len(text) < textfile.BufferSize, 0
	if !m.begun {
		m.begun, skipped = true, len(frontMatter().Find(text))
	}
	text = slices.Concat([]byte(m.fence), text[skipped:])
	skipped -= len(m.fence) // from places in text to those in the piece
	w := walk{text: text, before: paragraphBreak}
	root := commonMark().Parse(source.NewReader(text))
	_ = ast.Walk(root, w.visit) // whose errors are those of visit
	end, fence := len(text), ""
	if !whole {
		end, fence = lastBlock(text, root)
	}
	m.at, m.end, m.fence = 0, end+skipped, fence
	m.shown = m.shown[:0]
	for _, s := range w.shown {
		if s.start < end {
			m.shown = append(m.shown, shownText{s.start + skipped, min(s.end, end) + skipped, s.before, s.tags})
		}
	}
	slices.SortFunc(m.shown, func(a, b shownText) int { return cmp.Compare(a.start, b.start) })
	m.follows()
}

// commonMark returns a parser; it leaves notes where they are, even those that nothing in the piece refers to.
func commonMark() parser.Parser {
	return goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList),
		goldmark.WithParserOptions(
			parser.WithBlockParsers(util.Prioritized(extension.NewFootnoteBlockParser(), 999)), // as extension.Footnote has them
			parser.WithInlineParsers(util.Prioritized(extension.NewFootnoteParser(), 101)),
		),
	).Parser()
}

// lastBlock returns the place of the last block of a text, which may go on after it. If there is no other block, it is
// the end of the last line, and fence is the line that began code which has not ended before.
func lastBlock(text []byte, root ast.Node) (end int, fence string) {
	last, at := root, 0
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		block := n
		if n.Kind() == extast.KindFootnoteList {
			block = n.LastChild()
		}
		if block.Pos() >= at {
			last, at = block, block.Pos()
		}
	}
	if end = bytes.LastIndexByte(text[:at], '\n') + 1; len(bytes.TrimSpace(text[:end])) > 0 {
		return end, ""
	}
	if end = bytes.LastIndexByte(text, '\n') + 1; end == 0 {
		end = len(text)
	}
	if code, ok := last.(*ast.FencedCodeBlock); ok && code.Lines().Len() > 0 && code.Lines().At(code.Lines().Len()-1).Stop == len(text) {
		line, _, _ := bytes.Cut(text[at:], []byte("\n"))
		fence = string(line) + "\n"
	}
	return end, fence
}

// walk finds what is shown, by going through the nodes of a text.
type walk struct {
	text   []byte
	shown  []shownText
	before rune // what markup shows before the next one
}

func (w *walk) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	switch n := n.(type) {
	case *ast.Text:
		w.add(n.Segment, false)
		if n.HardLineBreak() {
			w.ends(lineBreak)
		} else if n.SoftLineBreak() {
			w.ends(' ')
		}
	case *ast.AutoLink:
		start := n.Pos() + len("<")
		w.add(source.NewSegment(start, start+len(n.Label(w.text))), false)
	case *ast.RawHTML:
		w.lines(n.Segments)
	case *ast.HTMLBlock:
		w.ends(paragraphBreak)
		w.lines(n.Lines())
		if n.HasClosure() {
			w.add(n.ClosureLine, true)
		}
		w.ends(paragraphBreak)
	case *ast.CodeSpan, *ast.Image:
		return ast.WalkSkipChildren, nil
	case *ast.TextBlock, *ast.ListItem, *extast.TableHeader, *extast.TableRow, *extast.TableCell:
		w.ends(lineBreak)
	default:
		if n.Type() == ast.TypeBlock {
			w.ends(paragraphBreak)
		}
	}
	return ast.WalkContinue, nil
}

func (w *walk) lines(lines *source.Segments) {
	for i := range lines.Len() {
		w.add(lines.At(i), true)
	}
}

func (w *walk) add(s source.Segment, tags bool) {
	if s.Start < s.Stop {
		w.shown = append(w.shown, shownText{s.Start, s.Stop, w.before, tags})
		w.before = nothing
	}
}

// ends notes how text ends before the next one; the end of a paragraph includes the others.
func (w *walk) ends(how rune) {
	if w.before != paragraphBreak {
		w.before = how
	}
}
