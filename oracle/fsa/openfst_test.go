package fsa

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var openfst = flag.Int("openfst", 1000, "how many random machines to compare with OpenFst on, in hundreds rounded up")

// Processes are slow to start, so one handles many machines: they are joined in one machine,
// whose start has an arc with a symbol of its own to each.
// one machine, from whose start an arc with a symbol of its own leads to each.
const (
	batch       = 100
	firstMarker = 100
)

func marker(i int) Symbol { return Symbol(firstMarker + i) }

// joined makes one machine of many; after its own start, it has their states in their order.
func joined(machines []*Transducer) *Transducer {
	all := &Transducer{}
	all.SetStart(all.AddState())
	for i, m := range machines {
		offset := all.graft(m)
		if m.Start() != NoState {
			all.Add(all.Start(), marker(i), One, offset+m.Start())
		}
	}
	return all
}

// parts is the inverse of joined, except that it drops states that cannot be reached and numbers
// states breadth first, arcs in the order of labels.
func parts(t *testing.T, all *Transducer) []*Transducer {
	machines := make([]*Transducer, batch)
	for i := range machines {
		machines[i] = &Transducer{}
	}
	all = clone(all)
	for _, list := range all.arcs {
		slices.SortStableFunc(list, func(a, b Arc) int { return int(a.In - b.In) })
	}
	if all.Start() == NoState {
		return machines
	}
	for _, a := range all.Arcs(all.Start()) {
		all.SetStart(a.To)
		part, err := Expand(all, 0)
		require.NoError(t, err)
		machines[a.In-firstMarker] = part
	}
	return machines
}

// fst runs one of OpenFst's tools.
func fst(t *testing.T, input []byte, tool string, args ...string) []byte {
	t.Helper()
	var out, problems bytes.Buffer
	c := exec.Command("fst"+tool, args...)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(input), &out, &problems
	require.NoError(t, c.Run(), "fst%s %v: %s", tool, args, &problems)
	return out.Bytes()
}

// compiled returns a machine in OpenFst's own format.
func compiled(t *testing.T, m *Transducer) []byte {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, WriteATT(&text, m, Notation{}))
	return fst(t, text.Bytes(), "compile", "--keep_state_numbering")
}

// decompiled reads OpenFst's format.
func decompiled(t *testing.T, binary []byte) *Transducer {
	t.Helper()
	m, err := ReadATT(bytes.NewReader(fst(t, binary, "print")), "fstprint", Notation{})
	require.NoError(t, err)
	return m
}

// inFile writes a file for tools that read several.
func inFile(t *testing.T, binary []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "fst")
	require.NoError(t, os.WriteFile(file, binary, 0o600))
	return file
}

var openfstKinds = append([]randomOptions{
	{States: 30, Arcs: 3, Symbols: 8, High: 20, EpsilonIn: 0.1, EpsilonOut: 0.1},
	{States: 30, Arcs: 3, Symbols: 8, High: 20, Potentials: 30, EpsilonIn: 0.1},
	{States: 30, Arcs: 3, Symbols: 4, Low: -20, High: 20, Acyclic: true},
	{States: 20, Arcs: 3, Symbols: 4, High: 20, Acceptor: true, EpsilonIn: 0.1, Acyclic: true},
}, kinds...)

