// Package html makes pages of pictures.
package html

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"
	"sync"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/svg"
)

//go:embed page.html
var pageTemplate string

// page is the template of a page, and pageStyle its style with that of the pictures.
var (
	page      = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageTemplate)) })
	pageStyle = svg.CSS() + `
body { max-width: 80rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #111; background: #fff }
.drawing { overflow-x: auto; border: 1px solid #767676; border-radius: 4px; padding: .5rem }
h2 { font-size: 1.1rem; margin: 2rem 0 .3rem }
a { color: #005a8d }
:focus-visible { outline: 3px solid #0072b2; outline-offset: 2px }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #121212 }
  a { color: #56b4e9 }
}
@media print { .drawing { border: none; break-inside: avoid } }
`
)

// Write writes a page of pictures, with an index if there are several. The page loads nothing from
// elsewhere, and its policy forbids scripts and any style except its own.
func Write(w io.Writer, pictures []*draw.Picture, o draw.Options) error {
	o.Fragment = true
	type section struct {
		*draw.Picture
		Number      int
		Title, Text string
		SVG         template.HTML
	}
	var sections []section
	for i, p := range pictures {
		var picture strings.Builder
		if err := svg.Write(&picture, []*draw.Picture{p}, o); err != nil {
			return err
		}
		sections = append(sections, section{
			p, i + 1, label.Clean(p.Title), cmp.Or(label.Text(p), label.Sentence(p, label.Clean)),
			template.HTML(picture.String()), // which escapes all texts
		})
	}
	sum := sha256.Sum256([]byte(pageStyle))
	return page().Execute(w, map[string]any{
		"Title": label.Clean(o.Title), "Style": template.CSS(pageStyle), "Sections": sections,
		"Policy": "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
	})
}
