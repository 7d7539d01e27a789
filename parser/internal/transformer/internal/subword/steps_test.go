package subword

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNormalizers(t *testing.T) {
	for _, c := range []struct{ config, text, want string }{
		{`{"type": "Lowercase"}`, "ΟΔΟΣ İI ẞ", "οδοσ i\u0307i ß"},
		{`{"type": "NFD"}`, "é각", "e\u0301\u1100\u1161\u11a8"},
		{`{"type": "NFC"}`, "e\u0301\u1100\u1161\u11a8", "é각"},
		{`{"type": "NFKC"}`, "ﬁ½", "fi1⁄2"},
		{`{"type": "NFKD"}`, "é①", "e\u03011"},
		{`{"type": "StripAccents"}`, "e\u0301é", "eé"},
		{`{"type": "Strip", "strip_left": true}`, " \u3000a ", "a "},
		{`{"type": "Strip", "strip_left": true, "strip_right": true}`, " \u3000 ", ""},
		{`{"type": "Replace", "pattern": {"String": "ab"}, "content": "$1"}`, "xabab", "x$1$1"},
		{`{"type": "Replace", "pattern": {"String": ""}, "content": "x"}`, "ab", "ab"},
		{`{"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}`, "a   b c  ", "a b c "},
		{`{"type": "Replace", "pattern": {"Regex": "[^\\S\\n]\\d"}, "content": ""}`, "a\u00a0٣\n4 5", "a\n4"},
		{`{"type": "Prepend", "prepend": "▁"}`, "a", "▁a"},
		{`{"type": "Prepend", "prepend": "▁"}`, "", ""},
		{`{"type": "Nmt"}`, "a\u0001b\u200bc\u00a0\u0009", "ab c\u00a0 "},
		{`{"type": "Sequence", "normalizers": [{"type": "NFD"}, null, {"type": "StripAccents"}]}`, "é", "e"},
		{`{"type": "Sequence", "normalizers": []}`, "é", "é"},
		{`{"type": "BertNormalizer", "clean_text": true, "lowercase": false}`, "É\u0000\ufffd\u00ad\t中", "É 中"},
		{`{"type": "BertNormalizer", "handle_chinese_chars": true, "strip_accents": true}`, "É中𠀀", "E 中  𠀀 "},
		{`{"type": "BertNormalizer", "lowercase": true, "strip_accents": false}`, "É", "é"},
	} {
		n, err := readNormalizer(json.RawMessage(c.config))
		require.NoError(t, err, c.config)
		require.Equal(t, c.want, n(c.text), c.config)
	}
}

func TestPreTokenizers(t *testing.T) {
	split := func(how string) string {
		return `{"type": "Split", "pattern": {"String": "-"}, "behavior": "` + how + `", "invert": false}`
	}
	const countdown = "the-final--countdown-"
	for _, c := range []struct{ config, text, want string }{
		{`{"type": "BertPreTokenizer"}`, " a.b\u3000$c—d ", "a|.|b|$|c|—|d"},
		{`{"type": "Whitespace"}`, "é_1 a'.²b", "é_1|a|'.²|b"},
		{`{"type": "WhitespaceSplit"}`, " a.b\u0085c ", "a.b|c"},
		{`{"type": "Digits", "individual_digits": true}`, "a12½b", "a|1|2|½|b"},
		{`{"type": "Digits"}`, "a12½b", "a|12½|b"},
		{`{"type": "Punctuation"}`, "a.. b", "a|.|.| b"},
		{`{"type": "Punctuation", "behavior": "Contiguous"}`, "a.. b", "a|..| b"},
		{split("Removed"), countdown, "the|final|countdown"},
		{split("Isolated"), countdown, "the|-|final|-|-|countdown|-"},
		{split("MergedWithPrevious"), countdown, "the-|final-|-|countdown-"},
		{split("MergedWithNext"), countdown, "the|-final|-|-countdown|-"},
		{split("Contiguous"), countdown, "the|-|final|--|countdown|-"},
		{`{"type": "Split", "pattern": {"Regex": "\\p{L}+"}, "behavior": "Removed", "invert": true}`, "a1 bc", "a|bc"},
		{`{"type": "Split", "pattern": {"Regex": "x*"}, "behavior": "Isolated"}`, "abxx", "a|b|xx"},
		{`{"type": "Split", "pattern": {"Regex": "^b$"}, "behavior": "Isolated"}`, "a\nb\nc", "a\n|b|\nc"},
		{`{"type": "ByteLevel"}`, "a's  b", " a|'s| | b"},
		{`{"type": "ByteLevel", "add_prefix_space": false, "use_regex": false}`, "a b", "a b"},
		{`{"type": "Metaspace", "replacement": "▁"}`, "a  b", "▁a|▁|▁b"},
		{`{"type": "Metaspace", "replacement": "▁", "split": false}`, " a b", "▁a▁b"},
		{`{"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never"}`, "a b", "a|▁b"},
		{`{"type": "Metaspace", "replacement": "▁", "add_prefix_space": false}`, "a b", "a|▁b"},
		{`{"type": "Metaspace", "replacement": "▁"}`, "▁a", "▁a"},
		{`{"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"},
			{"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first"}]}`, "a b", "▁a|b"},
		{`{"type": "Sequence", "pretokenizers": []}`, "a b", "a b"},
	} {
		p, err := readPreTokenizer(json.RawMessage(c.config))
		require.NoError(t, err, c.config)
		require.Equal(t, c.want, strings.Join(p.cut(c.text, true), "|"), c.config)
	}
}

