package draw

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"
)

//go:embed page.html
var pageTemplate string

// page is the template of HTML, and its style is that of the pictures and its own.
var (
	page      = template.Must(template.New("page").Parse(pageTemplate))
	pageStyle = styleSheet + `
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

// HTML writes a page of pictures, with an index if there are several. It needs nothing from
// elsewhere, and its policy forbids that: no scripts, and no style but its own.
func HTML(w io.Writer, title string, pictures []*Picture, o Options) error {
	o.Fragment = true
	type section struct {
		Number      int
		Title, Text string
		Differences int
		Compares    bool
		SVG         template.HTML
	}
	sum := sha256.Sum256([]byte(pageStyle))
	data := struct {
		Title    string
		Policy   string
		Style    template.CSS
		Sections []section
	}{Title: clean(title), Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'", Style: template.CSS(pageStyle)}
	for i, p := range pictures {
		var svg strings.Builder
		if err := p.SVG(&svg, o); err != nil {
			return err
		}
		data.Sections = append(data.Sections, section{
			i + 1, clean(p.Title), p.sentence(), p.Differences(), p.Compares,
			template.HTML(svg.String()), // in which all that is not ours is escaped
		})
	}
	return page.Execute(w, data)
}
