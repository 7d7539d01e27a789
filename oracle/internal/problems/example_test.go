package problems_test

import (
	"fmt"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
	"parser/transition"
)

// after returns the values of the actions after a prefix.
func after(p derived.Problem, prefix ...fsa.Symbol) []fsa.Weight {
	oracle, err := derived.Compile(p, 0)
	for _, o := range prefix {
		if err == nil {
			err = oracle.Advance(o)
		}
	}
	values := make([]fsa.Weight, p.Actions+1)
	if err == nil {
		err = oracle.Values(values)
	}
	if err != nil {
		panic(err) // none of the examples has one
	}
	return values
}

// Gold is `X( a b )`, and the prefix is `X( a`: what comes next, a word, `)` or another X(? Closing
// makes a wrong bracket, and gold's is then missing: the true cost is 2, as the factors say. The
// paper's transducer says 0, for it deletes the closing bracket and inserts one after b for
// nothing. With weights on closing brackets it says 1, enough to continue with the word.
func ExampleBracketing() {
	b := problems.Bracketing{
		Words: 2, Labels: 1, MaxOpens: 2, Forest: true,
		Gold: []problems.Span{{Label: 0, Start: 0, End: 2}},
	}
	paper, err := b.Problem(problems.PaperWeights())
	if err != nil {
		fmt.Println(err)
		return
	}
	corrected, err := b.Problem(problems.CorrectedWeights())
	if err != nil {
		fmt.Println(err)
		return
	}
	factors, err := b.Factored()
	if err != nil {
		fmt.Println(err)
		return
	}
	X := problems.OpenLabel(0)
	show := func(name string, p derived.Problem) {
		v := after(p, X, problems.Word)
		fmt.Printf("%-9s  w %v  ) %v  X( %v\n", name, v[problems.Word], v[problems.Close], v[X])
	}
	show("paper", paper)
	show("corrected", corrected)
	show("factors", factors)
	// Output:
	// paper      w 0  ) 0  X( 1
	// corrected  w 0  ) 1  X( 1.5
	// factors    w 0  ) 2  X( 1
}

// They ate the pizza. Values are the wrong heads of the best parse that is still possible. Shifting
// ate onto They loses two: They's own head, and ROOT as the head of ate, since They will always lie
// between. Popping ate before pizza comes would lose pizza, too; nothing else need be lost.
func ExampleArcHybrid() {
	const they, ate, the, pizza = 1, 2, 3, 4
	problem := problems.Arcs(transition.ArcHybrid{Roots: transition.SingleRoot}, []int32{they: ate, ate: 0, the: pizza, pizza: ate})
	actions := []fsa.Symbol{problems.Shift, problems.Shift, problems.Shift, problems.Left, problems.Shift, problems.Right, problems.Right, problems.Right}
	names := []string{problems.Shift: "SHIFT", problems.Left: "LEFT", problems.Right: "RIGHT"}
	for i, o := range actions {
		v := after(problem, actions[:i]...)
		for a := problems.Shift; a <= problems.Right; a++ {
			fmt.Printf("%-5s %-4v  ", names[a], v[a])
		}
		fmt.Println("->", names[o])
	}
	fmt.Println("wrong heads:", after(problem, actions...)[0])
	// Output:
	// SHIFT 0     LEFT  +Inf  RIGHT +Inf  -> SHIFT
	// SHIFT 2     LEFT  0     RIGHT +Inf  -> SHIFT
	// SHIFT 2     LEFT  3     RIGHT 3     -> SHIFT
	// SHIFT 4     LEFT  2     RIGHT 3     -> LEFT
	// SHIFT 2     LEFT  3     RIGHT 3     -> SHIFT
	// SHIFT +Inf  LEFT  +Inf  RIGHT 2     -> RIGHT
	// SHIFT +Inf  LEFT  +Inf  RIGHT 2     -> RIGHT
	// SHIFT +Inf  LEFT  +Inf  RIGHT 2     -> RIGHT
	// wrong heads: 2
}
