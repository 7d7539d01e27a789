package subword

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

const (
	debertaPieces = "spm.model"               // of DeBERTa's second and third versions
	xlmPieces     = "sentencepiece.bpe.model" // of XLM-R: Unigram in spite of its name
)

// pieceModel is a model of sentencepiece (Kudo & Richardson 2018), as its protocol buffer has it (sentencepiece_model.proto).
type pieceModel struct {
	pieces   []piece
	kind     uint64 // of model
	unknown  uint64 // the number of the piece for what is unknown
	asBytes  uint64 // what is unknown is spelled in bytes
	suffix   uint64 // blanks stand at the ends of words
	charsmap []byte
	prefix   uint64 // a blank is put before a text
	single   uint64 // blanks at its ends are removed, and one is left of several
	escaped  uint64 // ▁ stands for blanks
}

type piece struct {
	text  string
	score float32
	kind  uint64
}

// Kinds of models and of pieces.
const (
	ofUnigram = 1

	normalPiece, controlPiece, userPiece, unusedPiece = 1, 3, 4, 5
)

// field is one of a protocol buffer: value has a number, and body what has a length.
type field struct {
	number protowire.Number
	value  uint64
	body   []byte
}

// eachField calls use for each field of a message.
func eachField(message []byte, use func(f field) error) error {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return protowire.ParseError(n)
		}
		f, rest, used := field{number: number}, message[n:], 0
		switch kind {
		case protowire.VarintType:
			f.value, used = protowire.ConsumeVarint(rest)
		case protowire.Fixed32Type:
			var bits uint32
			bits, used = protowire.ConsumeFixed32(rest)
			f.value = uint64(bits)
		case protowire.BytesType:
			f.body, used = protowire.ConsumeBytes(rest)
		default:
			used = protowire.ConsumeFieldValue(number, kind, rest)
		}
		if used < 0 {
			return protowire.ParseError(used)
		}
		message = rest[used:]
		if err := use(f); err != nil {
			return err
		}
	}
	return nil
}

