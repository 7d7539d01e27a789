package subword

import (
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalizer makes another area of one.
type normalizer func(w *work, s span) span

// readNormalizer reads the normalizer of tokenizer.json; it returns nil if there is no normalizer.
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
	}
	if isNull(data) {
		return nil, nil
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
		return func(w *work, s span) span { return w.each(s, w.lower) }, nil
	case "NFC":
		return unicodeForm(norm.NFC), nil
	case "NFD":
		return unicodeForm(norm.NFD), nil
	case "NFKC":
		return unicodeForm(norm.NFKC), nil
	case "NFKD":
		return unicodeForm(norm.NFKD), nil
	case "StripAccents":
		return without(func(r rune) bool { return unicode.Is(unicode.M, r) }), nil
	case "Strip":
		return strip(n.StripLeft, n.StripRight), nil
	case "Replace":
		find, err := n.Pattern.finder()
		return replace(find, n.Content), err
	case "Prepend":
		return prepend(n.Prepend), nil
	case "Nmt":
		return nmt, nil
	case "Precompiled":
		m, err := newCharsmap(n.Charsmap)
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
		if step != nil {
			steps = append(steps, step)
		}
	}
	return func(w *work, s span) span {
		for _, step := range steps {
			s = step(w, s)
		}
		return s
	}, nil
}

// bertNormalizer is what BERT does to a text: removes controls, puts blanks around Chinese characters, removes accents,
// writes small letters; each of them if it is asked for.
func bertNormalizer(clean, chinese, accents, lower bool) normalizer {
	decompose := unicodeForm(norm.NFD)
	bare := without(func(r rune) bool { return r >= 0x300 && unicode.Is(unicode.Mn, r) })
	return func(w *work, s span) span {
		s = w.each(s, func(r rune, i, n int) {
			switch {
			case clean && (isControl(r) || r == utf8.RuneError):
			case clean && unicode.IsSpace(r):
				w.put(' ', w.at[i])
			case chinese && isChinese(r):
				w.put(' ', w.at[i])
				w.keep(i, i+n)
				w.put(' ', w.at[i])
			case lower && !accents:
				w.lower(r, i, n)
			default:
				w.keep(i, i+n)
			}
		})
		if accents {
			s = bare(w, decompose(w, s))
			if lower {
				s = w.each(s, w.lower)
			}
		}
		return s
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

// lower appends the small letter of a character, whatever is around it: a capital sigma always becomes σ.
func (w *work) lower(r rune, i, n int) {
	small := unicode.ToLower(r)
	if small == r {
		w.keep(i, i+n)
		return
	}
	w.put(small, w.at[i])
	if r == 'İ' {
		w.put('\u0307', w.at[i]) // SpecialCasing.txt of Unicode
	}
}

// without removes characters.
func without(out func(rune) bool) normalizer {
	return func(w *work, s span) span {
		return w.each(s, func(r rune, i, n int) {
			if !out(r) {
				w.keep(i, i+n)
			}
		})
	}
}

// strip removes blanks at the ends.
func strip(left, right bool) normalizer {
	return func(w *work, s span) span {
		for left && s.from < s.to {
			r, n := w.rune(s.from)
			if !unicode.IsSpace(r) {
				break
			}
			s.from += n
		}
		for right && s.from < s.to {
			r, n := utf8.DecodeLastRune(w.text[s.from:s.to])
			if !unicode.IsSpace(r) {
				break
			}
			s.to -= n
		}
		return s
	}
}

// replace puts a text in for each that is found.
func replace(find finder, text string) normalizer {
	return func(w *work, s span) span {
		w.hits = find(w, w.hits[:0], s)
		from := len(w.text)
		for _, h := range w.hits {
			if !h.found {
				w.keep(h.from, h.to)
				continue
			}
			w.putAll(text, h.from)
		}
		return w.seal(from, w.at[s.to])
	}
}

// prepend puts a text before one that is not empty.
func prepend(text string) normalizer {
	return func(w *work, s span) span {
		if s.from == s.to {
			return s
		}
		from := len(w.text)
		w.putAll(text, s.from)
		w.keep(s.from, s.to)
		return w.seal(from, w.at[s.to])
	}
}

// nmt removes controls and makes plain blanks of others, as sentencepiece's rules of that name do.
func nmt(w *work, s span) span {
	return w.each(s, func(r rune, i, n int) {
		switch {
		case r >= 1 && r <= 8, r == 0xB, r >= 0xE && r <= 0x1F, r == 0x7F, r == 0x8F, r == 0x9F:
		case r == 9, r == 0xA, r == 0xC, r == 0xD, r == 0x1680, r >= 0x200B && r <= 0x200F, r == 0x2028, r == 0x2029,
			r == 0x2581, r == 0xFEFF, r == 0xFFFD:
			w.put(' ', w.at[i])
		default:
			w.keep(i, i+n)
		}
	})
}
