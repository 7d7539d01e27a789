package subword

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// folders are those of testdata: BERT with and without capitals, RoBERTa, XLM-R, Gemma, and what DeBERTa's and XLM-R's
// authors handed out.
var folders = []string{"cased", "uncased", "bpe", "unigram", "fallback", "deberta", "xlm"}

// expected is what testdata/make/expected.cjs wrote of a sentence.
type expected struct {
	Text  string
	IDs   []int32   `json:"ids"`   // by the Rust library, which defines tokenizer.json, or by sentencepiece
	Words [][]int32 `json:"words"` // of each word within a sentence
	NPM   []int32   `json:"npm"`   // by the npm package, where it has others
}

func open(t testing.TB, folder string) *Tokenizer {
	tok, err := Read(Folder(filepath.Join("testdata", folder)))
	require.NoError(t, err)
	return tok
}

func ids(tok *Tokenizer, text string) []int32 {
	return tok.encode([]int32{}, text, false)
}

// TestExpected: the ids are those of two other implementations. Where these differ, BERT's normaliser of the npm
// package puts no blanks around Chinese characters beyond U+FFFF, its small sigma depends on what follows, and it does
// not read charsmaps.
func TestExpected(t *testing.T) {
	differ := map[string]int{}
	for _, folder := range folders {
		for _, s := range checkExpected(t, filepath.Join("testdata", folder)) {
			if s.NPM != nil {
				differ[folder]++
			}
		}
	}
	require.Equal(t, map[string]int{"cased": 1, "uncased": 2, "unigram": 6}, differ)
}

// TestOwnFolders does the same with folders of your own, for which expected.cjs has written expected.json:
// PARSER_TOKENIZERS has their names with colons between them.
func TestOwnFolders(t *testing.T) {
	names := os.Getenv("PARSER_TOKENIZERS")
	if names == "" {
		t.Skip("PARSER_TOKENIZERS names no folder")
	}
	for _, folder := range filepath.SplitList(names) {
		t.Logf("%s: %d sentences", folder, len(checkExpected(t, folder)))
	}
}

// checkExpected compares ids of a folder with its expected.json, and returns what is in there.
func checkExpected(t *testing.T, folder string) []expected {
	tok, err := Read(Folder(folder))
	require.NoError(t, err)
	var sentences []expected
	require.NoError(t, Folder(folder).readJSON("expected.json", &sentences))
	require.Greater(t, len(sentences), 30)
	for _, s := range sentences {
		require.Equal(t, s.IDs, ids(tok, s.Text), "%s: %q", folder, s.Text)
		words := [][]int32{}
		for _, w := range strings.Fields(s.Text) {
			words = append(words, tok.Word([]int32{}, w))
		}
		require.Equal(t, s.Words, words, "%s: %q", folder, s.Text)
		checkLaws(t, tok, s.Text)
	}
	return sentences
}

func TestSpecial(t *testing.T) {
	for folder, want := range map[string]struct {
		Special
		size int
	}{
		"cased":    {Special{First: 2, Last: 3, Unknown: 1, Mask: 4}, 700},
		"uncased":  {Special{First: 2, Last: 3, Unknown: 1, Mask: 4}, 700},
		"bpe":      {Special{First: 0, Last: 2, Unknown: 3, Mask: 699}, 700},
		"unigram":  {Special{First: 0, Last: 2, Unknown: 3, Mask: 699}, 700},
		"fallback": {Special{First: 2, Last: 1, Unknown: 3, Mask: 4}, 600},
		"deberta":  {Special{First: 1, Last: 2, Unknown: 3, Mask: 420}, 421},
		"xlm":      {Special{First: 0, Last: 2, Unknown: 3, Mask: 421}, 422},
	} {
		tok := open(t, folder)
		require.Equal(t, want.Special, tok.Special(), folder)
		require.Equal(t, want.size, tok.Size(), folder)
	}
}

// TestOld: vocab.txt, or vocab.json with merges.txt, mean what tokenizer.json says.
func TestOld(t *testing.T) {
	for folder, files := range map[string][]string{
		"uncased": {"vocab.txt", "tokenizer_config.json"},
		"bpe":     {"vocab.json", "merges.txt", "tokenizer_config.json"},
	} {
		dir := t.TempDir()
		for _, name := range files {
			data, err := os.ReadFile(filepath.Join("testdata", folder, name))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
		}
		old, err := Read(Folder(dir))
		require.NoError(t, err)
		tok := open(t, folder)
		require.Equal(t, tok.Special(), old.Special())
		require.Equal(t, tok.Size(), old.Size())
		for _, text := range sentences(t) {
			require.Equal(t, tok.encode(nil, text, false), old.encode(nil, text, false), "%q", text)
		}
	}
}

// TestOldOptions: tokenizer_config.json and added_tokens.json beside vocab.txt.
func TestOldOptions(t *testing.T) {
	for _, c := range []struct {
		config, added, text string
		want                []int32
	}{
		{`{"do_lower_case": false}`, ``, "É中 é", []int32{1, 7, 6}},
		{`{}`, ``, "É中 é", []int32{5, 7, 5}},
		{`{"strip_accents": false}`, ``, "É中 é", []int32{6, 7, 6}},
		{`{"tokenize_chinese_chars": false}`, ``, "É中 é", []int32{1, 5}},
		{`{"tokenize_chinese_chars": false}`, `{"é中": 12}`, "É中 é", []int32{12, 5}},
		{`{"strip_accents": false}`, `{"é中": 12}`, "É中 é", []int32{12, 6}},
		{`{"do_lower_case": false}`, `{"É中": 12}`, "É中 [SEP]", []int32{12, 3}},
		{`{"added_tokens_decoder": {"9": {"content": "<x>", "rstrip": true}}}`, ``, "é<x> é", []int32{5, 9, 5}},
		{`{"unk_token": "中"}`, ``, "e xyz", []int32{5, 7}},
	} {
		dir := t.TempDir()
		write(t, dir, "vocab.txt", "[PAD]\r\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ne\né\n中\n")
		write(t, dir, "tokenizer_config.json", c.config)
		if c.added != "" {
			write(t, dir, "added_tokens.json", c.added)
		}
		tok, err := Read(Folder(dir))
		require.NoError(t, err, c.config)
		require.Equal(t, c.want, ids(tok, c.text), "%s %s", c.config, c.added)
	}
}

func write(t *testing.T, dir, name, text string) {
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
}

// sentences returns those of testdata.
func sentences(t testing.TB) []string {
	data, err := os.ReadFile("testdata/sentences.json")
	require.NoError(t, err)
	var list []string
	require.NoError(t, json.Unmarshal(data, &list))
	return list
}
