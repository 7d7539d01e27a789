package subword

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parser/parser/internal/flat"
)

// file is tokenizer.json, as far as it says how text becomes ids. Its parts on truncation, padding and decoding are for
// others.
type file struct {
	Normalizer    json.RawMessage `json:"normalizer"`
	PreTokenizer  json.RawMessage `json:"pre_tokenizer"`
	PostProcessor json.RawMessage `json:"post_processor"`
	AddedTokens   []token         `json:"added_tokens"`
	Model         description     `json:"model"`
}

// description is the model of tokenizer.json.
type description struct {
	Type           string          `json:"type"`
	Vocab          json.RawMessage `json:"vocab"` // texts with ids, or for Unigram a list of texts with scores
	Merges         json.RawMessage `json:"merges,omitempty"`
	Unknown        string          `json:"unk_token,omitempty"`
	UnknownID      *int            `json:"unk_id,omitempty"`
	WithPrefix     *string         `json:"continuing_subword_prefix,omitempty"`
	Suffix         string          `json:"end_of_word_suffix,omitempty"`
	MostCharacters *int            `json:"max_input_chars_per_word,omitempty"`
	Fuse           bool            `json:"fuse_unk,omitempty"`
	IgnoreMerges   bool            `json:"ignore_merges,omitempty"`
	ByteFallback   bool            `json:"byte_fallback,omitempty"`
	Dropout        float64         `json:"dropout,omitempty"`
	Rounded        bool            `json:"single_precision,omitempty"` // of Unigram in sentencepiece's own files; not of the Rust library

	Prefix string           `json:"-"`
	ids    map[string]int32 // the vocabulary, without what is added to it
	scores []float64        // of Unigram, by id
	merges [][2]string      // of BPE
}

const tokenizerFile, configFile = "tokenizer.json", "tokenizer_config.json"

// Files returns a file of a tokenizer by its name; the cause is fs.ErrNotExist if it is not there.
type Files func(name string) ([]byte, error)

// Folder returns the files of a folder.
func Folder(folder string) Files {
	return func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(folder, name)) }
}

