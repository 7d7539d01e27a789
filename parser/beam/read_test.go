package parserbeam

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
)

const (
	we    = "# sent_id = w\n1\tWe\twe\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\t_\n"
	hello = "1\tHello\thello\tINTJ\tUH\t_\t0\troot\t_\t_\n"
)

// texts are small files with all that can stand between sentences.
func texts() map[string]string {
	all := map[string]string{
		"plain":       we + "\n" + hello + "\n" + we + "\n",
		"no end":      we + "\n" + strings.TrimSpace(hello),
		"no blank":    we + "\n" + hello,
		"CRLF":        strings.ReplaceAll(we+"\n"+hello+"\n", "\n", "\r\n"),
		"blank lines": "\n\n" + we + "\n\n\n" + hello + " \t\n" + we + "\n\n",
		"mark":        textfile.ByteOrderMark + we + "\n" + hello + "\n",
		"mark, blank": textfile.ByteOrderMark + "\n\n" + we + "\n",
		"blanks":      "\n \n\t\n\n",
		"one mark":    textfile.ByteOrderMark,
		"empty":       "",
		"indented":    we + "\n  " + hello + "\n" + we + "\n",
		"control":     we + "\n\x1f\x8b" + hello + "\n\x00\n\n" + we + "\n",
		"marks":       we + "\n" + textfile.ByteOrderMark + hello + "\n",
	}
	for gap := maxGap - 1; gap <= maxGap+1; gap++ {
		all[fmt.Sprint("gap of ", gap)] = hello + strings.Repeat(" ", gap-2) + "\n" + hello + "\n"
	}
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"1\ta", "#", " ", "\t", "\r\n", "\n", "\n", "\n\n", textfile.ByteOrderMark}
	for i := range 60 {
		text := ""
		for range 12 {
			text += parts[r.IntN(len(parts))]
		}
		all[fmt.Sprint("random ", i)] = text
	}
	return all
}

// Wherever a file is cut in two, before it is read or at any block while it is, all blocks
// make the file again; and each begins in its own range.
func TestRanges(t *testing.T) {
	for name, text := range texts() {
		t.Run(name, func(t *testing.T) {
			in := inputOf(t, write(t, t.TempDir(), "a.conllu", text))
			f := &ReadFn{BlockSize: 1}
			whole, err := f.blocks(t, in, f.CreateInitialRestriction(in), leave)
			require.NoError(t, err)
			require.Equal(t, text, join(t, whole))
			for cut := range in.Size {
				left, err := f.blocks(t, in, offsetrange.Restriction{Start: 0, End: cut}, leave)
				require.NoError(t, err)
				right, err := f.blocks(t, in, offsetrange.Restriction{Start: cut, End: in.Size}, leave)
				require.NoError(t, err)
				require.Equal(t, whole, append(left, right...), "cut at %d", cut)
				for _, b := range left {
					require.Less(t, b.Start, cut)
				}
			}
			for after := range whole {
				for _, fraction := range []float64{0, 0.3, 0.9} {
					require.Equal(t, whole, splitAfter(t, f, in, after, fraction), "split after block %d at %g", after, fraction)
				}
			}
		})
	}
}

// splitAfter reads a file. After a number of blocks it splits off a fraction of the rest, and reads that separately.
func splitAfter(t *testing.T, f *ReadFn, in Input, after int, fraction float64) []Block {
	rest := offsetrange.Restriction{}
	left, err := f.blocks(t, in, f.CreateInitialRestriction(in), func(rt *sdf.LockRTracker) {
		if after--; after == -1 {
			_, residual, err := rt.TrySplit(fraction)
			require.NoError(t, err)
			rest, _ = residual.(offsetrange.Restriction)
		}
	})
	require.NoError(t, err)
	if rest.End == 0 {
		return left
	}
	right, err := f.blocks(t, in, rest, leave)
	require.NoError(t, err)
	return append(left, right...)
}

