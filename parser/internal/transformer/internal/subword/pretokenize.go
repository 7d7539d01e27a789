package subword

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"
)

// preTokenizer appends the words of a text. They may be in an area that it adds.
type preTokenizer func(w *work, dst []span, s span) []span

// cutter is a pre-tokenizer and what the rest must know of it.
type cutter struct {
	cut   preTokenizer // nil: the whole text is a word
	blank rune         // what stands for a blank in pieces, 0 for nothing
	bytes bool         // the vocabulary is spelled in characters that stand for bytes
}

// readPreTokenizer reads the pre-tokenizer of tokenizer.json.
func readPreTokenizer(data json.RawMessage) (cutter, error) {
	var p struct {
		Type          string
		Pretokenizers []json.RawMessage
		Replacement   string
		PrependScheme string `json:"prepend_scheme"`
		PrefixSpace   *bool  `json:"add_prefix_space"`
		UseRegex      *bool  `json:"use_regex"`
		Individual    bool   `json:"individual_digits"`
		Split         *bool
		Pattern       pattern
		Behavior      behavior
		Invert        bool
	}
	if isNull(data) {
		return cutter{}, nil
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return cutter{}, err
	}
	is := func(flag *bool) bool { return flag == nil || *flag }
	switch p.Type {
	case "Sequence":
		return sequence(p.Pretokenizers)
	case "BertPreTokenizer":
		return cutter{cut: runs(bertKind)}, nil
	case "Whitespace":
		return cutter{cut: runs(wordKind)}, nil
	case "WhitespaceSplit":
		return cutter{cut: runs(blankKind)}, nil
	case "Digits":
		how := contiguous
		if p.Individual {
			how = isolated
		}
		return cutter{cut: splitter(character(unicode.IsNumber), how)}, nil
	case "Punctuation":
		return cutter{cut: splitter(character(isPunctuation), p.Behavior)}, nil
	case "Split":
		find, err := p.Pattern.finder()
		if err == nil && p.Invert {
			find = inverted(find)
		}
		return cutter{cut: splitter(find, p.Behavior)}, err
	case "ByteLevel":
		return cutter{byteLevel(is(p.PrefixSpace), is(p.UseRegex)), ' ', true}, nil
	case "Metaspace":
		if p.PrependScheme == "" {
			p.PrependScheme = "always"
			if !is(p.PrefixSpace) {
				p.PrependScheme = "never"
			}
		}
		return metaspace(p.Replacement, p.PrependScheme, is(p.Split))
	}
	return cutter{}, fmt.Errorf("type %q is not supported", p.Type)
}

func sequence(list []json.RawMessage) (cutter, error) {
	var all cutter
	var steps []preTokenizer
	for _, data := range list {
		c, err := readPreTokenizer(data)
		if err != nil {
			return all, err
		}
		if c.cut == nil {
			continue
		}
		if all.bytes {
			return all, errors.New("ByteLevel before the end of a Sequence is not supported")
		}
		all.bytes, all.blank = c.bytes, max(all.blank, c.blank)
		steps = append(steps, c.cut)
	}
	all.cut = func(w *work, dst []span, s span) []span {
		words := append(w.words[1][:0], s)
		next := w.words[2][:0]
		for _, step := range steps {
			next = next[:0]
			for _, word := range words {
				next = step(w, next, word)
			}
			words, next = next, words
		}
		w.words[1], w.words[2] = words, next
		return append(dst, words...)
	}
	return all, nil
}

// runs makes words of characters of one kind. Kind 0 is left out, those of a negative kind are words by themselves.
func runs(kind func(rune) int) preTokenizer {
	return func(w *work, dst []span, s span) []span {
		last := 0
		for i := s.from; i < s.to; {
			r, n := w.rune(i)
			k := kind(r)
			switch {
			case k > 0 && k == last:
				dst[len(dst)-1].to = i + n
			case k != 0:
				dst = append(dst, span{i, i + n})
			}
			last = k
			i += n
		}
		return dst
	}
}