// Read reads a tokenizer: tokenizer.json, or else vocab.txt, or vocab.json and merges.txt, or spm.model, or
// sentencepiece.bpe.model, with tokenizer_config.json. Names of special tokens are also looked up in special_tokens_map.json. An error names the file
// and what in it is wrong or not supported; errors.Is tells fs.ErrNotExist where there is no such file. A file
// may ask for texts to be replaced by longer ones, again and again, so that the time and memory that a word takes are
// up to its author.
func Read(files Files) (*Tokenizer, error) {
	c, err := readConfig(files)
	if err != nil {
		return nil, err
	}
	f, name, err := readFile(files, c)
	if err != nil {
		return nil, err
	}
	t, err := f.tokenizer(c)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// readFile reads tokenizer.json, or makes it of older files, and names the one that it has read.
func readFile(files Files, c config) (f *file, name string, err error) {
	f = &file{}
	if err := files.readJSON(tokenizerFile, f); !errors.Is(err, fs.ErrNotExist) {
		return f, tokenizerFile, err
	}
	return readOld(files, c)
}

// tokenizer makes a tokenizer of what a file says.
func (f *file) tokenizer(c config) (t *Tokenizer, err error) {
	t = &Tokenizer{}
	if t.normalize, err = readNormalizer(f.Normalizer); err != nil {
		return nil, fmt.Errorf("normalizer: %w", err)
	}
	if t.cutter, err = readPreTokenizer(f.PreTokenizer); err != nil {
		return nil, fmt.Errorf("pre_tokenizer: %w", err)
	}
	if t.model, err = f.Model.model(t.bytes); err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	if t.blank == 0 && t.normalize.marksBlanks() {
		t.before = " "
	}
	ids := maps.Clone(f.Model.ids) // the model does not know what is added
	if err := t.add(f.AddedTokens, ids); err != nil {
		return nil, fmt.Errorf("added_tokens: %w", err)
	}
	if t.special, err = f.special(c, ids); err != nil {
		return nil, fmt.Errorf("post_processor: %w", err)
	}
	return t, nil
}

// maxID is far above any vocabulary and far below what overflows.
const maxID = 1 << 30

// add adds tokens to the vocabulary, and sets the size. A token that is in the vocabulary has its id there.
func (t *Tokenizer) add(list []token, ids map[string]int32) error {
	var raw, normalized []token
	for i, x := range list {
		if id, ok := ids[x.Content]; ok {
			x.ID = &id
		}
		if x.ID == nil || *x.ID < 0 || *x.ID >= maxID {
			return fmt.Errorf("entry %d, %q: its id is missing or out of range", i, x.Content)
		}
		if ids[x.Content] = *x.ID; x.Normalized {
			x.Content = t.normalize(x.Content)
			normalized = append(normalized, x)
		} else {
			raw = append(raw, x)
		}
	}
	t.size = int(slices.Max(slices.Collect(maps.Values(ids)))) + 1
	t.raw, t.normalized = newTokens(raw), newTokens(normalized)
	return nil
}

// model reads the vocabulary and makes a model of it. spelled says that its characters stand for bytes.
func (m *description) model(spelled bool) (model, error) {
	if m.Type == "" { // files of the first versions
		switch {
		case bytes.HasPrefix(m.Vocab, []byte("[")):
			m.Type = "Unigram"
		case !isNull(m.Merges):
			m.Type = "BPE"
		default:
			m.Type = "WordPiece"
		}
	}
	if m.WithPrefix != nil {
		m.Prefix = *m.WithPrefix
	} else if m.Type == "WordPiece" {
		m.Prefix = "##"
	}
	if m.ByteFallback && m.Type == "WordPiece" {
		return nil, errors.New("byte_fallback is not supported")
	}
	if spelled && m.Type != "BPE" {
		return nil, fmt.Errorf("type %q after the pre-tokenizer ByteLevel is not supported", m.Type)
	}
	read := m.readIDs
	if m.Type == "Unigram" {
		read = m.readScores
	}
	if err := read(); err != nil {
		return nil, fmt.Errorf("vocab: %w", err)
	}
	switch m.Type {
	case "WordPiece":
		return newWordPiece(m)
	case "Unigram":
		return newUnigram(m)
	case "BPE":
		if err := m.readMerges(); err != nil {
			return nil, fmt.Errorf("merges: %w", err)
		}
		return newBPE(m, spelled)
	}
	return nil, fmt.Errorf("type %q is not supported", m.Type)
}

// vocabulary has the ids of texts.
type vocabulary struct {
	ids     map[string]int32
	longest int // bytes of a text
}

func newVocabulary(ids map[string]int32) vocabulary {
	v := vocabulary{ids, 1}
	for text := range ids {
		v.longest = max(v.longest, len(text))
	}
	return v
}

// readIDs reads a vocabulary of texts with ids.
func (m *description) readIDs() error {
	if texts, ids, ok := flat.Numbers(m.Vocab); m.ids == nil && ok {
		m.ids = make(map[string]int32, len(ids))
		for i, id := range ids {
			m.ids[texts.At(i)] = id
		}
	} else if m.ids == nil {
		if err := json.Unmarshal(m.Vocab, &m.ids); err != nil {
			return err
		}
	}
	if len(m.ids) == 0 {
		return errors.New("is empty")
	}
	for text, id := range m.ids {
		if id < 0 || id >= maxID {
			return fmt.Errorf("%q: id %d is out of range", text, id)
		}
	}
	return nil
}

// readScores reads a vocabulary of texts with scores, by id.
func (m *description) readScores() error {
	var list [][]any
	if err := json.Unmarshal(m.Vocab, &list); err != nil {
		return err
	}
	m.ids = make(map[string]int32, len(list))
	for id, entry := range list {
		if len(entry) != 2 {
			return fmt.Errorf("entry %d is no pair", id)
		}
		text, isText := entry[0].(string)
		score, isScore := entry[1].(float64)
		if !isText || !isScore || math.Abs(score) > math.MaxFloat32 {
			return fmt.Errorf("entry %d is no text with a score", id)
		}
		m.ids[text], m.scores = int32(id), append(m.scores, score)
	}
	return nil
}

// readMerges reads merges: lists of pairs, or in older files texts with a blank between two.
func (m *description) readMerges() error {
	if m.merges != nil || isNull(m.Merges) {
		return nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(m.Merges, &list); err != nil {
		return err
	}
	for i, entry := range list {
		var pair []string
		var text string
		if json.Unmarshal(entry, &text) == nil {
			pair = strings.Split(text, " ")
		} else if err := json.Unmarshal(entry, &pair); err != nil {
			return fmt.Errorf("entry %d: %w", i, err)
		}
		if len(pair) != 2 {
			return fmt.Errorf("entry %d, %s, is no pair", i, entry)
		}
		m.merges = append(m.merges, [2]string(pair))
	}
	return nil
}