// comparisons say how OpenFst must agree on a batch of random machines.
var comparisons = []struct {
	name  string
	agree func(t *testing.T, r *rand.Rand)
}{
	{"text", func(t *testing.T, r *rand.Rand) {
		var text bytes.Buffer
		all := joined(drawBatch(r))
		require.NoError(t, WriteATT(&text, all, Notation{}))
		printed := fst(t, fst(t, text.Bytes(), "compile", "--keep_state_numbering"), "print")
		require.Equal(t, text.String(), string(printed))
	}},
	{"shortest distance", func(t *testing.T, r *rand.Rand) {
		all := joined(drawBatch(r))
		binary := compiled(t, all)
		from, err := DistancesFrom(all)
		require.NoError(t, err)
		require.Equal(t, from, parseDistances(t, all.Len(), fst(t, binary, "shortestdistance")))
		to, err := DistancesTo(all)
		require.NoError(t, err)
		require.Equal(t, to, parseDistances(t, all.Len(), fst(t, binary, "shortestdistance", "--reverse")))
	}},
	{"composition", func(t *testing.T, r *rand.Rand) {
		as, bs := drawBatch(r), drawBatch(r)
		a := inFile(t, fst(t, compiled(t, joined(as)), "arcsort", "--sort_type=olabel"))
		b := inFile(t, compiled(t, joined(bs)))
		for i, theirs := range parts(t, decompiled(t, fst(t, nil, "compose", a, b))) {
			ours, err := Expand(Compose(as[i], bs[i]), 0)
			require.NoError(t, err)
			sameWeights(t, r, ours, theirs)
		}
	}},
	{"epsilon removal", func(t *testing.T, r *rand.Rand) {
		machines := drawBatch(r)
		for i, theirs := range parts(t, decompiled(t, fst(t, compiled(t, joined(machines)), "rmepsilon"))) {
			ours, err := RemoveEpsilon(machines[i])
			require.NoError(t, err)
			sameWeights(t, r, ours, theirs)
		}
	}},
	{"determinisation", func(t *testing.T, r *rand.Rand) {
		all := joined(drawDeterminizable(t, r))
		ours, err := Determinize(all, 0)
		require.NoError(t, err)
		binary := fst(t, compiled(t, all), "determinize")
		fst(t, nil, "equivalent", inFile(t, compiled(t, ours)), inFile(t, binary))
		theirs := parts(t, decompiled(t, binary))
		for i, part := range parts(t, ours) {
			require.Equal(t, part, theirs[i], "the same except the numbers of states")
		}
	}},
}

// OpenFst's tools and this package agree.
func TestAgainstOpenFst(t *testing.T) {
	if _, err := exec.LookPath("fstcompile"); err != nil {
		t.Skip("fstcompile is not on the path: needs OpenFst's command line tools (Debian: libfst-tools)")
	}
	machines := *openfst
	if testing.Short() {
		machines = batch
	}
	for _, c := range comparisons {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(machines+batch-1) / batch {
				t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
					c.agree(t, rand.New(rand.NewPCG(seed, 3)))
				})
			}
		})
	}
}

func drawBatch(r *rand.Rand) []*Transducer {
	machines := make([]*Transducer, batch)
	for i := range machines {
		machines[i] = randomMachine(r, openfstKinds[r.IntN(len(openfstKinds))])
	}
	return machines
}

// drawDeterminizable draws acceptors without epsilon that have a deterministic twin of at most a
// hundred states.
func drawDeterminizable(t *testing.T, r *rand.Rand) []*Transducer {
	const small = 100
	machines := make([]*Transducer, 0, batch)
	for len(machines) < batch {
		o := openfstKinds[r.IntN(len(openfstKinds))]
		o.Acceptor = true
		m, err := RemoveEpsilon(randomMachine(r, o))
		require.NoError(t, err)
		if _, err = Determinize(m, small); err == nil {
			machines = append(machines, m)
		}
	}
	return machines
}

// parseDistances reads what fstshortestdistance writes: a state and a distance a
// line; states beyond the last are not reached.
func parseDistances(t *testing.T, states int, text []byte) []Weight {
	t.Helper()
	dist := unreached(states)
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		q, err := parseNumber(fields[0])
		require.NoError(t, err)
		dist[q] = One
		if len(fields) > 1 {
			dist[q], err = parseWeight(fields[1])
			require.NoError(t, err)
		}
	}
	return dist
}

// sameWeights compares two machines on all short strings, on samples of both, and
// by the weight of their best paths.
func sameWeights(t *testing.T, r *rand.Rand, a, b *Transducer) {
	t.Helper()
	require.Equal(t, relationOf(a, 2, 2), relationOf(b, 2, 2))
	const samples, longest = 20, 12
	pairs := append(Sample(a, r, samples, longest), Sample(b, r, samples, longest)...)
	require.NoError(t, EqualOn(a, b, pairs))
	_, v, err := ShortestPath(a)
	require.NoError(t, err)
	_, w, err := ShortestPath(b)
	require.NoError(t, err)
	require.Equal(t, v, w)
}
