package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/transition"
)

func TestProgressIsATable(t *testing.T) {
	var out bytes.Buffer
	p := &progress{Bar: frame.Bar{W: &out, Off: true}, builds: structure.Of(transition.Dependencies), dev: true}
	o := p.observer()
	require.Nil(t, o.Sentence, "nothing shows it")
	o.Epoch(training.Epoch{Number: 1, Loss: 0.25, WordsPerS: 12345.6, Best: true, Scores: treebank.Scores{UAS: 90, LAS: 85.126}})
	o.Epoch(training.Epoch{Number: 12, Loss: 12.5, WordsPerS: 1e6, Scores: treebank.Scores{UAS: 100, LAS: 0}})
	require.Equal(t, ""+
		"epoch     loss  dev UAS  dev LAS   words/s\n"+
		"    1   0.2500    90.00    85.13     12346  best\n"+
		"   12  12.5000   100.00     0.00   1000000\n", out.String())
}

func TestProgressOfConstituentsShowsF1(t *testing.T) {
	var out bytes.Buffer
	p := &progress{Bar: frame.Bar{W: &out}, builds: structure.Of(transition.Constituents), dev: true}
	p.row(training.Epoch{Number: 1, Loss: 0.25, WordsPerS: 12345.6, Best: true, Scores: treebank.Scores{F1: 85.126, UAS: 1, LAS: 1}})
	p.dev = false
	p.row(training.Epoch{Number: 2, Loss: 0.125, WordsPerS: 12345.6, Best: true, Scores: treebank.Scores{F1: 85.126}})
	require.Equal(t, ""+
		"epoch     loss   dev F1   words/s\n"+
		"    1   0.2500    85.13     12346  best\n"+
		"    2   0.1250        -     12346\n", out.String())
}

// The bar is gone before a row is printed.
func TestTheBarIsGoneBeforeARow(t *testing.T) {
	var out bytes.Buffer
	p := &progress{Bar: frame.Bar{W: &out}, builds: structure.Of(transition.Dependencies)}
	o := p.observer()
	for i := range 3 {
		o.Sentence(i+1, 3)
	}
	require.Contains(t, out.String(), "epoch 1")
	o.Epoch(training.Epoch{Number: 1})
	lines := strings.Split(out.String(), "\n")
	bar, _, _ := strings.Cut(lines[0], "epoch     loss")
	require.True(t, strings.HasSuffix(bar, " \r"), bar)
	o.Sentence(1, 3)
	require.Contains(t, out.String(), "epoch 2")
	p.Clear()
	require.True(t, strings.HasSuffix(out.String(), " \r"))
}

// TestPace: lines come after each interval, and say what is left if that is known.
func TestPace(t *testing.T) {
	p := newPace(time.Hour)
	require.False(t, p.due())
	p.last = p.last.Add(-time.Hour)
	require.True(t, p.due())
	require.False(t, p.due())
	p.begun = time.Now().Add(-30 * time.Minute)
	require.Regexp(t, `^; about 1h3\dm\d+s left$`, p.left(0.25))
	require.Equal(t, "; about 0s left", p.left(1))
	require.Empty(t, p.left(0))
}
