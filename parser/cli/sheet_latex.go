package cli

import (
	"io"
	"slices"
	"strings"

	"parser/eval/layout"
)

// inLaTeX writes text that LaTeX prints as it is.
func inLaTeX(text string) string {
	return strings.NewReplacer(
		`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "$", `\$`,
		"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `$<$`, ">", `$>$`,
		"α", `$\alpha$`, "τ", `$\tau$`, "µ", `$\mu$`, "±", `$\pm$`, "–", "--",
	).Replace(text)
}

// writeLaTeX prints a tabular of the package booktabs, with all that is said beside the
// table as comments. A rule stands before each group of rows.
func (p *page) writeLaTeX(w io.Writer) error {
	s := &p.sheet
	table := s.texts(func(c cell) string {
		text := inLaTeX(c.text)
		if positive, found := strings.CutPrefix(c.text, "-"); found {
			text = "$-$" + inLaTeX(positive) // a minus sign, not a hyphen
		}
		if c.best {
			return `\textbf{` + text + "}"
		}
		return text
	})
	for i, head := range table[0] {
		table[0][i] = inLaTeX(head)
	}
	if err := writeLines(w, "% ", append(slices.Clone(p.caption), p.command)); err != nil {
		return err
	}
	columns := strings.Repeat("l", s.names) + strings.Repeat("r", len(s.head)-s.names)
	lines := []string{`\begin{tabular}{` + columns + "}", `\toprule`}
	grouped := slices.ContainsFunc(table, func(row []string) bool { return row[0] == "" })
	for i, cells := range layout.Pad(table, s.names) {
		if i == 1 || i > 1 && grouped && table[i][0] != "" {
			lines = append(lines, `\midrule`)
		}
		lines = append(lines, strings.Join(cells, " & ")+` \\`)
	}
	if err := writeLines(w, "", append(lines, `\bottomrule`, `\end{tabular}`)); err != nil {
		return err
	}
	return writeLines(w, "% ", p.notes)
}
