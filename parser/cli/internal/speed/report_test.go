package speed

import (
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/kernel"
)

func ExampleReport_Write() {
	r := Report{
		Machine: Machine{"Abacus 3", 2, "plan9/amd64", "go1.0", "plain"}, Model: "en.npz: arc-hybrid, linear: 9 actions", Input: "en.conllu",
		Sentences: 1, Words: 20, Rounds: 3,
		Parts:    []Figure{{Part: "reading", Median: 200, Least: 190, Most: 350.4}, {Part: "scoring", Median: -1, Least: -20, Most: 30}},
		Together: []Figure{{Threads: 1, Median: 1000, Least: 800, Most: 1250}, {Threads: 2, Median: 500, Least: 400, Most: 625}},
	}
	_ = r.Write(os.Stdout)
	// Output:
	// machine: Abacus 3, 2 processors, plan9/amd64, go1.0, kernel plain
	// model:   en.npz: arc-hybrid, linear: 9 actions
	// input:   en.conllu: 1 sentence, 20 words
	//
	// one thread    ns/word        range  share  words/s
	// reading           200   190 to 350   20 %  5000000
	// scoring             0    -20 to 30    0 %        -
	// all together     1000  800 to 1250  100 %  1000000
	//
	// threads  words/s               range  ratio
	// 1        1000000   800000 to 1250000   1.00
	// 2        2000000  1600000 to 2500000   2.00
	//
	// medians of 3 rounds, and their range; a part is the difference of two times, and 0 if that is negative
}

func TestProcessor(t *testing.T) {
	require.Equal(t, "Abacus: 3", processor("processor\t: 0\nvendor_id\t: A\nmodel\t\t: 7\nmodel name\t: Abacus: 3\n\nmodel name\t: Other\n"))
	require.Equal(t, runtime.GOARCH, processor("processor\t: 0\nBogoMIPS : 2\n"))
	m := ThisMachine()
	require.NotEmpty(t, m.Processor)
	require.Positive(t, m.Processors)
	require.Equal(t, kernel.Path(), m.Kernel)
}
