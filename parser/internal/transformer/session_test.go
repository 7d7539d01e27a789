package transformer

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
)

func open(t testing.TB, name string, s Settings) *Encoder {
	e, err := Open(filepath.Join("testdata", "reference", name), s)
	require.NoError(t, err)
	t.Cleanup(func() { e.Close() })
	return e
}

// Windows give each subword to the one in which it is farthest from an edge that cuts the sentence.
func TestWindows(t *testing.T) {
	for most := 1; most <= 12; most++ {
		for n := 1; n <= 60; n++ {
			all, next := windows(nil, 3, n, most), 0
			distance := func(w window, i int) int { // to an edge that cuts
				left, right := n, n
				if w.from > 0 {
					left = i - w.from
				}
				if w.to < n {
					right = w.to - 1 - i
				}
				return min(left, right)
			}
			for _, w := range all {
				require.Equal(t, 3, w.sentence)
				require.Equal(t, next, w.own)
				require.LessOrEqual(t, w.to-w.from, most)
				require.True(t, w.from <= w.own && w.own <= w.end && w.end <= w.to && w.to <= n, "%+v", w)
				for i := w.own; i < w.end; i++ {
					for _, other := range all {
						if other.from <= i && i < other.to {
							require.GreaterOrEqual(t, distance(w, i)+1, distance(other, i), "%d of %d in %+v, %+v", i, n, w, other)
						}
					}
				}
				next = w.end
			}
			require.Equal(t, n, next)
		}
	}
}

// read returns the vectors of sentences.
func read(r Reader, width int, text [][]conll.Word) []float32 {
	n := 0
	for _, words := range text {
		n += len(words)
	}
	vectors := make([]float32, n*width)
	r.Read(vectors, text)
	return vectors
}

// The vectors of a sentence do not depend on what is read with it, or was read before it.
func TestReadAlone(t *testing.T) {
	for _, name := range Types() {
		for _, pieces := range Pieces() {
			e := open(t, name, Settings{Mixed: 2, Pieces: pieces}).With(Settings{Mixed: 2, Pieces: pieces, Bytes: name == "roberta"})
			text := sentences(rand.New(rand.NewPCG(1, 1)), 3, 1, 40, 0, 7, 90, 300, 2)
			all := read(e.NewReader(), e.Width, text)
			session, at := e.NewReader(), 0
			for _, words := range text {
				own := read(session, e.Width, [][]conll.Word{words})
				require.Equal(t, all[at:][:len(own)], own)
				at += len(own)
				for i := range words {
					row := own[i*e.Width:][:e.Width]
					require.NotEqual(t, make([]float32, e.Width), row)
					again := append([]float32(nil), row...)
					npz.InHalf.Round(again, e.Width)
					require.Equal(t, again, row)
				}
			}
			require.Len(t, all, at)
		}
	}
}

// The vector of a word is the mean of its subwords' states, or the first of them.
func TestPieces(t *testing.T) {
	text := [][]conll.Word{{{Form: "the"}, {Form: "dogs"}, {Form: "running"}}}
	mean, first := open(t, "bert", Settings{Mixed: 1, Pieces: "mean"}), open(t, "bert", Settings{Mixed: 1, Pieces: "first"})
	s := mean.newSession()
	s.cut(text)
	require.Equal(t, []int{1, 2, 2}, s.counts)
	means, firsts := read(s, mean.Width, text), read(first.NewReader(), first.Width, text)
	wide := mean.Width
	require.Equal(t, firsts[:wide], means[:wide])
	require.NotEqual(t, firsts[wide:2*wide], means[wide:2*wide])
	for i, x := range means[wide : 2*wide] { // "dog ##s" are the rows 2 and 3
		require.InDelta(t, (s.mixed[2*wide+i]+s.mixed[3*wide+i])/2, x, 1e-3)
		require.InDelta(t, s.mixed[2*wide+i], firsts[wide+i], 2e-3)
	}
}

// The mean of layers is that of all of them, side by side, in a store, too.
func TestEach(t *testing.T) {
	for _, name := range Types() {
		mean := open(t, name, Settings{Mixed: 2, Pieces: "mean"})
		each := mean.With(Settings{Mixed: 3, Each: true, Pieces: "mean"})
		require.Equal(t, 2*mean.Width, each.Wide())
		text := sentences(rand.New(rand.NewPCG(3, 1)), 3, 1, 40)
		want, got := read(mean.NewReader(), mean.Wide(), text), read(each.NewReader(), each.Wide(), text)
		for word := range 44 {
			if name == "modernbert" { // which norms what is read, the mean or each
				break
			}
			for i, x := range want[word*mean.Width:][:mean.Width] {
				require.InDelta(t, x, (got[2*word*mean.Width+i]+got[(2*word+1)*mean.Width+i])/2, 5e-3)
			}
		}
		s, err := each.OpenStore(filepath.Join(t.TempDir(), "store"), 1<<30)
		require.NoError(t, err)
		require.NoError(t, s.Fill(context.Background(), text, 2, nil))
		require.Equal(t, got, read(s.NewReader(), each.Wide(), text))
		require.NoError(t, s.Close())
	}
}

