package parserbeam

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/text"
	"parser/parser/treebank"
)

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler)) // Beam says much
	os.Exit(m.Run())
}

// devTreebank returns the development treebank of the project.
func devTreebank(t *testing.T) string {
	content, err := os.ReadFile("../../testdata/en/dev.conllu")
	require.NoError(t, err)
	return string(content)
}

// write writes a file into a folder, compressed if its name says so.
func write(t *testing.T, folder, name, content string) string {
	name = filepath.Join(folder, name)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	if filepath.Ext(name) == ".gz" {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, err := io.WriteString(z, content)
		require.NoError(t, err)
		require.NoError(t, z.Close())
		content = b.String()
	}
	require.NoError(t, os.WriteFile(name, []byte(content), 0o644))
	return name
}

// inputOf looks at a file.
func inputOf(t *testing.T, file string) Input {
	in, err := look(t.Context(), file)
	require.NoError(t, err)
	return in
}

// englishModel returns the model that the program brings along.
func englishModel(t *testing.T) *engine.Parser {
	p, err := load(t.Context(), "", false)
	require.NoError(t, err)
	return p
}

// parsed returns what the parser makes of CoNLL-U or, if raw, of a text, without what is malformed.
func parsed(t *testing.T, content string, raw bool) string {
	p := englishModel(t)
	r := conll.NewReader(bytes.NewBufferString(content), "x.conllu")
	read := r.Read
	if raw {
		cut, err := p.Text(bytes.NewBufferString(content), "x.txt", text.Options{})
		require.NoError(t, err)
		read = cut.Read
	}
	var out bytes.Buffer
	w := conll.NewWriter(&out)
	sound := func() (*treebank.Item, error) {
		for {
			if s, err := read(); !textfile.Resumable(err) {
				return treebank.SentenceItem(s), err
			}
		}
	}
	emit := func(it *treebank.Item) error { return w.Write(it.Sentence) }
	require.NoError(t, p.Run(t.Context(), sound, emit, runtime.GOMAXPROCS(0)))
	require.NoError(t, w.Flush())
	return out.String()
}

// blocks returns what a DoFn emits for a range, without a runner. meanwhile is called with each block.
func (f *ReadFn) blocks(t *testing.T, in Input, r offsetrange.Restriction, meanwhile func(*sdf.LockRTracker)) (blocks []Block, err error) {
	rt := f.CreateTracker(r)
	err = f.ProcessElement(t.Context(), rt, in, func(b Block) {
		blocks = append(blocks, b)
		meanwhile(rt)
	})
	require.NoError(t, rt.GetError())
	if err == nil {
		require.True(t, rt.IsDone())
	}
	return blocks, err
}

func leave(*sdf.LockRTracker) {}

// join checks that blocks follow each other to the end, and returns their text.
func join(t *testing.T, blocks []Block) string {
	var all bytes.Buffer
	for i, b := range blocks {
		require.EqualValues(t, all.Len(), b.Start)
		all.WriteString(b.Text)
		require.EqualValues(t, all.Len(), b.End)
		require.Equal(t, i == len(blocks)-1, b.Last)
	}
	return all.String()
}

// run runs Parse on Prism, and returns what it counted, by the names of counters.
func run(t *testing.T, o Options) (map[string]int64, error) {
	p, s := beam.NewPipelineWithRoot()
	Parse(s, o)
	result, err := ptest.RunWithMetrics(p)
	if err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() == Namespace {
			counts[c.Name()] += c.Result()
		}
	}
	return counts, nil
}

func contentOf(t *testing.T, file string) string {
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(content)
}
