package speed

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"parser/conll"
	"parser/eval/layout"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
)

// Encoder says how fast the transformer that a network reads is by itself.
type Encoder struct {
	Name       string   `json:"name"`
	Subwords   int      `json:"subwords"`   // of the input, with the ends of sentences
	Operations float64  `json:"operations"` // multiplications and additions in matrix products, for the whole input
	Parts      []Figure `json:"parts"`      // of reading, by one thread
	Together   []Figure `json:"together"`   // by each number of threads; by one first
}

// encoderOf returns the transformer that a scorer reads, nil if there is no such thing.
func encoderOf(s score.Scorer) *transformer.Encoder {
	if reader, ok := s.(interface{ Transformer() *transformer.Encoder }); ok {
		return reader.Transformer()
	}
	return nil
}

// together is the number of sentences that the transformer reads at a time, by itself.
const together = 16

// parts adds the times that parts of the transformer take to those of rounds before.
func (b *bench) parts(e *transformer.Encoder, parts []*take) []*take {
	for i, p := range e.Parts(b.before, together, b.Now) {
		if i == len(parts) {
			parts = append(parts, &take{part: p.Name, threads: 1})
		}
		parts[i].times = append(parts[i].times, p.Time)
	}
	return parts
}

// encode returns takes in which the transformer reads the input, by each number of threads.
func (b *bench) encode(e *transformer.Encoder, threads []int) (takes []*take) {
	for _, n := range threads {
		takes = append(takes, &take{threads: n, do: func() error {
			batches := make(chan [][]conll.Word, n)
			var group sync.WaitGroup
			for range n {
				group.Go(func() {
					reader, vectors := e.NewReader(), []float32(nil)
					for sentences := range batches {
						vectors = slices.Grow(vectors, e.Wide()*words(sentences))
						reader.Read(vectors[:e.Wide()*words(sentences)], sentences)
					}
				})
			}
			for sentences := range slices.Chunk(b.before, together) {
				batches <- sentences
			}
			close(batches)
			group.Wait()
			return nil
		}})
	}
	return takes
}

func words(sentences [][]conll.Word) (n int) {
	for _, words := range sentences {
		n += len(words)
	}
	return n
}

// write prints the tables of the transformer; words is their number in the input.
func (e *Encoder) write(out io.Writer, words int) {
	threads := [][]string{{"threads", "words/s", "subwords/s", "GFLOP/s", "ratio"}}
	for _, f := range e.Together {
		seconds := f.Median * float64(words) / 1e9
		threads = append(threads, []string{
			fmt.Sprint(f.Threads), perSecond(f.Median), fmt.Sprintf("%.0f", float64(e.Subwords)/seconds),
			fmt.Sprintf("%.1f", e.Operations/seconds/1e9), fmt.Sprintf("%.2f", e.Together[0].Median/f.Median),
		})
	}
	fmt.Fprintf(out, "encoder alone: %s: %s\n", e.Name, layout.Count(e.Subwords, "subword"))
	for _, table := range [][][]string{table(e.Parts, e.Together[0]), threads} {
		fmt.Fprintf(out, "%s\n\n", strings.Join(layout.Lines(table, 1), "\n"))
	}
}
