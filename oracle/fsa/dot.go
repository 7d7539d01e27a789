package fsa

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteDOT writes a machine as a graph for Graphviz's dot, from left to right: an
// arrow from nowhere leads to the start, final states have double circles, arcs are
// labelled in:out/weight, acceptors' in/weight, final states number/weight, and
// weights of 0 are left out. Symbols are named as in [WriteATT], but names may hold
// blanks.
func WriteDOT(w io.Writer, t *Transducer, n Notation) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "digraph {\n\trankdir = LR;\n\tnode [shape = circle];\n")
	if t.started {
		fmt.Fprintf(out, "\tstart [shape = point];\n\tstart -> %d;\n", t.start)
	}
	for q, list := range t.arcs {
		if w := t.final[q]; w.IsZero() {
			fmt.Fprintf(out, "\t%d;\n", q)
		} else {
			fmt.Fprintf(out, "\t%d [shape = doublecircle, label = \"%d%s\"];\n", q, q, dotWeight(w))
		}
		for _, a := range list {
			labels, err := n.labels(a)
			if err != nil {
				return err
			}
			label := dotEscape.Replace(strings.Join(labels, ":"))
			fmt.Fprintf(out, "\t%d -> %d [label = \"%s%s\"];\n", q, a.To, label, dotWeight(a.Weight))
		}
	}
	fmt.Fprint(out, "}\n")
	return out.Flush()
}

// dotEscape hides what Graphviz would take for the end of a label, for one of its
// escapes or for an HTML entity.
var dotEscape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "&", "&amp;")

func dotWeight(w Weight) string {
	if w == One {
		return ""
	}
	return "/" + formatWeight(w)
}
