package pretrain

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/lookup"
	"parser/parser/internal/neural"
)

// Corpus is a raw text cut into sentences and words, in a file that is read as often as learning takes: a sentence a
// line, with tabs between words. Memory does not grow with its length, except for a number for each block.
type Corpus struct {
	Head
	file *os.File
}

// Head is what there is to know of a corpus.
type Head struct {
	Words, Sentences int
	Long             int     // sentences that were cut because they were longer than maxWords
	Text             string  // SHA-256 of the file
	Blocks           []Block // one after the other
}

// Block is a part of the file of some size, which begins and ends with a sentence.
type Block struct {
	Bytes int64
	Words int
}

// LanguageBlock and MaskedBlock are about the sizes of blocks for a language model and for an encoder, which learns more
// slowly: a window should not take more than some minutes, since learning can go on only from its end.
const LanguageBlock, MaskedBlock = 1 << 18, 1 << 13

// window is the number of blocks whose sentences are shuffled together.
const window = 16

// maxWords is the length at which sentences are cut, since most that are longer are not sentences.
const maxWords = 100

// heldOut is about the number of sentences that perplexity is measured with; nothing is learned from them.
const heldOut = 500

const textFile, headFile = "text.tsv", "text.json"

// ErrNoText is the cause when there is nothing to learn from.
var ErrNoText = errors.New("there are no words in the text")

// Cut writes the sentences of a text to a folder, which must exist, in blocks of about this many bytes.
func Cut(ctx context.Context, folder string, block int64, sentences iter.Seq2[*conll.Sentence, error], watch func(words int)) (*Corpus, error) {
	f, err := os.Create(filepath.Join(folder, textFile))
	if err != nil {
		return nil, err
	}
	c := &Corpus{file: f}
	if err := c.write(ctx, sentences, block, watch); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if c.Words == 0 {
		return nil, errors.Join(ErrNoText, f.Close())
	}
	err = atomicfile.WriteFile(filepath.Join(folder, headFile), func(w io.Writer) error { return json.NewEncoder(w).Encode(c.Head) })
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return c, nil
}

func (c *Corpus) write(ctx context.Context, sentences iter.Seq2[*conll.Sentence, error], block int64, watch func(words int)) error {
	digest := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(c.file, digest), 1<<16)
	var line []byte
	var open Block
	var treebank *lookup.Table // which will have such words
	for s, err := range sentences {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if len(s.Words) > maxWords {
			c.Long++
		}
		for words := s.Words; len(words) > 0; words = words[min(maxWords, len(words)):] {
			line = line[:0]
			for i, w := range words[:min(maxWords, len(words))] {
				if i > 0 {
					line = append(line, '\t')
				}
				line = append(line, treebank.Form(w.Form)...)
				open.Words++
			}
			line = append(line, '\n')
			c.Sentences++
			open.Bytes += int64(len(line))
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
		if open.Bytes >= block {
			c.Blocks, c.Words, open = append(c.Blocks, open), c.Words+open.Words, Block{}
			watch(c.Words)
		}
	}
	if open.Words > 0 {
		c.Blocks, c.Words = append(c.Blocks, open), c.Words+open.Words
	}
	watch(c.Words)
	if err := out.Flush(); err != nil {
		return err
	}
	c.Text = fmt.Sprintf("%x", digest.Sum(nil))
	return c.file.Sync()
}

// Open opens what Cut has written to a folder; the error is fs.ErrNotExist if it did not come to an end.
func Open(folder string) (*Corpus, error) {
	text, err := os.ReadFile(filepath.Join(folder, headFile))
	if err != nil {
		return nil, err
	}
	c := &Corpus{}
	if err := json.Unmarshal(text, &c.Head); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, headFile), err)
	}
	c.file, err = os.Open(filepath.Join(folder, textFile))
	return c, err
}

// Close closes the file.
func (c *Corpus) Close() error { return c.file.Close() }

// every is how many sentences there are for one that is held out.
func (c *Corpus) every() int { return max(20, c.Sentences/heldOut) }

// block returns the lines of a block.
func (c *Corpus) block(n int) ([]string, error) {
	at := int64(0)
	for _, b := range c.Blocks[:n] {
		at += b.Bytes
	}
	text := make([]byte, c.Blocks[n].Bytes)
	if _, err := c.file.ReadAt(text, at); err != nil {
		return nil, fmt.Errorf("%s: %w", c.file.Name(), err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), nil
}

// held reports whether a sentence is held out: about one in every, by its own letters, so that copies are together.
func (c *Corpus) held(line string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(line)) // which cannot fail
	return h.Sum32()%uint32(c.every()) == 0
}

// count returns how often words occur in sentences that are not held out, and the sentences that are, at most heldOut.
func (c *Corpus) count() (*neural.Counts[string], [][]conll.Word, error) {
	const most = 1 << 20
	counts, held := neural.NewCounts[string](most), [][]conll.Word(nil)
	for n := range c.Blocks {
		lines, err := c.block(n)
		if err != nil {
			return nil, nil, err
		}
		for _, line := range lines {
			if c.held(line) {
				if len(held) < heldOut {
					held = append(held, wordsOf(strings.Clone(line)))
				}
				continue
			}
			for form := range strings.SplitSeq(line, "\t") {
				counts.Add(form, 1)
			}
		}
	}
	return counts, held, nil
}

func wordsOf(line string) []conll.Word {
	words := make([]conll.Word, 0, strings.Count(line, "\t")+1)
	for form := range strings.SplitSeq(line, "\t") {
		words = append(words, conll.Word{Form: form})
	}
	return words
}

// windows returns the blocks of an epoch in the order in which they are read, window by window.
func (c *Corpus) windows(seed uint64, epoch int) [][]int {
	order := rand.New(rand.NewPCG(seed, uint64(epoch))).Perm(len(c.Blocks))
	return slices.Collect(slices.Chunk(order, window))
}

// sentences returns what there is to learn from in the blocks of a window, shuffled.
func (c *Corpus) sentences(blocks []int, random *rand.Rand) ([]string, error) {
	var all []string
	for _, n := range blocks {
		lines, err := c.block(n)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			if !c.held(line) {
				all = append(all, line)
			}
		}
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, nil
}
