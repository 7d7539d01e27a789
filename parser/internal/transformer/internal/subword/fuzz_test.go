package subword

import (
	"encoding/base64"
	"encoding/binary"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// FuzzEncode: what holds of any text.
func FuzzEncode(f *testing.F) {
	var toks []*Tokenizer
	for _, folder := range folders {
		toks = append(toks, open(f, folder))
	}
	for _, text := range sentences(f) {
		f.Add(text)
	}
	f.Add("\xff\xe4\xb8a\U0010ffff")
	f.Fuzz(func(t *testing.T, text string) {
		for _, tok := range toks {
			checkLaws(t, tok, text)
		}
	})
}

// FuzzTokenizer: any tokenizer.json is refused, or cuts any text into pieces of its vocabulary.
func FuzzTokenizer(f *testing.F) {
	f.Add(sound, "u c s x")
	f.Add(`{"model": {"vocab": {"<s>": 0, "</s>": 1, "a": 2, "aa": 3}, "merges": ["a a", "a a"],
		"end_of_word_suffix": "a"},
		"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(a*)*"}, "behavior": "MergedWithNext"},
		"normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "aé"}, {"type": "NFKD"},
		{"type": "Replace", "pattern": {"String": "é"}, "content": ""}, {"type": "Strip", "strip_right": true}]},
		"added_tokens": [{"id": 9, "content": " ", "lstrip": true, "rstrip": true, "normalized": true}]}`, "aaa é  a")
	f.Add(`{"model": {"unk_id": 0, "vocab": [["<s>", 0], ["</s>", 0], ["▁a", -1.5], ["b", -2], ["▁", -3]]},
		"pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits"},
		{"type": "Metaspace", "replacement": "▁"}]}}`, "a b 12")
	f.Add(`{"model": {"vocab": {"<s>": 0, "</s>": 1, "Ġ": 2, "a": 3, "Ġa": 4}, "merges": ["Ġ a"]},
		"pre_tokenizer": {"type": "ByteLevel"}}`, "a a's é")
	f.Fuzz(func(t *testing.T, data, text string) {
		tok, err := parse(data)
		if err != nil || len(text) > 1000 {
			return
		}
		checkKnown(t, tok, text)
		tok.Word(nil, text)
	})
}

// checkKnown: the pieces of a text are in the table that the tokenizer asks for, whatever it does to the text.
func checkKnown(t testing.TB, tok *Tokenizer, text string) {
	for _, id := range tok.encode(nil, text, false) {
		require.True(t, id >= 0 && int(id) < tok.Size(), "%q: %d", text, id)
	}
}

// FuzzPieces: any model of sentencepiece is refused, or cuts any text into its pieces.
func FuzzPieces(f *testing.F) {
	for folder, name := range map[string]string{"deberta": debertaPieces, "xlm": xlmPieces} {
		data, err := Folder(filepath.Join("testdata", folder))(name)
		require.NoError(f, err)
		f.Add(data, "the e\u0301 :-) (TM)")
	}
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		for _, name := range []string{debertaPieces, xlmPieces} {
			files := map[string][]byte{name: data}
			tok, err := Read(inMemory(files))
			if err != nil || len(text) > 1000 {
				continue
			}
			checkKnown(t, tok, text)
			tok.Word(nil, text)
		}
	})
}

// FuzzCharsmap: any charsmap is refused, or makes text of any text.
func FuzzCharsmap(f *testing.F) {
	f.Add(oneRule(), "bab\u0301\r\n👩\u200d👩")
	f.Add([]byte{4, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 'x', 0}, "a")
	f.Add([]byte{0, 0, 0, 0}, "a")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		for _, longest := range []bool{false, true} {
			m, err := newCharsmap(base64.StdEncoding.EncodeToString(data), longest)
			if err != nil {
				return
			}
			require.True(t, utf8.ValidString(m.normalize(replaceBytes(text))))
		}
	})
}

// oneRule is a charsmap that puts "é!" in for "a".
func oneRule() []byte {
	const base, leaf = 256, 1 // of the children of the root, and of those of a
	units := make([]uint32, base+128)
	units[0] = base << 10
	units[base^'a'] = (base^'a'^leaf)<<10 | 1<<8 | 'a'
	units[leaf] = 1 << 31
	data := binary.LittleEndian.AppendUint32(nil, uint32(4*len(units)))
	for _, u := range units {
		data = binary.LittleEndian.AppendUint32(data, u)
	}
	return append(data, "é!\x00"...)
}

func TestCharsmap(t *testing.T) {
	for longest, want := range map[bool]string{false: "bé!\r\né!", true: "bé!\u0301\r\né!"} {
		m, err := newCharsmap(base64.StdEncoding.EncodeToString(oneRule()), longest)
		require.NoError(t, err)
		require.Equal(t, want, m.normalize("ba\u0301\r\na"))
	}
}

// FuzzPattern: any regular expression is refused, or what it finds and what is between is the text.
func FuzzPattern(f *testing.F) {
	for _, p := range []string{gpt2Pattern, `[\s\d]+|\p{L}`, ` {2,}`, `(a*)*|[^\S\n]`, `\x{41}|a{2,3}?`, `[^a-c\D]`} {
		f.Add(p, "a's  bb 12\n")
	}
	f.Fuzz(func(t *testing.T, regex, text string) {
		find, err := pattern{Regex: &regex}.finder()
		if err != nil || len(text) > 1000 {
			return
		}
		at := 0
		for _, h := range find(text) {
			require.Equal(t, at, h.from)
			require.LessOrEqual(t, h.from, h.to)
			at = h.to
		}
		require.Equal(t, len(text), at)
	})
}
