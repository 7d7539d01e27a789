package ptb_test

import (
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

// Constituents become dependencies by head rules.
func ExampleConvert() {
	tree, _ := ptb.NewReader(strings.NewReader(birds), "birds.mrg").Read()
	rules, _ := ptb.LoadRules("yamada")
	d := ptb.Convert(tree, rules, ptb.Penn2Malt)
	for i, leaf := range d.Leaves {
		fmt.Println(i+1, leaf.Word, leaf.Label, d.Heads[i], d.Labels[i])
	}
	// Output:
	// 1 Birds NNS 2 SUB
	// 2 sing VBP 0 ROOT
	// 3 . . 2 P
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

// You can write your own head rules as text.
func ExampleParseRules() {
	rules, _ := ptb.ParseRules("PP  first P\nNP  last N|NPR D; last\n*   first", "mine.txt")
	tree, _ := ptb.NewReader(strings.NewReader("(NP (D hinn) (N-N maður) (PP (P á) (N-D bát)))"), "").Read()
	fmt.Println(tree.Children[rules.Head(tree)])
	// Output: (N-N maður)
}

// Brackets inside words are written by name.
func ExampleEscape() {
	word := ptb.Escape("friend(s)")
	fmt.Println(word, ptb.Unescape(word))
	// Output: friend-LRB-s-RRB- friend(s)
}
