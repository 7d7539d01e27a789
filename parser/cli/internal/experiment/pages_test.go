package experiment

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
	p := page{caption: []string{"made up"}, command: "parser x_y", notes: []string{"5 % of it"}, names: 1}
	p.add("", "α gain")
	p.add("da_x", cell{"+1.50", "da", 1.5})
	p.add("da_x", cell{"-0.25", "da", -0.25})
	p.add("en", cell{"-0.50", "en", 0})
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
% 5 % of it`, strings.Join(p.latex(), "\n"))
}
