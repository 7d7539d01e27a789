package subword

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
)

// wire writes a protocol buffer: numbers of fields and their contents by turns.
func wire(fields ...any) (message []byte) {
	for i := 0; i < len(fields); i += 2 {
		number := protowire.Number(fields[i].(int))
		switch x := fields[i+1].(type) {
		case int:
			message = protowire.AppendVarint(protowire.AppendTag(message, number, protowire.VarintType), uint64(x))
		case float32:
			message = protowire.AppendFixed32(protowire.AppendTag(message, number, protowire.Fixed32Type), math.Float32bits(x))
		case string:
			message = protowire.AppendString(protowire.AppendTag(message, number, protowire.BytesType), x)
		case []byte:
			message = protowire.AppendBytes(protowire.AppendTag(message, number, protowire.BytesType), x)
		}
	}
	return message
}

// smallModel are the fields of a model with few pieces.
func smallModel(more ...any) []byte {
	list := []any{1, wire(1, "[CLS]", 3, 3), 1, wire(1, "[SEP]", 3, 3), 1, wire(1, "[UNK]", 3, 2)}
	for _, text := range []string{"▁", "▁a", "a", "é", "!"} {
		list = append(list, 1, wire(1, text, 2, float32(-len(text))))
	}
	return wire(append(append(list, 2, wire(40, 2)), more...)...)
}

// TestPieceOptions: what models of sentencepiece say about texts, and what DeBERTa's tokenizer_config.json says.
func TestPieceOptions(t *testing.T) {
	for _, c := range []struct {
		model        []byte
		config, text string
		want         []int32
	}{
		{smallModel(), `{}`, " a  É!a ", []int32{4, 3, 2, 7, 5}},
		{smallModel(), `{"do_lower_case": true}`, "É!", []int32{3, 6, 7}},
		{smallModel(), `{"split_by_punct": true}`, "a!a", []int32{4, 3, 7, 4}},
		{smallModel(3, wire(3, 0)), `{}`, "a a", []int32{5, 4}},
		{smallModel(3, wire(4, 0)), `{}`, "a  a", []int32{4, 3, 4}},
		{smallModel(3, wire(2, oneRule())), `{}`, "a", []int32{3, 6, 7}},
		{smallModel(1, wire(1, "☺", 3, 4)), `{}`, "a☺a", []int32{4, 8, 5}},
		{smallModel(), `{}`, "[MASK]a", []int32{8, 4}},
		{smallModel(), `{"added_tokens_decoder": {"9": {"content": "<x>"}}}`, "a<x>", []int32{4, 9}},
	} {
		tok, err := Read(inMemory(map[string][]byte{debertaPieces: c.model, configFile: []byte(c.config)}))
		require.NoError(t, err, c.config)
		require.Equal(t, c.want, ids(tok, c.text), "%s %q", c.config, c.text)
	}
}

// TestBadPieces: models of other kinds, and damaged ones, are refused with what is wrong.
func TestBadPieces(t *testing.T) {
	for want, c := range map[string]struct {
		name   string
		model  []byte
		config string
	}{
		"spm.model: unexpected EOF":                         {debertaPieces, []byte("\x0a\x05x"), ""},
		"spm.model: sentencepiece's model of type 2 is":     {debertaPieces, smallModel(2, wire(3, 2)), ""},
		"treat_whitespace_as_suffix":                        {debertaPieces, smallModel(2, wire(24, 1)), ""},
		"escape_whitespaces false":                          {debertaPieces, smallModel(3, wire(5, 0)), ""},
		"unk_id 0: the number of pieces is 0":               {debertaPieces, nil, ""},
		"unk_id 8: the number of pieces is 8":               {debertaPieces, smallModel(2, wire(40, 8)), ""},
		"piece 8: unused pieces are not supported":          {debertaPieces, smallModel(1, wire(1, "x", 3, 5)), ""},
		"piece 8: its score is NaN":                         {debertaPieces, smallModel(1, wire(2, float32(math.NaN()))), ""},
		"byte_fallback is not supported if <0x00> is not":   {debertaPieces, smallModel(2, wire(35, 1)), ""},
		"its trie is longer than it":                        {debertaPieces, smallModel(3, wire(2, "\xff\xff\xff\xff")), ""},
		`"AlbertTokenizer" is not supported`:                {debertaPieces, smallModel(), `{"tokenizer_class": "AlbertTokenizer"}`},
		`"CamembertTokenizer" is not supported`:             {xlmPieces, smallModel(), `{"tokenizer_class": "CamembertTokenizer"}`},
		"sentencepiece.bpe.model: piece 0 is not <unk>, as": {xlmPieces, smallModel(), ""},
		"sentencepiece.bpe.model: piece 1 is not <s>, as":   {xlmPieces, wire(1, wire(1, "<unk>")), ""},
	} {
		files := map[string][]byte{c.name: c.model}
		if c.config != "" {
			files[configFile] = []byte(c.config)
		}
		_, err := Read(inMemory(files))
		require.ErrorContains(t, err, want)
	}
}

// TestByteFallback: characters that are no pieces have a piece for each of their bytes, which are always kept.
func TestByteFallback(t *testing.T) {
	for _, folder := range []string{"fallback"} {
		tok := open(t, folder)
		first := int32(5) // <0x00>
		require.Equal(t, []int32{first + 0xE2, first + 0x98, first + 0xBA}, ids(tok, "☺"))
		kept, err := tok.Most(tok.Needs(), 0)
		require.NoError(t, err)
		small := trimmed(t, folder, kept)
		require.Equal(t, []int32{first + 0xE2, first + 0x98, first + 0xBA}, ids(small, "☺"))
		require.NotContains(t, ids(small, "The dog sleeps."), small.Special().Unknown)
	}
	model := []any{}
	for x := range 256 {
		model = append(model, 1, wire(1, byteText(x), 3, 6))
	}
	tok, err := Read(inMemory(map[string][]byte{debertaPieces: smallModel(append(model, 2, wire(35, 1))...)}))
	require.NoError(t, err)
	require.Equal(t, []int32{3, 8 + 0xC3, 8 + 0x89, 8 + 0xE2, 8 + 0x98, 8 + 0xBA, 5}, ids(tok, "É☺a"))
}

func byteText(x int) string {
	const digits = "0123456789ABCDEF"
	return "<0x" + string(digits[x>>4]) + string(digits[x&15]) + ">"
}
