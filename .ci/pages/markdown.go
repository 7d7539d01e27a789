package main

import (
	"bytes"
	"fmt"
	"html/template"
	"iter"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newMarkdown returns what reads Markdown as GitHub shows it, and writes it as the site does.
func newMarkdown() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.Linkify, extension.NewTable(
		extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe(), // it is our own
			renderer.WithNodeRenderers(util.Prioritized(looks{}, 100))))
}

// anchors names headings as GitHub does. It is a parser.IDs.
type anchors map[string]int

// Generate implements parser.IDs.
func (a anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	title := regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`).ReplaceAllString(string(value), "$1")
	id := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(title))
	a[id]++
	if n := a[id]; n > 1 {
		id += "-" + strconv.Itoa(n-1)
	}
	return []byte(id)
}

// Put implements parser.IDs. No heading has an identifier of its own.
func (anchors) Put([]byte) {}

// parse reads the Markdown of a page: its title, its headings, and what stands below each.
func (p *page) parse() error {
	p.tree = newMarkdown().Parser().Parse(text.NewReader(p.text), parser.WithContext(parser.NewContext(parser.WithIDs(anchors{}))))
	for n := p.tree.FirstChild(); n != nil; {
		next := n.NextSibling()
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			p.headings = append(p.headings, heading{level: n.Level, id: string(id.([]byte)), name: p.words(n)})
		case *ast.HTMLBlock:
			if block := string(n.Lines().Value(p.text)); !strings.HasPrefix(block, "<!--") {
				return fmt.Errorf("it has HTML other than comments: %s", block)
			}
			p.tree.RemoveChild(p.tree, n)
		default:
			if len(p.headings) > 0 {
				p.headings[len(p.headings)-1].text += " " + p.words(n)
			}
		}
		n = next
	}
	if len(p.headings) == 0 || p.headings[0].level != 1 {
		return fmt.Errorf("it does not begin with a title")
	}
	p.title = p.headings[0].name
	return nil
}

// words returns the text of a part of a page, in one line.
func (p *page) words(part ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(part, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // which never fails
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Value(p.text))
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.AutoLink:
			if entering {
				b.Write(n.Label(p.text))
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			if entering {
				b.Write(n.Lines().Value(p.text))
			}
		default:
			if !entering && (n.Type() == ast.TypeBlock) {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// targets are the paths that the links of a page have, those to other sites left out.
func (p *page) targets() iter.Seq[string] {
	return func(yield func(string) bool) {
		_ = ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // which never fails
			if l, ok := n.(*ast.Link); ok && entering {
				to, _, _ := strings.Cut(string(l.Destination), "#")
				if to != "" && !strings.Contains(to, ":") && !yield(to) {
					return ast.WalkStop, nil
				}
			}
			return ast.WalkContinue, nil
		})
	}
}

var (
	caption  = regexp.MustCompile(`(?s)<p>(<img [^>]*>)</p>(?:\n<p>\(([^()]*(?:\([^()]*\)[^()]*)*)\)</p>)?`)
	table    = regexp.MustCompile(`(?s)<table>.*?</table>`)
	headless = regexp.MustCompile(`<thead>\s*<tr>\s*(?:<th></th>\s*)+</tr>\s*</thead>\s*`)
	nameless = regexp.MustCompile(`<th( [^>]*)?></th>`)          // an empty cell that is no heading
	short    = regexp.MustCompile(`<code>([^<\n]{1,24}</code>)`) // what is not to be broken at its hyphens
)

// render makes HTML of a page whose links lead to the site.
func (p *page) render() error {
	var b bytes.Buffer
	if err := newMarkdown().Renderer().Render(&b, p.text, p.tree); err != nil {
		return err
	}
	text := caption.ReplaceAllStringFunc(b.String(), func(old string) string {
		m := caption.FindStringSubmatch(old)
		if m[2] != "" {
			m[2] = "<figcaption>" + m[2] + "</figcaption>"
		}
		return `<figure><div class="scroll">` + m[1] + "</div>" + m[2] + "</figure>"
	})
	text = nameless.ReplaceAllString(headless.ReplaceAllString(text, ""), "<td$1></td>")
	text = short.ReplaceAllString(table.ReplaceAllString(text, `<div class="scroll">$0</div>`), `<code class="word">$1`)
	p.body = template.HTML(text) // from our own pages
	return nil
}

// looks writes what the site shows in another way than goldmark: links and code. It is a renderer.NodeRenderer.
type looks struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (looks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindLink, link)
	r.Register(ast.KindFencedCodeBlock, code)
}

// link writes a link. One that leads nowhere, since the repository has no address, is the name of a file.
func link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	l := n.(*ast.Link)
	switch to := template.HTMLEscapeString(string(l.Destination)); {
	case to == "" && entering:
		fmt.Fprintf(w, `<span class="file" title="%s">`, template.HTMLEscapeString(string(l.Title)))
	case to == "":
		_, _ = w.WriteString("</span>")
	case entering:
		fmt.Fprintf(w, `<a href="%s">`, to)
	default:
		_, _ = w.WriteString("</a>")
	}
	return ast.WalkContinue, nil // what w cannot write it reports when it is flushed
}

var comment = regexp.MustCompile(`^#.*|  +#.*`)

// code writes a block of code: commands and what they print, or comments, look different.
func code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language := string(n.(*ast.FencedCodeBlock).Language(source))
	fmt.Fprintf(w, `<pre class="%s"><code>`, template.HTMLEscapeString(path.Base("code/"+language)))
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		line := template.HTMLEscapeString(string(segment.Value(source)))
		switch command, ok := strings.CutPrefix(line, "$ "); {
		case ok && language == "console":
			line = `<span class="prompt">$ </span><b>` + strings.TrimSuffix(command, "\n") + "</b>\n"
		case language == "sh":
			line = comment.ReplaceAllString(strings.ReplaceAll(line, "&#34;", `"`), "<i>$0</i>")
		}
		_, _ = w.WriteString(line)
	}
	_, _ = w.WriteString("</code></pre>\n")
	return ast.WalkContinue, nil
}
