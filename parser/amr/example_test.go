package amr_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"parser/parser/amr"
)

const boy = `
# ::id boy ::snt The boy wants to go.
(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))`

// Example reads a graph and writes it in the layout of the releases of AMR.
func Example() {
	r := amr.NewReader(strings.NewReader(boy), "boy.amr")
	for g, err := range r.All() {
		if err != nil {
			fmt.Println(err) // file:line:column: [id] what is wrong
			continue
		}
		amr.Write(os.Stdout, g)
	}
	// Output:
	// # ::id boy
	// # ::snt The boy wants to go.
	// (w / want-01
	//       :ARG0 (b / boy)
	//       :ARG1 (g / go-01
	//             :ARG0 b))
}

// The contents of two graphs are compared by their triples.
func ExampleGraph_Triples() {
	g, _ := amr.NewReader(strings.NewReader(`(d / dog :mod (s / small) :ARG0-of (b / bark-01 :polarity -))`), "").Read()
	t := g.Triples()
	fmt.Println(t.Concepts)
	for _, o := range t.Others {
		fmt.Println(o)
	}
	// Output:
	// [dog small bark-01]
	// {TOP TOP 0 0 top}
	// {attributes polarity 2 0 -}
	// {relations domain 1 0 }
	// {relations arg0 2 0 }
}

// A program that makes a graph names its variables and checks that it can be written.
func ExampleGraph_NameVariables() {
	g := &amr.Graph{
		Nodes: []amr.Node{{Var: "?", Concept: "bark-01"}, {Var: "?", Concept: "big-dog"}, {Concept: "-"}},
		Edges: []amr.Edge{{From: 0, To: 1, Role: "ARG0", Defines: true}, {From: 0, To: 2, Role: "polarity", Defines: true}},
	}
	g.NameVariables()
	fmt.Println(g.Check())
	fmt.Print(g)
	g.Edges[0].Defines = false
	fmt.Println(g.Check())
	// Output:
	// <nil>
	// (b / bark-01
	//       :ARG0 (b2 / big-dog)
	//       :polarity -)
	// no graph that can be written: 1 of 3 nodes are not defined below the root
}

// Errors tell by their cause what a program can do about a graph.
func ExampleReader() {
	advice := []struct {
		cause error
		text  string
	}{
		{amr.ErrSyntax, "write it again"}, {amr.ErrUnfinished, "close its brackets"},
	}
	const text = "(b / bark-01 :ARG0 (d / dog)\n\n(b / bark-01 :ARG0 (b / boy))\n\n# ::id 3\n"
	var r *amr.Reader = amr.NewReader(strings.NewReader(text), "dogs.amr")
	for _, err := range r.All() {
		for _, a := range advice {
			if errors.Is(err, a.cause) {
				fmt.Println(err, "->", a.text)
			}
		}
	}
	// Output:
	// dogs.amr:1: brackets not closed: found a blank line, expected 1 more ")" -> close its brackets
}

// A program that makes a graph can test whether it can be written at all.
func ExampleGraph_Check() {
	g := &amr.Graph{Nodes: []amr.Node{{Concept: "-"}}}
	err := g.Check()
	fmt.Println(err)
	// Output:
	// no graph that can be written: the root, 0, is no variable
}
