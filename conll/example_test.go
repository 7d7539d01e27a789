package conll_test

import (
	"errors"
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

func ExampleValidate() {
	bad := strings.NewReplacer("6\tmark", "4\tmark", "punct", "dot").Replace(dutch)
	r := conll.NewReader(strings.NewReader(bad+dutch), "in.conllu")
	var sum conll.Validation
	err := conll.Validate(r, conll.LevelUD, &sum, func(p conll.Problem) { fmt.Println(p) })
	fmt.Println(sum.Problems, sum.Classes, err)
	// Output:
	// [File in.conllu Line 6 Sent nl Word 4]: [tree self-loop] word is its own head: HEAD is 4
	// 1 map[tree:1] <nil>
}

// The cause of an error says which rule a sentence breaks.
func ExampleError() {
	advice := []struct {
		cause error
		text  string
	}{
		{conll.ErrSelfLoop, "the word needs another head"}, {conll.ErrHead, "HEAD is a number of the sentence"},
		{conll.ErrRange, "a range covers words that follow"}, {conll.ErrTooLong, fmt.Sprint("cut it below ", conll.MaxSize, " bytes")},
	}
	for _, change := range [][2]string{{"6\tmark", "4\tmark"}, {"6\tmark", "9\tmark"}} {
		r := conll.NewReader(strings.NewReader(strings.Replace(dutch, change[0], change[1], 1)), "in.conllu")
		_, err := r.Read()
		for _, a := range advice {
			if errors.Is(err, a.cause) {
				fmt.Println(err, "->", a.text)
			}
		}
	}
	// Output:
	// in.conllu:6:21: [nl] word is its own head: HEAD is 4 -> the word needs another head
	// in.conllu:6:21: [nl] bad HEAD 9: the last word is 7 -> HEAD is a number of the sentence
}

// Heads are a tree, a part of one, or neither.
func ExampleCheckTree() {
	for _, heads := range [][]int{{2, 0, 2}, {2, 1, 0}, {0, 0, 2}, {2, conll.NoHead, 0}} {
		err := conll.CheckTree(heads, true)
		fmt.Println(conll.Cycles(heads), errors.Is(err, conll.ErrCycle),
			errors.Is(err, conll.ErrRoots), errors.Is(err, conll.ErrNoHead))
	}
	// Output:
	// [] false false false
	// [[1 2]] true false false
	// [] false true false
	// [] false false true
}

// A writer refuses what no reader could read again.
func ExampleWriter() {
	w := conll.NewWriter(os.Stdout)
	s := &conll.Sentence{Words: []conll.Word{{Form: "two\twords", Head: 0}}}
	fmt.Println(w.Write(s))
	fmt.Println(w.Write(&conll.Sentence{}))
	// Output:
	// tab or line break inside a column: word 1, "1\ttwo\twords\t_\t_\t_\t_\t0\t_\t_\t_"
	// sentence without words
}
