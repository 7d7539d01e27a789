package conll_test

import (
	"fmt"
	"os"
	"strings"

	"parser/conll"
)

const dutch = `# sent_id = nl
# text = Wat denk je dat hij doet?
1	Wat	wat	PRON	_	PronType=Int	6	obj	_	_
2	denk	denken	VERB	_	_	0	root	_	_
3	je	je	PRON	_	_	2	nsubj	_	_
4	dat	dat	SCONJ	_	_	6	mark	_	_
5	hij	hij	PRON	_	_	6	nsubj	_	_
6	doet	doen	VERB	_	_	2	ccomp	_	SpaceAfter=No
7	?	?	PUNCT	_	_	2	punct	_	_

`

// Sentences are read, changed and written one by one; a bad one does not stop
// the reading.
func Example() {
	r := conll.NewReader(strings.NewReader(dutch+"1 no tabs\n\n"), "in.conllu")
	w := conll.NewWriter(os.Stdout)
	for s, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		s.Words[0].Deprel = "obj:extracted"
		if err := w.Write(s); err != nil {
			fmt.Println(err)
		}
		if err := w.Flush(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// # sent_id = nl
	// # text = Wat denk je dat hij doet?
	// 1	Wat	wat	PRON	_	PronType=Int	6	obj:extracted	_	_
	// 2	denk	denken	VERB	_	_	0	root	_	_
	// 3	je	je	PRON	_	_	2	nsubj	_	_
	// 4	dat	dat	SCONJ	_	_	6	mark	_	_
	// 5	hij	hij	PRON	_	_	6	nsubj	_	_
	// 6	doet	doen	VERB	_	_	2	ccomp	_	SpaceAfter=No
	// 7	?	?	PUNCT	_	_	2	punct	_	_
	//
	// in.conllu:11:10: wrong number of columns: 1, want 10
}

// The object of doet stands outside the clause of doet: the arc is lifted to
// denk, the head of that clause, and remembers ccomp.
func ExampleScheme_Projectivize() {
	heads := []int{6, 0, 2, 6, 6, 2, 2}
	labels := []string{"obj", "root", "nsubj", "mark", "nsubj", "ccomp", "punct"}
	fmt.Println(conll.NonProjectiveArcs(heads))
	if _, err := conll.HeadPath.Projectivize(heads, labels); err != nil {
		fmt.Println(err)
	}
	fmt.Println(heads, labels)
	conll.HeadPath.Deprojectivize(heads, labels)
	fmt.Println(heads, labels)
	// Output:
	// [1]
	// [2 0 2 6 6 2 2] [obj↑ccomp root nsubj mark nsubj ccomp↓ punct]
	// [6 0 2 6 6 2 2] [obj root nsubj mark nsubj ccomp punct]
}

func ExampleValidate() {
	bad := strings.NewReplacer("6\tmark", "4\tmark", "punct", "dot").Replace(dutch)
	r := conll.NewReader(strings.NewReader(bad+dutch), "in.conllu")
	var sum conll.Validation
	err := conll.Validate(r, conll.LevelUD, &sum, func(p conll.Problem) { fmt.Println(p) })
	fmt.Println(sum.Problems, sum.Classes.Sorted(), err)
	// Output:
	// [File in.conllu Line 6 Sent nl Word 4]: [tree self-loop] word is its own head: HEAD is 4
	// 1 [{tree 1}] <nil>
}
