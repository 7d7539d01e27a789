package derived_test

import (
	"errors"
	"fmt"
	"strings"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// read returns the machine of a text in AT&T's format, an acceptor or a transducer, and names its symbols.
func read(text string, names *fsa.Symbols, acceptor bool) *fsa.Transducer {
	t, err := fsa.ReadATT(strings.NewReader(text), "machine", fsa.Notation{Acceptor: acceptor, In: names, Out: names, Grow: true})
	if err != nil {
		panic(err) // the machines of examples are right
	}
	return t
}

// spell returns the symbols of a text.
func spell(text string, names *fsa.Symbols) (symbols []fsa.Symbol) {
	for _, name := range strings.Fields(text) {
		symbols = append(symbols, names.Add(name))
	}
	return symbols
}

// printCosts prints the costs of what can follow a prefix, with "stop" for ending, and what the prefix has cost.
func printCosts(p derived.Problem, names *fsa.Symbols, prefix string) {
	oracle, err := derived.Search(p, 0)
	values := make([]fsa.Weight, p.Actions+1)
	for _, o := range spell(prefix, names) {
		if err == nil {
			err = oracle.Advance(o)
		}
	}
	if err == nil {
		err = oracle.Values(values)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	costs := make([]fsa.Weight, len(values))
	derived.Costs(costs, values)
	fmt.Print(prefix, " ...")
	for o, cost := range costs {
		name, _ := names.Name(fsa.Symbol(o))
		if o == 0 {
			name = "stop"
		}
		if !cost.IsZero() {
			fmt.Printf("  %s %v", name, cost)
		}
	}
	fmt.Println()
}

// Text simplification: each word is kept, deleted, or replaced by a simpler one if there is one. Gold are two texts
// by two annotators; no one has said what was done to each word. The loss is how many words must be changed to get
// one of the texts.
//
// One transducer says what actions write: what it reads is what may be done, and composed with Levenshtein's it
// gives the loss. The costs of all actions follow. The physician may be kept or become a doctor, which decides about
// the elderly man. Deleting the word is an error, after which another word may take its place, and either ending
// will do.
func Example() {
	var names fsa.Symbols
	names.Add("keep")
	names.Add("delete")
	replace := names.Add("replace")
	text := read(`
		0 1 keep the
		0 1 delete <eps>
		1 2 keep physician
		1 2 delete <eps>
		1 2 replace doctor
		2 3 keep successfully
		2 3 delete <eps>
		3 4 keep treated
		3 4 delete <eps>
		3 4 replace helped
		4 5 keep the
		4 5 delete <eps>
		5 6 keep elderly
		5 6 delete <eps>
		5 6 replace old
		6 7 keep man
		6 7 delete <eps>
		7`, &names, false)
	gold := fsa.Words(spell("the doctor helped the old man", &names), spell("the physician helped the man", &names))
	problem := derived.Problem{
		Actions:    int(replace),
		Admissible: fsa.Input(text),
		Factors:    []derived.Factor{{Loss: fsa.Compose(text, derived.Levenshtein(names.Len()-1)), Gold: gold}},
	}
	printCosts(problem, &names, "keep")
	printCosts(problem, &names, "keep replace delete replace keep")
	printCosts(problem, &names, "keep keep delete replace keep")
	printCosts(problem, &names, "keep delete delete replace keep")
	// Output:
	// keep ...  keep 0  delete 1  replace 0
	// keep replace delete replace keep ...  keep 1  delete 1  replace 0
	// keep keep delete replace keep ...  keep 1  delete 0  replace 1
	// keep delete delete replace keep ...  keep 1  delete 0  replace 0
}

// Time flies, tagged as noun and verb under Hamming loss. Three machines say what may be done, what a difference costs
// and what is right; of their composition, the shortest ways from where a prefix leads have the values of what may
// come next.
func ExampleHamming() {
	var names fsa.Symbols
	problem := derived.Problem{
		Admissible: read("0 1 N\n 0 1 V\n 1 2 N\n 1 2 V\n 2", &names, true),
		Factors:    []derived.Factor{{Loss: derived.Hamming(2), Gold: read("0 1 N\n 1 2 V\n 2", &names, true)}},
	}
	problem.Actions = names.Len() - 1 // epsilon is not a tag
	show := func(name string, m fsa.Machine) {
		t, err := fsa.Expand(m, 10)
		if err != nil {
			panic(err) // three small machines
		}
		fmt.Printf("%-10s", name)
		for q, a := range t.All {
			in, _ := names.Name(a.In)
			out, _ := names.Name(a.Out)
			fmt.Printf("  (%d)--%s:%s/%v-->(%d)", q, in, out, a.Weight, a.To)
		}
		fmt.Println()
	}
	show("admissible", problem.Admissible)
	show("loss", problem.Factors[0].Loss)
	show("gold", problem.Factors[0].Gold)
	oracle, err := derived.Compile(problem, 0)
	if err != nil {
		panic(err)
	}
	for _, prefix := range [][]fsa.Symbol{{}, {1}, {2}} {
		values := make([]fsa.Weight, problem.Actions+1)
		_ = oracle.Reset()
		fmt.Print("\nafter [")
		for _, o := range prefix {
			name, _ := names.Name(o)
			fmt.Print(name)
			_ = oracle.Advance(o)
		}
		_ = oracle.Values(values)
		fmt.Printf("]: N %v  V %v", values[1], values[2])
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

// Named entities as tags: B begins one and I continues it, so I cannot follow O. What counts is not tags but spans:
// the loss is the number of wrong and of missing spans. So one transducer turns tags into spans, and another deletes
// and inserts spans; gold is spans. A tag O after the first B loses the entity and makes a wrong one, of one word.
func ExampleProblem() {
	var names fsa.Symbols
	for _, tag := range []string{"B", "I", "O"} {
		names.Add(tag)
	}
	spans := read(`
		0 1 O <eps>
		0 11 B <eps>
		1 2 O <eps>
		1 21 B <eps>
		2 3 O <eps>
		2 31 B <eps>
		11 12 I <eps>
		11 2 O 1-1
		11 21 B 1-1
		12 13 I <eps>
		12 3 O 1-2
		12 31 B 1-2
		21 22 I <eps>
		21 3 O 2-2
		21 31 B 2-2
		3
		13 3 <eps> 1-3
		22 3 <eps> 2-3
		31 3 <eps> 3-3`, &names, false)
	edits := derived.Edits(names.Len()-1, func(in, out fsa.Symbol) fsa.Weight {
		switch {
		case in == out:
			return 0
		case in == fsa.Epsilon || out == fsa.Epsilon:
			return 1
		}
		return fsa.Zero()
	})
	problem := derived.Problem{
		Actions:    3,
		Admissible: fsa.Input(spans),
		Factors:    []derived.Factor{{Loss: fsa.Compose(spans, edits), Gold: read("0 1 1-2\n 1", &names, true)}},
	}
	for _, prefix := range []string{"", "B", "B I", "O", "O B"} {
		printCosts(problem, &names, prefix)
	}
	// Output:
	//  ...  B 0  O 1
	// B ...  B 3  I 0  O 2
	// B I ...  B 1  I 2  O 0
	// O ...  B 1  O 0
	// O B ...  B 1  I 0  O 0
}

// Three annotators have tagged three words. If gold is the union of their annotations, the loss is the distance to the
// nearest one: after V this can be the second or the third. If each is a factor, the loss is the sum of the distances,
// and at each word the tag that most of them chose is best.
func ExampleFactor() {
	var names fsa.Symbols
	words := read("0 1 N\n 0 1 V\n 1 2 N\n 1 2 V\n 2 3 N\n 2 3 V\n 3", &names, true)
	tags := names.Len() - 1
	var golds []*fsa.Transducer
	var each []derived.Factor
	for _, annotation := range []string{"N V N", "V N N", "V V V"} {
		gold := fsa.Linear(spell(annotation, &names)...)
		golds = append(golds, gold)
		each = append(each, derived.Factor{Loss: derived.Hamming(tags), Gold: gold})
	}
	nearest := []derived.Factor{{Loss: derived.Hamming(tags), Gold: fsa.Union(golds...)}}
	printCosts(derived.Problem{Actions: tags, Admissible: words, Factors: nearest}, &names, "V")
	printCosts(derived.Problem{Actions: tags, Admissible: words, Factors: each}, &names, "V")
	// Output:
	// V ...  N 0  V 0
	// V ...  N 1  V 0
}

// Translation: words of the vocabulary in any order and number, and stop, an action like others: the loss is the edit
// distance to the nearest of two references. Sequences may be infinitely many, since only good ones are looked at.
func ExampleSearch() {
	var names fsa.Symbols
	references := fsa.Words(spell("the cat sat down", &names), spell("a cat was sitting", &names))
	vocabulary := fsa.Linear()
	for o := fsa.Symbol(1); int(o) < names.Len(); o++ {
		vocabulary.Add(0, o, fsa.One, 0)
	}
	problem := derived.Problem{
		Actions:    names.Len() - 1,
		Admissible: vocabulary,
		Factors:    []derived.Factor{{Loss: derived.Levenshtein(names.Len() - 1), Gold: references}},
	}
	for _, prefix := range []string{"the cat", "the cat was", "a cat sat down", "a cat was sitting"} {
		printCosts(problem, &names, prefix)
	}
	// Output:
	// the cat ...  stop 2  the 1  cat 1  sat 0  down 1  a 1  was 1  sitting 1
	// the cat was ...  stop 1  the 1  cat 1  sat 0  down 0  a 1  was 1  sitting 0
	// a cat sat down ...  stop 0  the 1  cat 1  sat 1  down 1  a 1  was 1  sitting 1
	// a cat was sitting ...  stop 0  the 1  cat 1  sat 1  down 1  a 1  was 1  sitting 1
}

// The two constructions of the paper give the same values.
func ExamplePrecompute() {
	var names fsa.Symbols
	problem := derived.Problem{
		Admissible: read("0 1 a\n 0 1 b\n 1 0 c\n 1", &names, true),
		Factors:    []derived.Factor{{Loss: derived.Levenshtein(3), Gold: fsa.Linear(spell("a c b", &names)...)}},
	}
	problem.Actions = names.Len() - 1
	for _, construction := range []func(derived.Problem, int) (derived.Oracle, error){derived.Recompute, derived.Precompute} {
		oracle, err := construction(problem, 0)
		values := make([]fsa.Weight, problem.Actions+1)
		if err == nil {
			err = oracle.Advance(names.Add("b"))
		}
		if err == nil {
			err = oracle.Values(values)
		}
		fmt.Println(values, err)
	}
	// Output:
	// [2 +Inf +Inf 1] <nil>
	// [2 +Inf +Inf 1] <nil>
}

// What is wrong with a problem is an error.
func Example_errors() {
	tags := fsa.Linear(1, 2)
	for _, problem := range []derived.Problem{
		{Actions: 2, Admissible: tags},
		{Actions: 1, Admissible: tags, Factors: []derived.Factor{{Loss: derived.Hamming(2), Gold: tags}}},
		{Actions: 2, Admissible: tags, Factors: []derived.Factor{{Loss: derived.Hamming(2), Gold: fsa.Linear(1)}}},
	} {
		_, err := derived.Compile(problem, 0)
		fmt.Println(errors.Is(err, derived.ErrNoSequence), err)
	}
	// Output:
	// false problem has no factor of the loss
	// false symbol 2 is not an action: from state 1 of the admissible sequences
	// true no admissible sequence with a finite loss
}
