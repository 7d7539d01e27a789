package formats_test

import (
	"fmt"
	"os"
	"strings"

	"parser/conll"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
)

func ExampleWrite() {
	s, err := conll.NewReader(strings.NewReader(strings.ReplaceAll(`1 They _ PRON _ _ 3 nsubj _ _
2 often _ ADV _ _ 3 advmod _ _
3 read _ VERB _ _ 0 root _ _
4 long _ ADJ _ _ 5 amod _ _
5 books _ NOUN _ _ 3 obj _ _

`, " ", "\t")), "example").Read()
	if err == nil {
		err = formats.Write(os.Stdout, formats.Text, draw.Options{}, draw.Sentence(s))
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	//     ┌>  They   PRON  nsubj
	//     ├>  often  ADV   advmod
	// ─>┬─┴─  read   VERB  root
	//   │ ┌>  long   ADJ   amod
	//   └>┴─  books  NOUN  obj
}

// A LaTeX document can hold any number of pictures, one after the other.
func ExampleWrite_latex() {
	p := &draw.Picture{
		Words: []draw.Word{{Form: "Birds", Tag: "NOUN"}, {Form: "sing", Tag: "VERB"}},
		Arcs:  []draw.Arc{{Head: 2, Dep: 1, Label: "nsubj"}, {Dep: 2, Label: "root"}},
	}
	if err := formats.Write(os.Stdout, formats.TikZ, draw.Options{}, p); err != nil {
		fmt.Println(err)
	}
	// Output:
	// % needs \usepackage{tikz-dependency}
	// \begin{dependency}[%
	//   label style={draw=none, inner sep=.3ex}]
	// \begin{deptext}[column sep=5.0pt, row 2/.style={font=\scriptsize}]
	// Birds \& sing \\
	// NOUN \& VERB \\
	// \end{deptext}
	// \depedge[edge height=2.7ex]{2}{1}{nsubj}
	// \deproot[edge height=6.9ex]{2}{root}
	// \end{dependency}
}

func ExampleNames() {
	fmt.Println(formats.Names())
	// Output: [svg html text tikz dot]
}