// Ordinary files can be cut between any two sentences.
func TestSeams(t *testing.T) {
	for name, want := range map[string]int{"plain": 3, "CRLF": 2, "mark": 2, "blank lines": 3, "mark, blank": 1, "indented": 2, "empty": 1} {
		in := inputOf(t, write(t, t.TempDir(), "a.conllu", texts()[name]))
		f := &ReadFn{BlockSize: 1}
		blocks, err := f.blocks(t, in, f.CreateInitialRestriction(in), leave)
		require.NoError(t, err)
		require.Len(t, blocks, want, name)
	}
}

// The first ranges and the blocks are of the sizes that they are to be.
func TestReadSizes(t *testing.T) {
	text := devTreebank(t)
	in := inputOf(t, write(t, t.TempDir(), "a.conllu", text))
	f := &ReadFn{RangeSize: 10_000, BlockSize: 4_000}
	var all []Block
	for _, r := range f.SplitRestriction(in, f.CreateInitialRestriction(in)) {
		require.LessOrEqual(t, f.RestrictionSize(in, r), 10_000.0)
		blocks, err := f.blocks(t, in, r, leave)
		require.NoError(t, err)
		for _, b := range blocks {
			require.Less(t, len(b.Text), 8_000)
		}
		all = append(all, blocks...)
	}
	require.Equal(t, text, join(t, all))
	require.Greater(t, len(all), len(text)/8_000)
}

// A compressed file is read as a whole, as one range.
func TestReadGzip(t *testing.T) {
	text := devTreebank(t)
	in := inputOf(t, write(t, t.TempDir(), "a.conllu.gz", text))
	f := &ReadFn{RangeSize: 1, BlockSize: 10_000}
	ranges := f.SplitRestriction(in, f.CreateInitialRestriction(in))
	require.Len(t, ranges, 1)
	require.EqualValues(t, in.Size, f.RestrictionSize(in, ranges[0]))
	blocks, err := f.blocks(t, in, ranges[0], leave)
	require.NoError(t, err)
	require.Equal(t, text, join(t, blocks))
	require.Greater(t, len(blocks), 3)
}

// A damaged file is an error, or emits that it is one.
func TestReadDamaged(t *testing.T) {
	whole := inputOf(t, write(t, t.TempDir(), "a.conllu.gz", devTreebank(t)))
	content := contentOf(t, whole.File)
	for _, size := range []int{3, 12, len(content) / 2, len(content) - 1} {
		in := inputOf(t, write(t, t.TempDir(), "a.conllu", content[:size]))
		f := &ReadFn{BlockSize: 10_000}
		_, err := f.blocks(t, in, f.CreateInitialRestriction(in), leave)
		require.ErrorContains(t, err, in.File)
		f.KeepGoing = true
		blocks, err := f.blocks(t, in, f.CreateInitialRestriction(in), leave)
		require.NoError(t, err)
		require.True(t, blocks[len(blocks)-1].Damaged)
	}
	gone := Input{File: whole.File + ".gone", Size: 1, Gzip: true}
	f := &ReadFn{KeepGoing: true}
	_, err := f.blocks(t, gone, f.CreateInitialRestriction(gone), leave)
	require.ErrorContains(t, err, gone.File) // to be tried again
}

// Text that goes on for too long without a seam is not kept in memory.
func TestReadTooLong(t *testing.T) {
	long := strings.Repeat(strings.Repeat("x", 1<<16-1)+"\n", conll.MaxSize>>16+1)
	in := inputOf(t, write(t, t.TempDir(), "a.conllu", we+"\n"+long+"\n"+hello+"\n"))
	f := &ReadFn{}
	_, err := f.blocks(t, in, f.CreateInitialRestriction(in), leave)
	require.ErrorIs(t, err, conll.ErrTooLong)
	require.ErrorContains(t, err, in.File+":5: ")
	f.KeepGoing = true
	blocks, err := f.blocks(t, in, f.CreateInitialRestriction(in), leave)
	require.NoError(t, err)
	require.Equal(t, []Block{{File: in.File, End: in.Size, Last: true, Text: we + "\n" + hello + "\n"}}, blocks)
}