// readPieces reads a model of sentencepiece.
func readPieces(data []byte) (*pieceModel, error) {
	m := &pieceModel{kind: ofUnigram, prefix: 1, single: 1, escaped: 1} // unless it says something else
	err := eachField(data, func(f field) error {
		switch f.number {
		case 1:
			return m.add(f.body)
		case 2:
			return eachField(f.body, m.trained)
		case 3:
			return eachField(f.body, m.normalized)
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case m.kind != ofUnigram:
		return nil, fmt.Errorf("sentencepiece's model of type %d is not supported, only Unigram", m.kind)
	case m.suffix != 0 || m.escaped == 0:
		return nil, errors.New("treat_whitespace_as_suffix, and escape_whitespaces false, are not supported")
	case m.unknown >= uint64(len(m.pieces)):
		return nil, fmt.Errorf("unk_id %d: the number of pieces is %d", m.unknown, len(m.pieces))
	}
	return m, nil
}

// add adds a piece.
func (m *pieceModel) add(message []byte) error {
	p := piece{kind: normalPiece}
	err := eachField(message, func(f field) error {
		switch f.number {
		case 1:
			p.text = string(f.body)
		case 2:
			p.score = math.Float32frombits(uint32(f.value))
		case 3:
			p.kind = f.value
		}
		return nil
	})
	if err == nil && p.kind == unusedPiece {
		err = errors.New("unused pieces are not supported")
	}
	if err == nil && p.score-p.score != 0 {
		err = fmt.Errorf("its score is %v", p.score)
	}
	if err != nil {
		return fmt.Errorf("piece %d: %w", len(m.pieces), err)
	}
	m.pieces = append(m.pieces, p)
	return nil
}

// trained reads how a model was trained.
func (m *pieceModel) trained(f field) error {
	switch f.number {
	case 3:
		m.kind = f.value
	case 24:
		m.suffix = f.value
	case 35:
		m.asBytes = f.value
	case 40:
		m.unknown = f.value
	}
	return nil
}

// normalized reads how texts are normalised.
func (m *pieceModel) normalized(f field) error {
	switch f.number {
	case 2:
		m.charsmap = f.body
	case 3:
		m.prefix = f.value
	case 4:
		m.single = f.value
	case 5:
		m.escaped = f.value
	}
	return nil
}

// debertaFile is what DeBERTa's class does with spm.model: ids are the numbers of pieces, and [MASK] comes after them.
func debertaFile(data []byte, c config) (*file, error) {
	if err := c.isClass("DebertaV2Tokenizer"); err != nil {
		return nil, err
	}
	m, err := readPieces(data)
	if err != nil {
		return nil, err
	}
	return m.file(m.pieces, int(m.unknown), c, token{Content: c.names("mask_token")[0]})
}

// xlmFile is what XLM-R's class does with sentencepiece.bpe.model: <s>, <pad>, </s> and <unk> come first instead of
// <unk>, <s> and </s>, so that the ids of all others are one more than their numbers, and <mask> comes after them.
func xlmFile(data []byte, c config) (*file, error) {
	if err := c.isClass("XLMRobertaTokenizer"); err != nil {
		return nil, err
	}
	m, err := readPieces(data)
	if err != nil {
		return nil, err
	}
	for i, text := range []string{"<unk>", "<s>", "</s>"} {
		if i >= len(m.pieces) || m.pieces[i].text != text {
			return nil, fmt.Errorf("piece %d is not %s, as XLM-R has it", i, text)
		}
	}
	var pieces []piece
	for _, text := range []string{"<s>", "<pad>", "</s>", "<unk>"} {
		pieces = append(pieces, piece{text: text, kind: controlPiece})
	}
	return m.file(append(pieces, m.pieces[3:]...), 3, c, token{Content: "<mask>", Lstrip: true})
}

// file returns the tokenizer.json of pieces, and of a token after them. Pieces with a meaning of their own stand
// apart. Those that the model's authors have defined have the score that sentencepiece gives them, which has none for them.
func (m *pieceModel) file(pieces []piece, unknown int, c config, last token) (*file, error) {
	f := &file{Model: description{Type: "Unigram", UnknownID: &unknown, ByteFallback: m.asBytes != 0, Rounded: true}}
	list, highest := make([][2]any, len(pieces)), math.Inf(-1)
	for _, p := range pieces {
		if p.kind == normalPiece {
			highest = max(highest, float64(p.score))
		}
	}
	for id, p := range pieces {
		score := float64(p.score)
		if p.kind == userPiece {
			score = float64(len(p.text))*highest - 0.1
		}
		list[id] = [2]any{p.text, score}
		if p.kind == controlPiece {
			number := int32(id)
			f.AddedTokens = append(f.AddedTokens, token{ID: &number, Content: p.text})
		}
	}
	number := int32(len(pieces))
	last.ID = &number
	f.AddedTokens = append(f.AddedTokens, last)
	steps := []any{}
	if c.flag("do_lower_case", "false") == "true" {
		steps = append(steps, map[string]any{"type": "Lowercase"})
	}
	if len(m.charsmap) > 0 {
		charsmap := base64.StdEncoding.EncodeToString(m.charsmap)
		steps = append(steps, map[string]any{"type": "Precompiled", "precompiled_charsmap": charsmap, "longest": true})
	}
	if m.single != 0 {
		steps = append(steps, map[string]any{"type": "Replace", "pattern": map[string]any{"Regex": " {2,}"}, "content": " "},
			map[string]any{"type": "Strip", "strip_left": true, "strip_right": true})
	}
	words := []any{}
	if c.flag("split_by_punct", "false") == "true" {
		words = append(words, map[string]any{"type": "Punctuation", "behavior": "Isolated"})
	}
	scheme := "never"
	if m.prefix != 0 {
		scheme = "always"
	}
	words = append(words, map[string]any{"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": true})
	for to, value := range map[*json.RawMessage]any{
		&f.Normalizer:   map[string]any{"type": "Sequence", "normalizers": steps},
		&f.PreTokenizer: map[string]any{"type": "Sequence", "pretokenizers": words},
		&f.Model.Vocab:  list,
	} {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		*to = text
	}
	return f, f.Model.readScores()
}