func blankKind(r rune) int {
	if unicode.IsSpace(r) {
		return 0
	}
	return 1
}

func bertKind(r rune) int {
	if isPunctuation(r) {
		return -1
	}
	return blankKind(r)
}

func wordKind(r rune) int {
	if isWord(r, 1) {
		return 2
	}
	return blankKind(r)
}

// isPunctuation reports whether BERT cuts around a character: all of ASCII but letters, digits, blanks and controls,
// and Unicode's punctuation.
func isPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7F && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	}
	return unicode.Is(unicode.P, r)
}

var withBlank = prepend(" ")

// byteLevel cuts as GPT-2 does, with a blank before the text if it is asked for.
func byteLevel(prefix, pattern bool) preTokenizer {
	return func(w *work, dst []span, s span) []span {
		if prefix && s.from < s.to && w.text[s.from] != ' ' {
			s = withBlank(w, s)
		}
		if pattern {
			return gpt2(w, dst, s)
		}
		return append(dst, s)
	}
}

// metaspace writes a character for blanks, also before a text, and begins a word at each.
func metaspace(replacement, scheme string, split bool) (cutter, error) {
	sign, n := utf8.DecodeRuneInString(replacement)
	if n == 0 || n < len(replacement) {
		return cutter{}, fmt.Errorf("replacement %q is not one character", replacement)
	}
	if !slices.Contains([]string{"always", "first", "never"}, scheme) {
		return cutter{}, fmt.Errorf("prepend_scheme %q is not supported", scheme)
	}
	begin := splitter(literal(replacement), mergedWithNext)
	cut := func(w *work, dst []span, s span) []span {
		if s.from == s.to {
			return dst
		}
		first, _ := w.rune(s.from)
		before := first != ' ' && first != sign && (scheme == "always" || scheme == "first" && w.at[s.from] == 0)
		from := len(w.text)
		if before {
			w.put(sign, w.at[s.from])
		}
		for i := s.from; i < s.to; i++ {
			n := bytes.IndexByte(w.text[i:s.to], ' ')
			if n < 0 {
				w.keep(i, s.to)
				break
			}
			w.keep(i, i+n)
			i += n
			w.put(sign, w.at[i])
		}
		s = w.seal(from, w.at[s.to])
		if split {
			return begin(w, dst, s)
		}
		return append(dst, s)
	}
	return cutter{cut: cut, blank: sign}, nil
}

// behavior says where the text that a splitter finds goes.
type behavior int

const (
	isolated behavior = iota
	removed
	mergedWithPrevious
	mergedWithNext
	contiguous
)

// UnmarshalText reads the name of a behavior, as Rust writes it in different places.
func (b *behavior) UnmarshalText(name []byte) error {
	names := []string{"Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"}
	i := slices.Index(names, string(name))
	if i < 0 {
		return fmt.Errorf("behavior %q is not supported", name)
	}
	*b = behavior(i)
	return nil
}

// splitter cuts a text at what is found in it. Empty words are left out.
func splitter(find finder, how behavior) preTokenizer {
	return func(w *work, dst []span, s span) []span {
		w.hits = find(w, w.hits[:0], s)
		first := len(dst)
		for i, h := range w.hits {
			before := i > 0 && w.hits[i-1].found
			join := false // with the word before
			switch how {
			case removed:
				if h.found {
					continue
				}
			case mergedWithPrevious:
				join = h.found && !before
			case contiguous:
				join = h.found == before
			case mergedWithNext:
				join = !h.found && before
			}
			if join && len(dst) > first {
				dst[len(dst)-1].to = h.to
			} else {
				dst = append(dst, h.span)
			}
		}
		words := slices.DeleteFunc(dst[first:], func(s span) bool { return s.from == s.to })
		return dst[:first+len(words)]
	}
}

// inverted finds what is between.
func inverted(find finder) finder {
	return func(w *work, dst []hit, s span) []hit {
		dst = find(w, dst, s)
		for i := range dst {
			dst[i].found = !dst[i].found
		}
		return dst
	}
}
