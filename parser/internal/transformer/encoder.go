// Package transformer runs pre-trained encoders, BERT (Devlin et al. 2019) and its kin, from folders as model hubs hand
// them out: it turns the words of a sentence into vectors that know their context.
//
//	e, err := transformer.Open("xlm-roberta-base", transformer.Settings{Mixed: 4})
//	e.NewReader().Read(vectors, sentences) // a row of e.Width numbers for each word
//
// The README.md derives the arithmetic, and says what was measured.
package transformer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/transformer/internal/subword"
	"parser/parser/internal/transformer/internal/tensors"
)

// Encoder is a pre-trained encoder. It is immutable and safe for concurrent use.
type Encoder struct {
	Config
	Settings
	Identity
	tokenizer *subword.Tokenizer
	files     subword.Files   // config.json and those of the tokenizer
	folder    *tensors.Folder // nil if a model file holds the encoder
	kept      []int32         // the subwords of the folder that are left; nil for all, or if a model file holds the encoder
	TunedIn   npz.Precision   // of the last layers, if they were tuned; "" for half
	held      *held           // what such a file has of it, besides weights

	subwords  table
	positions weights
	kind      weights // the embedding of the first token type; without types it is empty
	norm      norm
	project   *product // from the width of embeddings to that of hidden states; nil where they are the same
	layers    []layer
	final     norm // after the last layer, in ModernBERT

	distances     weights // in DeBERTa: the embeddings of distances …
	distancesNorm norm    // … and their norm
}

// Settings say how the vector of a word is made of the hidden states of its subwords.
type Settings struct {
	Mixed  int    // take the mean of this many of the last layers
	Each   bool   `json:",omitempty"` // … or not their mean but all of them, side by side, for a reader that weighs them
	Pieces string // … and which subwords of a word: one of Pieces
	Bytes  bool   `json:",omitempty"` // round the factors of products to whole numbers of 8 bits, which is faster
}

// Pieces lists the ways to make the vector of a word of those of its subwords: their mean (Straka, Straková & Hajič
// 2019), or the first (Kondratyuk & Straka 2019).
func Pieces() []string { return []string{"mean", "first"} }

// Last returns the number of layers whose states make vectors of words.
func (e *Encoder) Last() int { return min(max(1, e.Mixed), e.Layers) }

// Wide returns how many numbers the vector of a word has.
func (e *Encoder) Wide() int {
	if e.Each {
		return e.Width * e.Last()
	}
	return e.Width
}

// Reader makes vectors of words. It belongs to one goroutine.
type Reader interface {
	// Read sets a row of dst, as wide as Encoder.Wide says, for each word of the sentences, one sentence after the other. A
	// row depends on its sentence alone, and is rounded to half precision.
	Read(dst []float32, sentences [][]conll.Word)
}

// Identity tells an encoder from others.
type Identity struct {
	Name   string // of its folder
	SHA256 string // of its tensors, config.json and tokenizer, and of what was cut off or rounded, in hexadecimal
	Size   int64  // of these files, in bytes
	Depth  int    `json:",omitempty"` // how many of its layers are left, from the first on; 0 if all are
}

// Open opens the encoder in a folder. Weights are read and checked; those of embeddings stay on disk, from where the
// system fetches what is used. The cause of errors is ErrEncoder.
func Open(folder string, s Settings) (*Encoder, error) {
	e, err := OpenLower(folder, 0)
	if err == nil {
		e.Settings = s
	}
	return e, err
}

// OpenLower is like Open, and reads only this many layers, from the first on; all of them if that is 0 or their number.
// An encoder without its upper layers is another one, with an identity of its own.
func OpenLower(folder string, depth int) (*Encoder, error) {
	c, err := ReadConfig(folder)
	if err != nil {
		return nil, err
	}
	e := &Encoder{Config: *c, files: subword.Folder(folder)}
	cut, err := e.lower(depth)
	if err == nil {
		err = e.readTokenizer()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrEncoder, folder, err)
	}
	if e.folder, err = tensors.Open(folder); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEncoder, err)
	}
	if err = e.load(e.folder); err == nil {
		e.Identity, err = identify(folder, e.folder)
	}
	if cut {
		e.Depth = depth
		e.becomes(fmt.Sprint("of depth ", depth))
	}
	if err != nil {
		e.Close()
		return nil, fmt.Errorf("%w: %s: %w", ErrEncoder, folder, err)
	}
	return e, nil
}

