package trace_test

import (
	"fmt"

	"parser/conll"
	"parser/parser/cli/internal/trace"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// What does each move cost when "Birds" is still without its head after the second shift?
func Example() {
	s := &conll.Sentence{Words: []conll.Word{
		{Form: "Birds", Head: 2, Deprel: "nsubj"}, {Form: "sing", Head: 0, Deprel: "root"}, {Form: "songs", Head: 2, Deprel: "obj"},
	}}
	instance, err := structure.NewInstance(treebank.Data{Sentences: []*conll.Sentence{s}}, "arc-hybrid", "single", &structure.Encoding{NonProjective: "keep"})
	if err != nil {
		fmt.Println(err)
		return
	}
	t := trace.New(instance)
	steps, err := t.Script("SH SH")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := t.Ask("dynamic"); err != nil {
		fmt.Println(err)
		return
	}
	err = t.Run(steps, trace.NoLeader, func(s *trace.Step) error {
		_, err := fmt.Println(s.Stack, s.Buffer, s.Costs[0].Moves)
		return err
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// [ROOT] [1:Birds 2:sing 3:songs] [SH 0*]
	// [ROOT 1:Birds] [2:sing 3:songs] [SH 4 LA-nsubj 0*]
	// [ROOT 1:Birds 2:sing] [3:songs] [SH 0* LA 2 RA 2]
}
