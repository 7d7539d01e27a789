package derived_test

import (
	"fmt"
	"strings"

	"parser/oracle/fsa"
	"parser/oracle/internal/derived"
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

// Text simplification: each word is kept, deleted, or replaced by a simpler one if there is one.
// Gold are two texts by two annotators; no one has said what was done to each word. The loss is how
// many words must be changed to get one of the texts.
//
// One transducer says what actions write: what it reads is what may be done, and composed with
// Levenshtein's it gives the loss. The costs of all actions follow. The physician may be kept or
// become a doctor, which decides about the elderly man. Deleting the word is an error, after which
// another word may take its place, and either ending will do.
func Example() {
	const keep, remove, replace = 1, 2, 3
	names := []string{keep: "keep", remove: "delete", replace: "replace"}
	simpler := map[string]string{"physician": "doctor", "treated": "helped", "elderly": "old"}
	input := strings.Fields("the physician successfully treated the elderly man")

	var words fsa.Symbols
	spell := func(text string) (symbols []fsa.Symbol) {
		for _, word := range strings.Fields(text) {
			symbols = append(symbols, words.Add(word))
		}
		return symbols
	}
	gold := fsa.Words(spell("the doctor helped the old man"), spell("the physician helped the man"))

	text := &fsa.Transducer{} // reads actions, writes words
	q := text.AddState()
	text.SetStart(q)
	for _, word := range input {
		next := text.AddState()
		text.AddArc(q, fsa.Arc{In: keep, Out: words.Add(word), To: next})
		text.AddArc(q, fsa.Arc{In: remove, Out: fsa.Epsilon, To: next})
		if other, ok := simpler[word]; ok {
			text.AddArc(q, fsa.Arc{In: replace, Out: words.Add(other), To: next})
		}
		q = next
	}
	text.SetFinal(q, fsa.One)

	edits := derived.Levenshtein(words.Len() - 1) // epsilon is not a word
	problem := derived.Problem{
		Actions:    3,
		Admissible: fsa.Input(text),
		Factors:    []derived.Factor{{Loss: fsa.Compose(text, edits), Gold: gold}},
	}
	for _, actions := range [][]fsa.Symbol{
		{keep, replace, remove, replace, keep},
		{keep, keep, remove, replace, keep},
		{keep, remove, remove, replace, keep},
	} {
		for _, i := range []int{1, 2, 5} {
			costs := make([]fsa.Weight, 1+replace)
			derived.Costs(costs, after(problem, actions[:i]...))
			fmt.Printf("%-12s", input[i])
			for o := keep; o <= replace; o++ {
				fmt.Printf("  %s %v", names[o], costs[o])
			}
			if i < len(actions) {
				fmt.Print("  -> ", names[actions[i]])
			}
			fmt.Println()
		}
	}
	// Output:
	// physician     keep 0  delete 1  replace 0  -> replace
	// successfully  keep 1  delete 0  replace +Inf  -> delete
	// elderly       keep 1  delete 1  replace 0
	// physician     keep 0  delete 1  replace 0  -> keep
	// successfully  keep 1  delete 0  replace +Inf  -> delete
	// elderly       keep 1  delete 0  replace 1
	// physician     keep 0  delete 1  replace 0  -> delete
	// successfully  keep 0  delete 0  replace +Inf  -> delete
	// elderly       keep 1  delete 0  replace 0
}

// Gold is `X( a b )`, and the prefix is `X( a`: what comes next, a word, `)` or another X(? Closing
// makes a wrong bracket, and gold's is then missing: the true cost is 2, as the factors say. The
// paper's transducer says 0, for it deletes the closing bracket and inserts one after b for
// nothing. With weights on closing brackets it says 1, enough to continue with the word.
func ExampleBracketing() {
	b := derived.Bracketing{
		Words: 2, Labels: 1, MaxOpens: 2, Forest: true,
		Gold: []derived.Span{{Label: 0, Start: 0, End: 2}},
	}
	paper, err := b.Problem(derived.PaperWeights())
	if err != nil {
		fmt.Println(err)
		return
	}
	corrected, err := b.Problem(derived.CorrectedWeights())
	if err != nil {
		fmt.Println(err)
		return
	}
	factors, err := b.Factored()
	if err != nil {
		fmt.Println(err)
		return
	}
	X := derived.OpenLabel(0)
	show := func(name string, p derived.Problem) {
		v := after(p, X, derived.Word)
		fmt.Printf("%-9s  w %v  ) %v  X( %v\n", name, v[derived.Word], v[derived.Close], v[X])
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
	problem := derived.ArcHybrid([]int32{they: ate, ate: 0, the: pizza, pizza: ate}, true)
	actions := []fsa.Symbol{derived.Shift, derived.Shift, derived.Shift, derived.Left, derived.Shift, derived.Right, derived.Right, derived.Right}
	names := []string{derived.Shift: "SHIFT", derived.Left: "LEFT", derived.Right: "RIGHT"}
	for i, o := range actions {
		v := after(problem, actions[:i]...)
		for a := derived.Shift; a <= derived.Right; a++ {
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

// Time flies, tagged as noun and verb. Three machines say what may be done, what a difference costs and what is right;
// of their composition, the shortest ways from where a prefix leads have the values of what may come next.
func ExampleTagging() {
	names := []string{1: "N", 2: "V"}
	problem := derived.Tagging([]fsa.Symbol{1, 2}, 2)
	show := func(name string, m fsa.Machine) {
		t, err := fsa.Expand(m, 10)
		if err != nil {
			panic(err) // three small machines
		}
		fmt.Printf("%-10s", name)
		for q, a := range t.All {
			fmt.Printf("  (%d)--%s:%s/%v-->(%d)", q, names[a.In], names[a.Out], a.Weight, a.To)
		}
		fmt.Println()
	}
	show("admissible", problem.Admissible)
	show("loss", problem.Factors[0].Loss)
	show("gold", problem.Factors[0].Gold)
	for _, prefix := range [][]fsa.Symbol{{}, {1}, {2}} {
		v := after(problem, prefix...)
		fmt.Print("\nafter [")
		for _, o := range prefix {
			fmt.Print(names[o])
		}
		fmt.Printf("]: N %v  V %v", v[1], v[2])
	}
	fmt.Println()
	// Output:
	// admissible  (0)--N:N/0-->(1)  (0)--V:V/0-->(1)  (1)--N:N/0-->(2)  (1)--V:V/0-->(2)
	// loss        (0)--N:N/0-->(0)  (0)--N:V/1-->(0)  (0)--V:N/1-->(0)  (0)--V:V/0-->(0)
	// gold        (0)--N:N/0-->(1)  (1)--V:V/0-->(2)
	//
	// after []: N 0  V 1
	// after [N]: N 1  V 0
	// after [V]: N 2  V 1
}