// TestAdded: tokens that stand apart from the vocabulary.
func TestAdded(t *testing.T) {
	const before = `{"model": {"type": "WordPiece", "unk_token": "u", "vocab": {"u": 0, "c": 1, "s": 2, "a": 3, "##a": 4}},
		"normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "WhitespaceSplit"},
		"post_processor": {"type": "BertProcessing", "sep": ["s", 2], "cls": ["c", 1]}, "added_tokens": [`
	for _, c := range []struct {
		token, text string
		want        []int32
	}{
		{`{"id": 9, "content": "<X>"}`, "a<X>a <x>", []int32{3, 9, 3, 0}},
		{`{"id": 9, "content": "<X>", "normalized": true}`, "a<X>a <x>", []int32{3, 9, 3, 9}},
		{`{"id": 9, "content": "X", "single_word": true}`, "aX X. Xé X", []int32{0, 9, 0, 0, 9}},
		{`{"id": 9, "content": "X", "lstrip": true, "rstrip": true}`, "a  X \u3000 X a", []int32{3, 9, 9, 3}},
		{`{"id": 9, "content": "XX"}, {"id": 8, "content": "X"}, {"id": 7, "content": "XXXX"}`, "XXXaX", []int32{9, 8, 3, 8}},
		{`{"id": 9, "content": ""}`, "a", []int32{3}},
		{`{"id": 9, "content": "a"}`, "aa", []int32{3, 3}},
	} {
		tok, err := parse(before + c.token + `]}`)
		require.NoError(t, err, c.token)
		require.Equal(t, c.want, ids(tok, c.text), "%s: %q", c.token, c.text)
	}
}

// parse reads a tokenizer from the text of tokenizer.json.
func parse(text string) (*Tokenizer, error) {
	var f file
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return nil, err
	}
	return f.tokenizer(nil)
}

// TestBPEOptions: what the families of BERT have beyond plain byte-level BPE.
func TestBPEOptions(t *testing.T) {
	const ends = `"post_processor": {"type": "BertProcessing", "sep": ["a", 1], "cls": ["a", 1]}, `
	const vocab = `"vocab": {"u": 0, "a": 1, "b": 2, "ab": 3, "b</w>": 4, "ab</w>": 5, "#b": 6, "#b</w>": 7, "abb": 8}`
	for _, c := range []struct {
		options, word string
		want          []int32
	}{
		{`"merges": ["a b"]`, "abab", []int32{3, 3}},
		{`"merges": [["a", "b"]]`, "axb", []int32{3}},
		{`"merges": [], "unk_token": "u"`, "axxb", []int32{1, 0, 0, 2}},
		{`"merges": [], "unk_token": "u", "fuse_unk": true`, "axxbx", []int32{1, 0, 2, 0}},
		{`"merges": ["a b</w>"], "end_of_word_suffix": "</w>"`, "aab", []int32{1, 5}},
		{`"merges": ["a #b"], "continuing_subword_prefix": "#"`, "abb", []int32{3, 6}},
		{`"merges": ["a b"]`, "abb", []int32{3, 2}},
		{`"merges": ["a b"], "ignore_merges": true`, "abb", []int32{8}},
		{`"merges": ["a b", "ab b", "a b"]`, "abb", []int32{8}},
	} {
		tok, err := parse(`{` + ends + `"model": {"type": "BPE", ` + vocab + `, ` + c.options + `}}`)
		require.NoError(t, err, c.options)
		require.Equal(t, c.want, ids(tok, c.word), c.options)
	}
}
