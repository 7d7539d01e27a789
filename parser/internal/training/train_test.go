package training_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
)

// TestSameSeedSameBytes is the promise of determinism: nothing but the options
// and the data decides on a single byte of the model file.
func TestSameSeedSameBytes(t *testing.T) {
	for _, k := range kit.Kinds() {
		o := kit.Options(2, k.Set)
		first := kit.File(t, kit.Trained(t, kit.Mixed(t), o))
		require.True(t, bytes.Equal(first, kit.File(t, kit.Trained(t, kit.Mixed(t), o))), k)
	}
}

// TestWorkersChangeNothing but the time that it takes.
func TestWorkersChangeNothing(t *testing.T) {
	dev := kit.Sample(t, "en/dev.conllu")
	train := func(workers int) (*engine.Parser, []learn.Epoch) {
		p, epochs := trainWith(t, kit.Some(t), dev, kit.Options(3, func(o *engine.Options) { o.Workers = workers }))
		for i := range epochs {
			epochs[i].WordsPerS, epochs[i].Took = 0, 0
		}
		return p, epochs
	}
	p, epochs := train(1)
	for _, workers := range []int{0, 2, 3} {
		q, again := train(workers)
		require.Equal(t, epochs, again, "%d workers", workers)
		require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, q)), "%d workers", workers)
	}
}

func TestTrainingLeavesItsDataAlone(t *testing.T) {
	train, dev := kit.Mixed(t), kit.Sample(t, "en/dev.conllu")[:10]
	trainWith(t, train, dev, kit.Options(2))
	require.Equal(t, kit.Arcs(kit.Mixed(t)), kit.Arcs(train))
	require.Equal(t, kit.Arcs(kit.Sample(t, "en/dev.conllu")[:10]), kit.Arcs(dev))
}

// TestLearnsItsTrainingData: with features as rich as the default ones, every
// kind of parser learns a hundred sentences nearly by heart. (Measured: 98.1 to
// 99.5.)
func TestLearnsItsTrainingData(t *testing.T) {
	t.Parallel()
	for _, k := range kit.Kinds() {
		t.Run(k.String(), func(t *testing.T) {
			p := kit.Trained(t, kit.Some(t), kit.Options(5, k.Set, func(o *engine.Options) { kit.SetLearner(o, "min-updates", 2) }))
			require.Greater(t, kit.LAS(t, p, kit.Some(t)), 97.0)
		})
	}
}

// TestLearnsWhatItHasNotSeen compares with the best parser that looks at one
// word at a time. (Measured: 89 to 91 against 42 LAS.)
func TestLearnsWhatItHasNotSeen(t *testing.T) {
	dev := kit.Sample(t, "en/dev.conllu")
	train := kit.Sample(t, "en/train.conllu")
	baseline := usual(train).score(dev)
	require.Greater(t, baseline, 20.0, "a baseline worth beating")
	require.Greater(t, kit.LAS(t, kit.Trained(t, train, kit.Options(5)), dev), max(80, baseline+20))
}

// usual is the baseline: each tag has its usual distance to the head and label.
type usual []*conll.Sentence

func (u usual) score(dev []*conll.Sentence) float64 {
	counts, best := map[string]int{}, map[string]string{}
	arc := func(s *conll.Sentence, i int) string {
		if s.Words[i].Head == 0 {
			return "root"
		}
		return fmt.Sprint(s.Words[i].Head-i-1, s.Words[i].Deprel)
	}
	for _, s := range u {
		for i, w := range s.Words {
			a := arc(s, i)
			counts[w.XPOS+" "+a]++
			if counts[w.XPOS+" "+a] > counts[w.XPOS+" "+best[w.XPOS]] {
				best[w.XPOS] = a
			}
		}
	}
	right, all := 0, 0
	for _, s := range dev {
		for i, w := range s.Words {
			if all++; best[w.XPOS] == arc(s, i) {
				right++
			}
		}
	}
	return 100 * float64(right) / float64(all)
}

// TestKeepsTheBestEpochOnDev uses for dev what the first epoch's parser says:
// it scores 100, and no later epoch can do better.
func TestKeepsTheBestEpochOnDev(t *testing.T) {
	first := kit.Trained(t, kit.Some(t), kit.Options(1))
	dev := kit.Parses(first, kit.Sample(t, "en/dev.conllu"))
	p, epochs := trainWith(t, kit.Some(t), dev, kit.Options(4))
	require.Equal(t, 1, p.Meta().Epoch)
	require.Equal(t, weights(t, first), weights(t, p))
	require.Len(t, epochs, 4)
	for i, e := range epochs {
		require.Equal(t, i+1, e.Number)
		require.Equal(t, i == 0, e.Best)
	}
	require.Equal(t, [2]float64{100, 100}, [2]float64{epochs[0].UAS, epochs[0].LAS})
	require.Less(t, epochs[3].LAS, 100.0)
}

// TestTiesKeepTheEarlierEpoch trains with a dev that no parser can get right.
func TestTiesKeepTheEarlierEpoch(t *testing.T) {
	dev := kit.Sample(t, "en/dev.conllu")[:5]
	for _, s := range dev {
		for i := range s.Words {
			s.Words[i].Deprel = "unheard-of"
		}
	}
	p, epochs := trainWith(t, kit.Some(t), dev, kit.Options(3))
	require.Equal(t, 1, p.Meta().Epoch, "a score of 0 is a score")
	require.Equal(t, []bool{true, false, false}, []bool{epochs[0].Best, epochs[1].Best, epochs[2].Best})
}

