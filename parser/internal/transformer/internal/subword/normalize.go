package subword

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalizer makes another text of one.
type normalizer func(text string) string

// marksBlanks reports whether another character is written for the blanks between words, such as Gemma's ▁.
func (n normalizer) marksBlanks() bool {
	_, after, _ := strings.Cut(n("a b"), "a")
	r, size := utf8.DecodeRuneInString(after)
	return r != ' ' && after[size:] == "b"
}

// readNormalizer reads the normalizer of tokenizer.json. Without one texts stay as they are.
func readNormalizer(data json.RawMessage) (normalizer, error) {
	var n struct {
		Type         string
		Normalizers  []json.RawMessage
		CleanText    bool  `json:"clean_text"`
		Chinese      bool  `json:"handle_chinese_chars"`
		StripAccents *bool `json:"strip_accents"`
		Lowercase    bool
		StripLeft    bool `json:"strip_left"`
		StripRight   bool `json:"strip_right"`
		Pattern      pattern
		Content      string
		Prepend      string
		Charsmap     string `json:"precompiled_charsmap"`
		Longest      bool   // in a charsmap of sentencepiece's own files; not of the Rust library
	}
	if isNull(data) {
		return normalizers(nil)
	}
	if err := json.Unmarshal(data, &n); err != nil {
		return nil, err
	}
	switch n.Type {
	case "Sequence":
		return normalizers(n.Normalizers)
	case "BertNormalizer":
		accents := n.Lowercase
		if n.StripAccents != nil {
			accents = *n.StripAccents
		}
		return bertNormalizer(n.CleanText, n.Chinese, accents, n.Lowercase), nil
	case "Lowercase":
		return lowercase, nil
	case "NFC", "NFD", "NFKC", "NFKD":
		return unicodeForm(map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD}[n.Type]), nil
	case "StripAccents":
		return without(unicode.M), nil
	case "Strip":
		return func(text string) string {
			if n.StripLeft {
				text = strings.TrimLeftFunc(text, unicode.IsSpace)
			}
			if n.StripRight {
				text = strings.TrimRightFunc(text, unicode.IsSpace)
			}
			return text
		}, nil
	case "Replace":
		find, err := n.Pattern.finder()
		return replace(find, n.Content), err
	case "Prepend":
		return func(text string) string {
			if text == "" {
				return text
			}
			return n.Prepend + text
		}, nil
	case "Nmt":
		return nmt, nil
	case "Precompiled":
		m, err := newCharsmap(n.Charsmap, n.Longest)
		if err != nil {
			return nil, err
		}
		return m.normalize, nil
	}
	return nil, fmt.Errorf("type %q is not supported", n.Type)
}

func isNull(data json.RawMessage) bool { return len(data) == 0 || string(data) == "null" }

func normalizers(list []json.RawMessage) (normalizer, error) {
	var steps []normalizer
	for _, data := range list {
		step, err := readNormalizer(data)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return func(text string) string {
		for _, step := range steps {
			text = step(text)
		}
		return text
	}, nil
}

// bertNormalizer is what BERT does to a text: removes controls, puts blanks around Chinese characters, removes accents,
// writes small letters; each of them if it is asked for.
func bertNormalizer(clean, chinese, accents, lower bool) normalizer {
	decompose := unicodeForm(norm.NFD)
	bare := without(unicode.Mn)
	return func(text string) string {
		var b strings.Builder
		for _, r := range text {
			switch {
			case clean && (isControl(r) || r == utf8.RuneError):
			case clean && unicode.IsSpace(r):
				b.WriteByte(' ')
			case chinese && isChinese(r):
				b.WriteString(" " + string(r) + " ")
			default:
				b.WriteRune(r)
			}
		}
		if text = b.String(); accents {
			text = bare(decompose(text))
		}
		if lower {
			text = lowercase(text)
		}
		return text
	}
}

// isControl reports whether BERT removes a character: controls, formats and those of private use.
func isControl(r rune) bool {
	return r != '\t' && r != '\n' && r != '\r' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co)
}

// isChinese reports whether a character is one of the CJK blocks that BERT puts blanks around.
func isChinese(r rune) bool {
	return r >= 0x3400 && (r <= 0x4DBF || r >= 0x4E00 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0x20000 && r <= 0x2A6DF || r >= 0x2A700 && r <= 0x2B81F || r >= 0x2B920 && r <= 0x2CEAF ||
		r >= 0x2F800 && r <= 0x2FA1F)
}

// lowercase writes the small letter of each character, whatever is around it: a capital sigma always becomes σ.
func lowercase(text string) string {
	return strings.Map(unicode.ToLower, strings.ReplaceAll(text, "İ", "i\u0307")) // SpecialCasing.txt of Unicode
}

// without removes the characters of a table.
func without(table *unicode.RangeTable) normalizer {
	return func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.Is(table, r) {
				return -1
			}
			return r
		}, text)
	}
}

// replace puts a text in for each that is found.
func replace(find finder, content string) normalizer {
	return func(text string) string {
		var b strings.Builder
		for _, h := range find(text) {
			if h.found {
				b.WriteString(content)
			} else {
				b.WriteString(text[h.from:h.to])
			}
		}
		return b.String()
	}
}

// nmt removes controls and makes plain blanks of others, as sentencepiece's rules of that name do.
func nmt(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 1 && r <= 8, r == 0xB, r >= 0xE && r <= 0x1F, r == 0x7F, r == 0x8F, r == 0x9F:
			return -1
		case r == 9, r == 0xA, r == 0xC, r == 0xD, r == 0x1680, r >= 0x200B && r <= 0x200F, r == 0x2028, r == 0x2029,
			r == 0x2581, r == 0xFEFF, r == 0xFFFD:
			return ' '
		}
		return r
	}, text)
}
