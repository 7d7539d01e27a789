package transformer

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"parser/parser/internal/transformer/internal/subword"
)

// lower leaves this many layers of an encoder that is not loaded yet, from the first on; 0 leaves all. It reports whether
// any were cut off.
func (e *Encoder) lower(depth int) (cut bool, err error) {
	switch {
	case depth < 0 || depth > e.Layers:
		return false, fmt.Errorf("the encoder has %d layers, not %d", e.Layers, depth)
	case depth == 0 || depth == e.Layers:
		return false, nil
	}
	e.Layers, e.files = depth, withNumber(e.files, depth, "num_hidden_layers", "n_layers") // the latter of DistilBERT
	return true, nil
}

// withNumber returns files whose config.json has another number under those of some keys that it has.
func withNumber(files subword.Files, number int, keys ...string) subword.Files {
	return func(name string) ([]byte, error) {
		text, err := files(name)
		if err != nil || name != configFile {
			return text, err
		}
		values := map[string]json.RawMessage{}
		if err := json.Unmarshal(text, &values); err != nil {
			return nil, err
		}
		for _, key := range keys {
			if values[key] != nil {
				values[key], _ = json.Marshal(number)
			}
		}
		return json.Marshal(values)
	}
}

// Trim returns an encoder that was opened in a folder with only those subwords that some words need most, given how often each
// occurs: this many, or if most is 0 all that they need. Those with a meaning of their own and single characters of ASCII, or bytes, are always
// among them; a word whose subwords are gone is cut into smaller ones. If there are not as many, those follow that
// have the smallest numbers, as a rule the most frequent ones of other texts. The result is another encoder, with an
// identity of its own, in place of e, which must not be used afterwards.
func (e *Encoder) Trim(words map[string]int, most int) (*Encoder, error) {
	needs := e.tokenizer.Needs()
	for word, times := range words {
		needs.Add(e.tokenizer, word, times)
	}
	kept, err := e.tokenizer.Most(needs, most)
	if err != nil {
		return nil, err
	}
	return e.keep(kept)
}

// keep returns the encoder with only some of the subwords, those of these ids, which ascend; with all if ids is nil.
func (e *Encoder) keep(ids []int32) (*Encoder, error) {
	if ids == nil {
		return e, nil
	}
	tokenizer, err := subword.Trim(e.files, ids)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEncoder, err)
	}
	own := *e
	config := withNumber(e.files, len(ids), "vocab_size")
	own.files = func(name string) ([]byte, error) {
		if name == configFile {
			return config(name)
		}
		return inMemory(tokenizer)(name)
	}
	own.Vocabulary, own.kept, own.subwords.kept = len(ids), ids, ids
	if err := own.readTokenizer(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEncoder, err)
	}
	sum := sha256.New()
	_ = binary.Write(sum, binary.LittleEndian, ids) // which a hash takes
	own.becomes(fmt.Sprintf("of subwords %x", sum.Sum(nil)))
	return &own, nil
}

// becomes gives an encoder that was changed an identity of its own.
func (e *Encoder) becomes(what string) {
	sum := sha256.Sum256([]byte(e.SHA256 + " " + what))
	e.SHA256 = hex.EncodeToString(sum[:])
}
