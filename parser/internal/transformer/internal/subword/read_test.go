package subword

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sound is a small tokenizer.json, from which the tests below make others.
const sound = `{"added_tokens": [{"id": 3, "content": "<m>"}],
	"normalizer": {"type": "NFC"}, "pre_tokenizer": {"type": "WhitespaceSplit"},
	"post_processor": {"type": "TemplateProcessing",
		"single": [{"SpecialToken": {"id": "c"}}, {"Sequence": {"id": "A"}}, {"SpecialToken": {"id": "s"}}],
		"special_tokens": {"c": {"ids": [1]}, "s": {"ids": [2]}}},
	"model": {"type": "WordPiece", "unk_token": "u", "vocab": {"u": 0, "c": 1, "s": 2}}}`

// around returns what puts a text between two others.
func around(before, after string) func(string) string {
	return func(text string) string { return before + text + after }
}

// TestRefused: what is wrong or not supported is refused, and the message names it.
func TestRefused(t *testing.T) {
	wordPiece, nfc := `{"type": "WordPiece", "unk_token": "u", "vocab": {"u": 0, "c": 1, "s": 2}}`, `{"type": "NFC"}`
	regex := around(`{"type": "Replace", "pattern": {"Regex": "`, `"}}`)
	precompiled := around(`{"type": "Precompiled", "precompiled_charsmap": "`, `"}`)
	bpe := around(`{"type": "BPE", "vocab": {"c": 1, "s": 2}, `, `}`)
	unigram := around(`{"type": "Unigram", `, `}`)
	cls, sep := `{"SpecialToken": {"id": "c"}}, {"Sequence"`, `{"SpecialToken": {"id": "s"}}]`
	for _, c := range []struct{ old, new, want string }{
		{`"NFC"`, `"ByteLevel"`, `normalizer: type "ByteLevel" is not supported`},
		{nfc, `{"type": "Sequence", "normalizers": [{"type": "X"}]}`, `normalizer: type "X" is not supported`},
		{nfc, `5`, `normalizer: json`},
		{nfc, precompiled(`AAA`), "illegal base64"},
		{nfc, precompiled(`AAA=`), "too short"},
		{nfc, precompiled(`/////w==`), "its trie is longer than it"},
		{nfc, precompiled(`AAAAAP8=`), "is not UTF-8"},
		{nfc, `{"type": "Replace", "pattern": {}}`, "neither String nor Regex"},
		{nfc, regex(`a(?=b)`), `regular expression "a(?=b)" is not supported: (?=b`},
		{nfc, regex(`[a[b]]`), "classes within classes"},
		{nfc, regex(`[a&&b]`), "classes within classes"},
		{nfc, regex(`[]a]`), "a class begins with ]"},
		{nfc, regex(`a{,2}`), "{,"},
		{nfc, regex(`\\bx`), `not supported: \b`},
		{nfc, regex(`\\w`), `not supported: \w`},
		{nfc, regex(`(a)\\1`), `not supported: \1`},
		{nfc, regex(`a++`), "invalid nested repetition"},
		{nfc, regex(`a{9999}`), "invalid repeat count"},
		{nfc, regex(`(((a{500}){500}){500})`), "invalid repeat count"},
		{nfc, regex(`a\\`), `it ends with \`},
		{`"WhitespaceSplit"`, `"CharDelimiterSplit"`, `pre_tokenizer: type "CharDelimiterSplit" is not supported`},
		{`"WhitespaceSplit"`, `"Split", "behavior": "X"`, `behavior "X" is not supported`},
		{`"WhitespaceSplit"`, `"Metaspace", "replacement": "ab"`, `replacement "ab" is not one character`},
		{`"WhitespaceSplit"`, `"Metaspace", "replacement": "a", "prepend_scheme": "x"`, `prepend_scheme "x" is not supported`},
		{`"WhitespaceSplit"`, `"ByteLevel"`, `model: type "WordPiece" after the pre-tokenizer ByteLevel is not supported`},
		{`"WhitespaceSplit"`, `"Sequence", "pretokenizers": [{"type": "ByteLevel"}, {"type": "Digits"}]`, "ByteLevel before the end"},
		{`"TemplateProcessing"`, `"X"`, `post_processor: type "X" is not supported`},
		{cls, `{"Sequence"`, "a template other than one token"},
		{sep, sep[:len(sep)-1] + `, {"SpecialToken": {"id": "s"}}]`, "a template other than one token"},
		{`{"ids": [1]}`, `{"ids": [77]}`, "are not in the vocabulary"},
		{`"TemplateProcessing"`, `"BertProcessing", "cls": ["c", "c"], "sep": ["s", 2]`, "cls or sep is no text with an id"},
		{`"TemplateProcessing"`, `"ByteLevel"`, "the tokens that begin and end a sentence are not in the vocabulary"},
		{`"id": 3, "content"`, `"content"`, "its id is missing or out of range"},
		{`"id": 3,`, `"id": -1,`, "its id is missing or out of range"},
		{`"id": 3,`, `"id": 2000000000,`, "its id is missing or out of range"},
		{`"id": 3,`, `"id": 20000000000,`, "cannot unmarshal number 20000000000"},
		{wordPiece, `{"type": "WordLevel", "vocab": {"c": 1}}`, `model: type "WordLevel" is not supported`},
		{`"unk_token": "u"`, `"unk_token": "x"`, `unk_token "x" is not in the vocabulary`},
		{`"unk_token": "u"`, `"unk_token": "u", "byte_fallback": true`, "byte_fallback is not supported"},
		{`"u": 0`, `"u": -5`, `vocab: "u": id -5 is out of range`},
		{`"u": 0`, `"u": 2000000000`, `vocab: "u": id 2000000000 is out of range`},
		{`"u": 0`, `"u": 1.5`, "cannot unmarshal number 1.5"},
		{`{"u": 0, "c": 1, "s": 2}`, `{}`, "vocab: is empty"},
		{`{"u": 0, "c": 1, "s": 2}`, `null`, "vocab: is empty"},
		{wordPiece, unigram(`"vocab": [["u", 0], ["c", -1], ["s", -2]]`), "unk_id is missing"},
		{wordPiece, unigram(`"unk_id": 3, "vocab": [["u", 0], ["c", -1], ["s", -2]]`), "unk_id 3: the number of pieces is 3"},
		{wordPiece, unigram(`"unk_id": -1, "vocab": [["u", 0]]`), "unk_id -1: the number of pieces is 1"},
		{wordPiece, unigram(`"unk_id": 0, "vocab": [["u", NaN]]`), "invalid character 'N'"},
		{wordPiece, unigram(`"unk_id": 0, "vocab": [["u", null]]`), "entry 0 is no text with a score"},
		{wordPiece, unigram(`"unk_id": 0, "vocab": [["u", 1e300]]`), "entry 0 is no text with a score"},
		{wordPiece, unigram(`"unk_id": 0, "vocab": [["u", 1e999]]`), "cannot unmarshal number 1e999"},
		{wordPiece, unigram(`"unk_id": 0, "vocab": [["u"]]`), "entry 0 is no pair"},
		{wordPiece, bpe(`"merges": ["c s"]`), `merges[0]: "cs" is not in the vocabulary`},
		{wordPiece, bpe(`"merges": ["c x"]`), `merges[0]: "x" is not in the vocabulary`},
		{wordPiece, bpe(`"merges": ["c"]`), `merges: entry 0, "c", is no pair`},
		{wordPiece, bpe(`"merges": [["c"]]`), `merges: entry 0, ["c"], is no pair`},
		{wordPiece, bpe(`"merges": [5]`), `merges: entry 0: json`},
		{wordPiece, bpe(`"dropout": 0.1`), "dropout 0.1 is not supported"},
		{wordPiece, bpe(`"unk_token": "x"`), `unk_token "x" is not in the vocabulary`},
		{wordPiece, bpe(`"merges": ["c s"], "continuing_subword_prefix": "#"`), `"s" lacks the prefix "#"`},
		{sound, `{"model"`, "unexpected end"},
	} {
		text := strings.Replace(sound, c.old, c.new, 1)
		require.NotEqual(t, sound, text, c.old)
		dir := t.TempDir()
		write(t, dir, "tokenizer.json", text)
		_, err := Read(Folder(dir))
		require.ErrorContains(t, err, c.want, c.new)
		require.ErrorContains(t, err, "tokenizer.json: ", c.new)
	}
	_, err := parse(sound)
	require.NoError(t, err)
}

// TestInferred: files of the first versions do not name the type of the model.
func TestInferred(t *testing.T) {
	for _, m := range []string{
		`{"vocab": [["u", 0], ["c", -1], ["s", -2]], "unk_id": 0}`,
		`{"vocab": {"u": 0, "c": 1, "s": 2}, "merges": []}`,
		`{"vocab": {"u": 0, "c": 1, "s": 2}, "unk_token": "u"}`,
	} {
		tok, err := parse(`{"post_processor": {"type": "BertProcessing", "sep": ["s", 2], "cls": ["c", 1]}, "model": ` + m + `}`)
		require.NoError(t, err)
		require.Equal(t, []int32{1}, ids(tok, "c"))
	}
}

// TestNamed: special tokens by the names that the configuration gives them.
func TestNamed(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "tokenizer.json", `{"model": {"vocab": {"a": 0, "b": 1, "c": 2, "d": 3, "e": 4}, "merges": []}}`)
	write(t, dir, "special_tokens_map.json", `{"cls_token": "a", "sep_token": {"content": "b"}, "pad_token": "x"}`)
	write(t, dir, "tokenizer_config.json", `{"pad_token": "c", "mask_token": {"content": "d"}, "unk_token": null}`)
	tok, err := Read(Folder(dir))
	require.NoError(t, err)
	require.Equal(t, Special{First: 0, Last: 1, Unknown: -1, Mask: 3}, tok.Special())
}

// TestFolders: a folder that has no tokenizer, half of one, or one of another class.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	_, err := Read(Folder(dir))
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "there is no tokenizer.json, vocab.txt, vocab.json, spm.model or sentencepiece.bpe.model")

	write(t, dir, "vocab.json", `{"<s>": 0, "</s>": 1}`)
	_, err = Read(Folder(dir))
	require.ErrorContains(t, err, "merges.txt")
	write(t, dir, "merges.txt", "#version: 0.2\na b c\n")
	_, err = Read(Folder(dir))
	require.ErrorContains(t, err, `merges.txt: line 2: "a b c" is no pair`)
	write(t, dir, "merges.txt", "#version: 0.2\n")
	_, err = Read(Folder(dir))
	require.NoError(t, err)

	for config, want := range map[string]string{
		`{"tokenizer_class": "CpmTokenizer"}`:                `"CpmTokenizer" is not supported without tokenizer.json`,
		`{"do_basic_tokenize": false}`:                       "do_basic_tokenize false is not supported",
		`{"do_lower_case": 3}`:                               "cannot unmarshal number",
		`{"added_tokens_decoder": 3}`:                        "added_tokens_decoder",
		`{"added_tokens_decoder": {"x": {"content": "a"}}}`:  `id "x"`,
		`{"added_tokens_decoder": {"-7": {"content": "a"}}}`: "its id is missing or out of range",
		`[`: "tokenizer_config.json: unexpected end",
	} {
		write(t, dir, "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n")
		write(t, dir, "tokenizer_config.json", config)
		_, err = Read(Folder(dir))
		require.ErrorContains(t, err, want, config)
	}
	write(t, dir, "tokenizer_config.json", `{"tokenizer_class": "ElectraTokenizerFast"}`)
	write(t, dir, "added_tokens.json", `[]`)
	_, err = Read(Folder(dir))
	require.ErrorContains(t, err, "added_tokens.json")
	require.NoError(t, os.Remove(filepath.Join(dir, "added_tokens.json")))
	_, err = Read(Folder(dir))
	require.NoError(t, err)
	write(t, dir, "vocab.txt", "a\nb\n")
	_, err = Read(Folder(dir))
	require.ErrorContains(t, err, `unk_token "[UNK]" is not in the vocabulary`)
}