// readTokenizer reads the tokenizer among the files of the encoder.
func (e *Encoder) readTokenizer() (err error) {
	if e.tokenizer, err = subword.Read(e.files); err != nil {
		return err
	}
	if n := e.tokenizer.Size(); n > e.Vocabulary {
		return fmt.Errorf("the tokenizer knows %d subwords and config.json %d", n, e.Vocabulary)
	}
	return nil
}

// String names the encoder, and says how large it is.
func (e *Encoder) String() string {
	layers := "layers"
	if e.Layers == 1 {
		layers = "layer"
	}
	return fmt.Sprintf("%s, %d subwords, %d %s of %d units", e.Name, e.Vocabulary, e.Layers, layers, e.Width)
}

// Origin says which architecture the encoder has, and whether a model holds it.
func (e *Encoder) Origin() string {
	if e.held == nil {
		return "of the type " + e.Type + ", in a folder of its own"
	}
	return fmt.Sprintf("of the type %s, held here in %s", e.Type, e.held.precision)
}

// Close gives up what Open has opened. The encoder must not be used afterwards.
func (e *Encoder) Close() error {
	if e.folder == nil {
		return nil
	}
	return e.folder.Close()
}

// tokenizerFiles returns the names of those that may say how a folder's tokenizer works, given which there are: a model of
// sentencepiece lies unread beside the others in many folders.
func tokenizerFiles(there func(name string) bool) []string {
	names := []string{
		configFile, "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "vocab.txt", "vocab.json", "merges.txt",
	}
	if slices.ContainsFunc([]string{"tokenizer.json", "vocab.txt", "vocab.json"}, there) {
		return names
	}
	return append(names, "spm.model", "sentencepiece.bpe.model")
}

// inFolder reports whether a folder has a file of a name.
func inFolder(folder string) func(name string) bool {
	return func(name string) bool {
		_, err := os.Stat(filepath.Join(folder, name))
		return err == nil
	}
}

// has reports whether a file is among those of the encoder.
func (e *Encoder) has(name string) bool {
	_, err := e.files(name)
	return err == nil
}

// identify reads all files that results depend on.
func identify(folder string, files *tensors.Folder) (id Identity, err error) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return id, err
	}
	weights, err := files.Digest()
	if err != nil {
		return id, err
	}
	sum, size := sha256.New(), files.Size()
	fmt.Fprintln(sum, weights)
	for _, name := range tokenizerFiles(inFolder(folder)) {
		n, err := digest(sum, filepath.Join(folder, name))
		if err != nil {
			return id, err
		}
		size += n
	}
	return Identity{Name: filepath.Base(absolute), SHA256: hex.EncodeToString(sum.Sum(nil)), Size: size}, nil
}

// digest adds a file with its name and length to a sum, unless there is no such file.
func digest(sum io.Writer, name string) (int64, error) {
	f, err := os.Open(name)
	if os.IsNotExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	own := sha256.New()
	n, err := io.Copy(own, f)
	fmt.Fprintf(sum, "%s %d %x\n", filepath.Base(name), n, own.Sum(nil))
	return n, err
}

// sizeOf returns the size of an encoder, as its identity has it.
func sizeOf(folder string) (int64, error) {
	files, err := tensors.Open(folder)
	if err != nil {
		return 0, err
	}
	size := files.Size()
	for _, name := range tokenizerFiles(inFolder(folder)) {
		if info, err := os.Stat(filepath.Join(folder, name)); err == nil {
			size += info.Size()
		}
	}
	return size, files.Close()
}