// A store has the same vectors as its encoder, whatever broke off its making, and the same bytes for any workers.
func TestStore(t *testing.T) {
	e := open(t, "electra", Settings{Mixed: 2, Pieces: "mean"})
	text := sentences(rand.New(rand.NewPCG(2, 1)), 3, 1, 40, 0, 7, 9, 5, 2, 20, 4, 4, 4, 6, 11, 1, 1, 8, 9, 4, 5, 23, 41, 3)
	want := read(e.NewReader(), e.Width, text)
	dir := t.TempDir()
	fill := func(name string, workers int) []byte {
		name = filepath.Join(dir, name)
		s, err := e.OpenStore(name, 1<<30)
		require.NoError(t, err)
		last := 0
		require.NoError(t, s.Fill(context.Background(), text, workers, func(done int) {
			require.Greater(t, done, last)
			last = done
		}))
		require.Equal(t, want, read(s.NewReader(), e.Width, text))
		before := s.NewReader()
		require.NoError(t, s.Close())
		require.Equal(t, want, read(before, e.Width, text))
		bytes, err := os.ReadFile(name)
		require.NoError(t, err)
		return bytes
	}
	whole := fill("one", 1)
	require.Equal(t, whole, fill("three", 3))
	for cut := 0; cut <= len(whole); cut += 97 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "cut"), whole[:cut], 0o666))
		require.Equal(t, whole, fill("cut", 2), cut)
	}
	damaged := append([]byte(nil), whole...)
	damaged[len(damaged)/2] ^= 1
	require.NoError(t, os.WriteFile(filepath.Join(dir, "damaged"), damaged, 0o666))
	require.Equal(t, whole, fill("damaged", 1))
	full, err := e.OpenStore(filepath.Join(dir, "full"), int64(len(whole)-1))
	require.NoError(t, err)
	require.NoError(t, full.Fill(context.Background(), text, 1, nil))
	require.Equal(t, want, read(full.NewReader(), e.Width, text))
	info, err := full.file.Stat()
	require.NoError(t, err)
	require.LessOrEqual(t, info.Size(), int64(len(whole)-1))
	require.Less(t, len(full.at), 20)
	require.NotEmpty(t, full.at)
	require.NoError(t, full.Close())
	_, err = e.With(Settings{Mixed: 1, Pieces: "mean"}).OpenStore(filepath.Join(dir, "one"), 1<<30)
	require.ErrorIs(t, err, ErrStore)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "other"), []byte("text"), 0o666))
	_, err = e.OpenStore(filepath.Join(dir, "other"), 1<<30)
	require.ErrorIs(t, err, ErrStore)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	s, err := e.OpenStore(filepath.Join(dir, "stopped"), 1<<30)
	require.NoError(t, err)
	require.ErrorIs(t, s.Fill(ctx, text, 1, nil), context.Canceled)
	require.NoError(t, s.Close())
}

// What was tuned comes back from a model file and from a checkpoint, and goes on as if nothing had happened.
func TestTuning(t *testing.T) {
	for _, name := range Types() {
		for _, way := range []struct {
			last  int
			brief bool
		}{{1, false}, {2, false}, {1, true}, {2, true}} {
			last := way.last
			e := open(t, name, Settings{Mixed: 2, Pieces: "mean"})
			text := sentences(rand.New(rand.NewPCG(3, 1)), 3, 8, 5)
			before := read(e.NewReader(), e.Width, text)
			settings := TuningSettings{Last: last, Rate: 1e-2, Decay: 0.9, WarmUp: 0.1, Dropout: 0.1, Clip: 1, Brief: way.brief}
			source := rand.NewPCG(1, 2)
			u := e.NewTuning(settings, rand.New(source))
			target := make([]float32, len(before))
			learn := func(u *Tuning, from, to int) (loss float64) {
				vectors := make([]float32, len(before))
				for step := from; step < to; step++ {
					u.Read(vectors, text)
					loss = 0
					for i := range vectors {
						vectors[i] -= target[i]
						loss += float64(vectors[i]) * float64(vectors[i])
					}
					u.Backward(vectors)
					require.True(t, u.Step(1, float64(step)/60))
				}
				return loss
			}
			first := learn(u, 1, 2)
			learn(u, 2, 20)
			record := npz.NewRecord()
			u.Sync(record)
			arrays := written(t, record.Entries())
			random, err := source.MarshalBinary()
			require.NoError(t, err)
			require.Less(t, learn(u, 20, 60), 0.7*first, name)
			require.Equal(t, before, read(e.NewReader(), e.Width, text)) // the encoder itself stays as it is

			resumed := rand.NewPCG(0, 0)
			require.NoError(t, resumed.UnmarshalBinary(random))
			v := e.NewTuning(settings, rand.New(resumed))
			again := arrays.Record()
			v.Sync(again)
			require.NoError(t, again.Err())
			learn(v, 20, 60)
			frozen := u.Freeze()
			want := read(frozen.NewReader(), e.Width, text)
			require.Equal(t, want, read(v.Freeze().NewReader(), e.Width, text))
			require.NotEqual(t, before, want)

			loaded, err := e.WithTuned(written(t, frozen.Tuned("x/", last)), "x/", last, "")
			require.NoError(t, err)
			require.Equal(t, want, read(loaded.NewReader(), e.Width, text))
			_, err = e.WithTuned(written(t, frozen.Tuned("x/", last)[1:]), "x/", last, "")
			require.ErrorIs(t, err, npz.ErrFile)
			_, err = e.WithTuned(arrays, "x/", 3, "")
			require.ErrorIs(t, err, npz.ErrFile)
		}
	}
}

