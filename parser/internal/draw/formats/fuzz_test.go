package formats_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/ptb"
)

var (
	dotString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	latexTrap = regexp.MustCompile(`(?i)\\(input|write|csname|catcode|def|openout|include)\b`)
)

// FuzzFormats draws everything readable in a text in all formats: XML is well-formed, pages have no
// scripts, text has no control characters, DOT closes its strings, and LaTeX closes its braces and
// has no commands except ours.
func FuzzFormats(f *testing.F) {
	f.Add("1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\t\x1b[31m<script>\t_\tX\\\t_\t_\t2\t\\input{x}\t_\t_\n2\t}%$\u202e\t_\t_\t_\t_\t0\troot\"\t_\t_\n\n", 9)
	f.Add("(S (NP\\ (NN </svg>) (X \"\\\\)) (VP{ (VB \x07]]>)))", 200)
	f.Add("# ::snt a\\ \"<b>\n(b / boy :name (n / \"]]>&\\\\\" :op1 \"\\\"}\") :polarity - :wiki b)\n", -1)
	for _, name := range []string{"dev.conllu", "dev.mrg", "dev.amr"} {
		text, err := os.ReadFile("../../../../testdata/en/" + name)
		require.NoError(f, err)
		f.Add(string(text[:700]), 40)
	}
	f.Fuzz(func(t *testing.T, text string, width int) {
		var all []*draw.Picture
		sentences, _ := textfile.ReadAll(conll.NewReader(strings.NewReader(text), "f").Read)
		for _, s := range sentences {
			all = append(all, draw.Sentence(s))
		}
		trees, _ := textfile.ReadAll(ptb.NewReader(strings.NewReader(text), "f").Read)
		for _, tree := range trees {
			all = append(all, draw.Tree(tree))
		}
		graphs, _ := textfile.ReadAll(amr.NewReader(strings.NewReader(text), "f").Read)
		for _, g := range graphs {
			all = append(all, draw.Graph(g))
		}
		const most = 5
		for _, p := range all[:min(most, len(all))] {
			for _, format := range formats.Names() {
				var b bytes.Buffer
				if err := formats.Write(&b, format, draw.Options{Title: text, Width: width}, p); err != nil {
					continue
				}
				drawn := b.String()
				switch format {
				case formats.SVG:
					elements := map[string]int{} // by name and first class
					for d := xml.NewDecoder(strings.NewReader(drawn)); ; {
						token, err := d.Token()
						if err == io.EOF {
							break
						}
						require.NoError(t, err, drawn)
						if e, ok := token.(xml.StartElement); ok {
							class := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == "class" })
							if elements[e.Name.Local]++; class >= 0 {
								first, _, _ := strings.Cut(e.Attr[class].Value, " ")
								elements[e.Name.Local+" "+first]++
							}
						}
					}
					require.Equal(t, 1, elements["svg"])
					require.Equal(t, len(p.Words), elements["g word"])
					require.Zero(t, elements["script"])
				case formats.HTML:
					require.NotRegexp(t, `(?i)<(script|iframe|object|link|img)\b`, drawn)
				case formats.Text:
					require.NotRegexp(t, `[^\P{Cc}\n]`, drawn)
				case formats.DOT:
					require.NotContains(t, dotString.ReplaceAllString(drawn, ""), `"`)
				case formats.TikZ:
					require.NotRegexp(t, latexTrap, drawn)
					bare := regexp.MustCompile(`\\[{}\\]`).ReplaceAllString(drawn, "")
					require.Equal(t, strings.Count(bare, "{"), strings.Count(bare, "}"), drawn)
				}
				require.False(t, strings.ContainsFunc(drawn, func(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }), "%s: %q", format, drawn)
			}
		}
	})
}
