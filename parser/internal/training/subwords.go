package training

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parser/conll/textfile"
	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/internal/transformer"
)

// Subwords say which subwords of an encoder are read: those that occur most often in the words of the training treebank
// and of a text.
type Subwords struct {
	Most int    // how many; 0 for all that occur
	Text string // file of raw text, or a list of words; "" for the treebank alone
}

// ErrSubwords is the cause when a text does not say which subwords of an encoder are read.
var ErrSubwords = errors.New("is neither a number of subwords, nor a file of text, nor both with a comma between them")

// ParseSubwords reads "N", "FILE" or "N,FILE"; "" stands for all subwords.
func ParseSubwords(text string) (s Subwords, err error) {
	if text == "" {
		return s, nil
	}
	number, file, both := strings.Cut(text, ",")
	if s.Most, err = strconv.Atoi(number); err != nil {
		return Subwords{Text: text}, nil
	}
	if s.Text = file; s.Most < 1 || both && file == "" {
		return s, fmt.Errorf("%q %w", text, ErrSubwords)
	}
	return s, nil
}

// openEncoder opens an encoder by its folder, or by its name in PARSER_ENCODERS.
func openEncoder(name string, how Opening) (Resource, error) {
	if have := transformer.HeldPrecisions(); how.Precision != "" && !slices.Contains(have, how.Precision) {
		return Resource{}, fmt.Errorf("%w: precision %q of an encoder (have %v)", engine.ErrOptions, how.Precision, have)
	}
	e, err := encoderNamed(name, how)
	r := Resource{Name: Encoder, Value: e}
	switch {
	case err != nil:
		return r, err
	case how.Subwords != Subwords{}:
		r.fill = func(treebanks []map[string]int) (any, string, error) { return trimEncoder(e, how, treebanks[0]) }
	case how.Precision != "":
		r.Value, err = e.Hold(npz.Precision(how.Precision))
		e.Close()
	}
	return r, err
}

// ErrNoEncoder is the cause when the encoder of a model is asked for that cannot lend one.
var ErrNoEncoder = errors.New("an encoder of a model")

// encoderNamed opens the lower layers of an encoder: of a folder, of one in PARSER_ENCODERS, or of a model's file, as that has
// learned it.
func encoderNamed(name string, how Opening) (*transformer.Encoder, error) {
	if filepath.Ext(name) != ".npz" {
		folder, err := transformer.Named(name)
		if err != nil {
			return nil, err
		}
		return transformer.OpenLower(folder, how.Depth)
	}
	p, err := engine.Load(name)
	if err != nil {
		return nil, err
	}
	digest, err := DigestOf(p.Write)
	if err != nil {
		return nil, err
	}
	reader, ok := p.Scorer().(interface{ Learned() *transformer.Encoder })
	switch {
	case !ok || reader.Learned() == nil:
		return nil, fmt.Errorf("%w: %s reads none", ErrNoEncoder, name)
	case how.Precision == "":
		return nil, fmt.Errorf("%w has no folder, so that another model must hold it (--embed-encoder)", ErrNoEncoder)
	case how.Depth > 0 && how.Depth != reader.Learned().Layers:
		return nil, fmt.Errorf("%w: %s has %d layers, which stay together", ErrNoEncoder, name, reader.Learned().Layers)
	}
	return reader.Learned().Lent(digest)
}

// trimEncoder returns an encoder with the subwords that words need, and says how many these are.
func trimEncoder(e *transformer.Encoder, how Opening, words map[string]int) (own *transformer.Encoder, note string, err error) {
	if how.Subwords.Text != "" {
		if err := countWords(words, how.Subwords.Text, how.Stdin); err != nil {
			return nil, "", err
		}
	}
	before := e.Vocabulary
	if own, err = e.Trim(words, how.Subwords.Most); err != nil {
		return nil, "", fmt.Errorf("%w: %w", engine.ErrOptions, err)
	}
	if how.Precision != "" {
		if own, err = own.Hold(npz.Precision(how.Precision)); err != nil {
			return nil, "", err
		}
	}
	return own, fmt.Sprintf("%d of %d subwords are left", own.Vocabulary, before), nil
}

// countWords adds how often each word occurs in a text, whose words have blanks between them.
func countWords(words map[string]int, name string, stdin io.Reader) error {
	text, err := textfile.Open(name, stdin)
	if err != nil {
		return err
	}
	defer text.Close()
	in := bufio.NewScanner(text)
	in.Buffer(nil, mostWord)
	in.Split(bufio.ScanWords)
	for in.Scan() {
		words[in.Text()]++
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// mostWord is the length of the longest word of a text, in bytes: what stands without blanks in scripts that have none.
const mostWord = 1 << 24
