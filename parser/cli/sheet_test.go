package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInLaTeX(t *testing.T) {
	for text, want := range map[string]string{
		`a_b & 5 % #1`: `a\_b \& 5 \% \#1`,
		`{$x^~\}`:      `\{\$x\textasciicircum{}\textasciitilde{}\textbackslash{}\}`,
		"τ<α ± 1–2":    `$\tau$$<$$\alpha$ $\pm$ 1--2`,
		"arc-hybrid":   "arc-hybrid",
	} {
		require.Equal(t, want, inLaTeX(text))
	}
}

// A sheet with a group of rows, a best cell and what is below zero.
func TestSheetInLaTeX(t *testing.T) {
	p := page{caption: []string{"made up"}, command: "parser x_y", notes: []string{"5 % of it"}, sheet: sheet{
		names: 1, head: []string{"", "α gain"},
		rows: [][]cell{{{"da_x", false}, {"+1.50", true}}, {{"", false}, {"-0.25", false}}, {{"en", false}, {"-0.50", true}}},
	}}
	var b strings.Builder
	require.NoError(t, p.write(&b, formatLaTeX))
	require.Equal(t, `% made up
% parser x_y
\begin{tabular}{lr}
\toprule
      &    $\alpha$ gain \\
\midrule
da\_x &   \textbf{+1.50} \\
      &          $-$0.25 \\
\midrule
en    & \textbf{$-$0.50} \\
\bottomrule
\end{tabular}
% 5 % of it
`, b.String())
}
