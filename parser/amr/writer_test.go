package amr

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// print writes graphs one after the other.
func print(t testing.TB, graphs ...*Graph) string {
	t.Helper()
	var out bytes.Buffer
	for _, g := range graphs {
		require.NoError(t, Write(&out, g))
	}
	return out.String()
}

// bare is a graph without its place.
func bare(g *Graph) *Graph {
	c := *g
	c.File, c.Line = "", 0
	if len(c.Meta) == 0 {
		c.Meta = nil
	}
	return &c
}

// The sample has the layout in which graphs are written.
func TestSampleIsWrittenAsItIs(t *testing.T) {
	text, err := os.ReadFile("testdata/sample.amr")
	require.NoError(t, err)
	require.Equal(t, string(text)+"\n", print(t, read(t, string(text))...))
}

func TestWrite(t *testing.T) {
	g := parse(t, `# ::id a ::b c
#
(g / go~e.1 :polarity -~e.2 :ARG0~e.3 b~e.4 :name (n / name :op1 "A" :op2 1) :x (b) :y - :z (m / name :op1 (o / old)) :name (p / name :op1 b) :name "B")`)
	require.Equal(t, `# ::id a
# ::b c
#
(g / go~e.1 :polarity -~e.2
      :ARG0~e.3 b~e.4
      :name (n / name :op1 "A" :op2 1)
      :x (b)
      :y -
      :z (m / name
            :op1 (o / old))
      :name (p / name
            :op1 b)
      :name "B")
`, g.String())
	require.Equal(t, g.String()+"\n", print(t, g))
}

// Nodes and edges of a graph that a program makes may be in any order.
func TestWriteAnyOrder(t *testing.T) {
	g := &Graph{
		Root:  2,
		Nodes: []Node{{Concept: "-"}, {Var: "b", Concept: "boy"}, {Var: "g", Concept: "go-01"}},
		Edges: []Edge{{From: 1, To: 0, Role: "polarity", Defines: true}, {From: 2, To: 1, Role: "ARG0", Defines: true}, {From: 2, To: 1, Role: "ARG1"}},
	}
	require.Equal(t, "(g / go-01\n      :ARG0 (b / boy :polarity -)\n      :ARG1 b)\n", g.String())
	require.Equal(t, len(g.Triples().List()), len(parse(t, g.String()).Triples().List()))
}

func TestWriteErrors(t *testing.T) {
	var out bytes.Buffer
	require.ErrorIs(t, Write(&out, &Graph{}), errGraph)
	require.Empty(t, out.Bytes())
	require.Contains(t, (&Graph{}).String(), "root")
	require.ErrorIs(t, Write(testkit.Failing(0), parse(t, "(b)")), os.ErrClosed)
}

// FuzzRead checks that whatever is read is written and read back the same, and that what is
// written is a fixed point.
func FuzzRead(f *testing.F) {
	sample, err := os.ReadFile("testdata/sample.amr")
	require.NoError(f, err)
	f.Add(sample)
	for _, c := range malformed {
		f.Add([]byte(c.text + "\n(g / good)"))
	}
	f.Add([]byte("\ufeff# ::id a ::b ::snt c ::d\r\n#\r\n(a~e.1/b~1 :c~e.2 d~3,4 :e \"\\\"\"~5\n:f (d :name (n / name :op1 a) :g -:h(i)))\n\n\n"))
	f.Fuzz(func(t *testing.T, input []byte) {
		if bytes.HasPrefix(input, []byte("\x1f\x8b")) {
			return
		}
		good, bad := testkit.All(NewReader(bytes.NewReader(input), "f").All())
		require.LessOrEqual(t, len(good)+len(bad), bytes.Count(input, []byte("\n"))+1)
		text := print(t, good...)
		again := read(t, text)
		require.Len(t, again, len(good))
		for i, g := range again {
			require.Equal(t, bare(good[i]), bare(g))
			require.Equal(t, good[i].Triples(), g.Triples())
		}
		require.Equal(t, text, print(t, again...))
	})
}

func BenchmarkRead(b *testing.B) {
	data, err := os.ReadFile("testdata/sample.amr")
	require.NoError(b, err)
	data = bytes.Repeat(append(data, '\n'), 100)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		testkit.All(NewReader(bytes.NewReader(data), "f").All())
	}
}

func BenchmarkWrite(b *testing.B) {
	graphs, err := ReadFile("testdata/sample.amr")
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		for _, g := range graphs {
			require.NoError(b, Write(io.Discard, g))
		}
	}
}