// written returns entries as they are read again.
func written(t *testing.T, entries []npz.Entry) *npz.Arrays {
	name := filepath.Join(t.TempDir(), "x.npz")
	f, err := os.Create(name)
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, npz.Write(f, entries))
	info, err := f.Stat()
	require.NoError(t, err)
	arrays, err := npz.Read(f, info.Size())
	require.NoError(t, err)
	return arrays
}

// Products of bytes make nearly the same vectors, and leave the encoder as it is.
func TestBytes(t *testing.T) {
	for _, name := range Types() {
		e := open(t, name, Settings{Mixed: 1, Pieces: "mean"})
		text := sentences(rand.New(rand.NewPCG(4, 1)), 10, 20)
		want := read(e.NewReader(), e.Width, text)
		rounded := e.With(Settings{Mixed: 1, Pieces: "mean", Bytes: true})
		got := read(rounded.NewReader(), e.Width, text)
		require.Equal(t, want, read(e.NewReader(), e.Width, text))
		require.Equal(t, got, read(rounded.With(rounded.Settings).NewReader(), e.Width, text))
		require.NotEqual(t, want, got)
		require.Less(t, loss(want, got), 0.005, name)
	}
}

// Products of bytes make the same bits on every processor: on the path of this one, and in plain Go.
func TestBytesEverywhere(t *testing.T) {
	sum := sha256.New()
	for _, name := range []string{"bert", "electra"} {
		s := Settings{Mixed: 2, Pieces: "mean", Bytes: true}
		e := open(t, name, Settings{}).With(s)
		text := sentences(rand.New(rand.NewPCG(4, 2)), 1, 2, 7, 30, 90)
		require.NoError(t, binary.Write(sum, binary.LittleEndian, read(e.NewReader(), e.Width, text)))
	}
	require.Equal(t, "8950e415f2ca146f", fmt.Sprintf("%x", sum.Sum(nil)[:8]))
	const paths = "PARSER_KERNEL"
	if _, chosen := os.LookupEnv(paths); !chosen {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestBytesEverywhere$")
		again.Env = append(os.Environ(), paths+"=plain")
		out, err := again.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
}

// loss returns the squared error of vectors, as a share of the squares of what they should be.
func loss(want, got []float32) float64 {
	errors, squares := 0.0, 0.0
	for i, x := range want {
		errors += float64(x-got[i]) * float64(x-got[i])
		squares += float64(x) * float64(x)
	}
	return errors / squares
}

// In bfloat16 vectors and gradients are those of single precision, up to rounding, and the encoder keeps its own.
func TestTuningInBFloat16(t *testing.T) {
	for _, name := range Types() {
		e := open(t, name, Settings{Mixed: 2, Pieces: "mean"})
		text := sentences(rand.New(rand.NewPCG(3, 1)), 3, 8, 5)
		before := read(e.NewReader(), e.Width, text)
		var vectors, gradients [2][]float32
		for i := range vectors {
			u := e.NewTuning(TuningSettings{Last: 1 + len(name)%2, Rate: 1e-2, Decay: 1, Clip: 1, Brief: i == 1}, rand.New(rand.NewPCG(1, 2)))
			vectors[i] = make([]float32, len(before))
			u.Read(vectors[i], text)
			u.Backward(slices.Clone(vectors[i]))
			for _, p := range u.learning() {
				gradients[i] = append(gradients[i], p.gradient...)
			}
		}
		require.NotEqual(t, vectors[0], vectors[1], name)
		require.Less(t, distance(vectors[0], vectors[1]), 0.02, name)
		require.Less(t, distance(gradients[0], gradients[1]), 0.05, name)
		require.Equal(t, before, read(e.NewReader(), e.Width, text), name)
	}
}

// distance is the length of the difference of vectors, as a share of that of the first.
func distance(x, y []float32) float64 {
	var squares, all float64
	for i := range x {
		d := float64(x[i]) - float64(y[i])
		squares += d * d
		all += float64(x[i]) * float64(x[i])
	}
	return math.Sqrt(squares / all)
}
