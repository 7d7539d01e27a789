package ptb_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"parser/ptb"
)

const birds = "( (S (NP-SBJ (NNS Birds)) (VP (VBP sing) (NP (-NONE- *))) (. .)))"

// Example reads a tree, normalises it as EVALB's users expect, and writes it.
func Example() {
	r := ptb.NewReader(strings.NewReader(birds), "birds.mrg")
	w := ptb.NewWriter(os.Stdout)
	for tree, err := range r.All() {
		if err != nil {
			fmt.Println(err) // file:line: what is wrong
			continue
		}
		w.Write(ptb.Usual().Apply(tree))
	}
	w.Flush()
	// Output: (TOP (S (NP (NNS Birds)) (VP (VBP sing)) (. .)))
}

// EVALB pairs lines; a blank one is a sentence that was not parsed.
func ExampleReader_lines() {
	r := ptb.NewReader(strings.NewReader("(S (VP (VB Go)))\n\n(S (NP (NNS Birds)))\n"), "system.mrg")
	r.Lines = true
	for tree, err := range r.All() {
		fmt.Println(r.Line(), len(tree.Leaves()), err)
	}
	// Output:
	// 1 1 <nil>
	// 2 0 <nil>
	// 3 1 <nil>
}

// Brackets inside words are written by name.
func ExampleEscape() {
	word := ptb.Escape("friend(s)")
	fmt.Println(word, ptb.Unescape(word))
	// Output: friend-LRB-s-RRB- friend(s)
}

// The cause of an error says what is wrong with a tree.
func ExampleError() {
	advice := []struct {
		cause error
		text  string
	}{
		{ptb.ErrUnbalanced, "close the brackets"},
	}
	for _, text := range []string{"(S (NP (NNS Birds))", "(S (NNS Birds)))"} {
		_, err := ptb.NewReader(strings.NewReader(text), "birds.mrg").Read()
		for _, a := range advice {
			if errors.Is(err, a.cause) {
				fmt.Println(err, "->", a.text)
			}
		}
	}
	// Output:
	// birds.mrg:1: unbalanced brackets: 1 not closed -> close the brackets
}

// A tree that no reader could read is not written.
func ExampleWriter() {
	w := ptb.NewWriter(os.Stdout)
	for _, t := range []*ptb.Tree{
		{Label: "NN", Word: "two words"}, {Label: "N P", Word: "cat"}, {Word: "cat"},
	} {
		fmt.Println(w.Write(t))
	}
	// Output:
	// blank or bracket inside a word: "two words"
	// blank or bracket inside a label: "N P"
	// word without a tag or with children: "cat"
}

// Steps have names, and a list of them prints as it is parsed.
func ExampleParseSteps() {
	steps, err := ptb.ParseSteps("empties,root")
	fmt.Println(steps.String(), err)
	_, err = ptb.ParseSteps("prune")
	fmt.Println(errors.Is(err, ptb.ErrSteps))
	fmt.Println(ptb.Punctuation("."), ptb.TopLabel)
	// Output:
	// empties,root <nil>
	// true
	// true TOP
}

// A tree to learn from has a word below every node.
func ExampleTree_Check() {
	tree := &ptb.Tree{Label: "S", Children: []*ptb.Tree{{Label: "NN", Word: "cat"}}}
	empty := ptb.Steps{}.Apply(tree)
	empty.Children = append(empty.Children, &ptb.Tree{Label: "VP"})
	none := &ptb.Tree{Label: "S"}
	fmt.Println(tree.Check(), empty.Check())
	fmt.Println(none.Check())
	// Output:
	// <nil> constituent without words: (VP)
	// tree without words
}