// TestPatience: the first epoch is the best, as above, so that patience ends
// after as many epochs more.
func TestPatience(t *testing.T) {
	dev := kit.Parses(kit.Trained(t, kit.Some(t), kit.Options(1)), kit.Sample(t, "en/dev.conllu"))
	for patience, want := range map[int]int{0: 5, 1: 2, 3: 4, 9: 5} {
		o := kit.Options(5, func(o *engine.Options) { o.Patience = patience })
		p, epochs := trainWith(t, kit.Some(t), dev, o)
		require.Len(t, epochs, want, "patience %d", patience)
		require.Equal(t, 1, p.Meta().Epoch)
	}
}

// TestBestFlags recomputes the flags of an ordinary run from its scores.
func TestBestFlags(t *testing.T) {
	p, epochs := trainWith(t, kit.Some(t), kit.Sample(t, "en/dev.conllu"), kit.Options(6))
	best, kept := -1.0, 0
	for _, e := range epochs {
		require.Equal(t, e.LAS > best, e.Best, "epoch %d", e.Number)
		if e.Best {
			best, kept = e.LAS, e.Number
		}
		require.LessOrEqual(t, e.LAS, e.UAS)
	}
	require.Equal(t, kept, p.Meta().Epoch)
	require.Equal(t, best, kit.LAS(t, p, kit.Sample(t, "en/dev.conllu")))
}

func TestWithoutDevKeepsTheLastEpoch(t *testing.T) {
	o := kit.Options(3, func(o *engine.Options) { o.Patience = 1 })
	p, epochs := trainWith(t, kit.Some(t), nil, o)
	require.Equal(t, 3, p.Meta().Epoch)
	require.Len(t, epochs, 3)
	for _, e := range epochs {
		require.True(t, e.Best)
		require.Zero(t, e.UAS+e.LAS)
	}
}

// TestDevWithoutWords scores nothing, and nevertheless the first epoch is the best.
func TestDevWithoutWords(t *testing.T) {
	p, epochs := trainWith(t, kit.Some(t)[:5], []*conll.Sentence{{}, {}}, kit.Options(2))
	require.Equal(t, 1, p.Meta().Epoch)
	require.Equal(t, []bool{true, false}, []bool{epochs[0].Best, epochs[1].Best})
	require.Zero(t, epochs[0].LAS+epochs[1].LAS+epochs[0].UAS+epochs[1].UAS)
}

func TestObserver(t *testing.T) {
	const epochs = 3
	train, log := kit.Some(t)[:5], []string{}
	train = append(train, &conll.Sentence{}) // not learned from, nor counted
	var losses []float64
	_, err := kit.TrainOn(context.Background(), train, nil, kit.Options(epochs), learn.Observer{
		Sentence: func(done, total int) { log = append(log, fmt.Sprintf("%d/%d", done, total)) },
		Epoch: func(e learn.Epoch) {
			log = append(log, fmt.Sprint("epoch ", e.Number))
			losses = append(losses, e.Loss)
			require.Positive(t, e.WordsPerS)
		},
	})
	require.NoError(t, err)
	var want []string
	for n := range epochs {
		want = append(want, "1/5", "2/5", "3/5", "4/5", "5/5", fmt.Sprint("epoch ", n+1))
	}
	require.Equal(t, want, log)
	require.Less(t, losses[epochs-1], losses[0], "the loss falls")
	require.GreaterOrEqual(t, losses[epochs-1], 0.0)
}

// TestCancel ends a run at every stage: what comes back is the parser of the
// last epoch that was completed and scored.
func TestCancel(t *testing.T) {
	train, dev := kit.Some(t)[:20], kit.Sample(t, "en/dev.conllu")[:5]
	firstEpoch := weights(t, kit.Trained(t, train, kit.Options(1)))
	for _, c := range []struct {
		name     string
		after    int // sentences
		finished bool
	}{
		{"before the first sentence", 0, false},
		{"in the first epoch", 7, false},
		{"in the second epoch", 27, true},
		{"while the second epoch is scored", 40, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			seen := 0
			step := func(int, int) {
				if seen++; seen == c.after {
					cancel()
				}
			}
			if c.after == 0 {
				cancel()
			}
			// Of equal scores the first epoch keeps its place, of better ones the
			// second must not take it: it was never finished.
			p, err := kit.TrainOn(ctx, train, dev, kit.Options(5), learn.Observer{Sentence: step})
			require.ErrorIs(t, err, context.Canceled)
			require.Equal(t, c.after, seen, "no sentence more")
			require.Equal(t, c.finished, p != nil)
			if c.finished {
				require.Equal(t, firstEpoch, weights(t, p))
				require.Equal(t, 1, p.Meta().Epoch)
			}
		})
	}
}

// Training that ends while dev is parsed keeps what the epoch learned.
func TestCancelledWhileScoring(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	train := kit.Some(t)
	last := learn.Observer{Sentence: func(done, total int) {
		if done == total {
			cancel()
		}
	}}
	p, err := kit.TrainOn(ctx, train, train[:5], kit.Options(2), last)
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, p)
}
