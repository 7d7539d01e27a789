package subword

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// preTokenizer returns the words of a text, none of them empty. begins says that the text begins the sentence.
type preTokenizer func(text string, begins bool) []string

// cutter is a pre-tokenizer and what the rest must know of it.
type cutter struct {
	cut   preTokenizer
	blank rune // what stands for a blank in pieces, 0 for nothing
	bytes bool // the vocabulary is spelled in characters that stand for bytes
}

// readPreTokenizer reads the pre-tokenizer of tokenizer.json. Without one the whole text is a word.
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
		Behavior      string
		Invert        bool
	}
	if isNull(data) {
		return cutter{cut: inTurn(nil)}, nil
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return cutter{}, err
	}
	if !slices.Contains([]string{"", "Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"}, p.Behavior) {
		return cutter{}, fmt.Errorf("behavior %q is not supported", p.Behavior)
	}
	is := func(flag *bool) bool { return flag == nil || *flag }
	switch p.Type {
	case "Sequence":
		return sequence(p.Pretokenizers)
	case "BertPreTokenizer":
		return cutter{cut: inTurn([]preTokenizer{fields, splitter(character(isPunctuation), "Isolated")})}, nil
	case "Whitespace":
		inWords := character(func(r rune) bool { return isWord(r, 1) })
		return cutter{cut: inTurn([]preTokenizer{fields, splitter(inWords, "Contiguous")})}, nil
	case "WhitespaceSplit":
		return cutter{cut: fields}, nil
	case "Digits":
		how := "Contiguous"
		if p.Individual {
			how = "Isolated"
		}
		return cutter{cut: splitter(character(unicode.IsNumber), how)}, nil
	case "Punctuation":
		return cutter{cut: splitter(character(isPunctuation), p.Behavior)}, nil
	case "Split":
		find, err := p.Pattern.finder()
		if p.Invert {
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
		if isNull(data) {
			continue
		}
		c, err := readPreTokenizer(data)
		if err != nil {
			return all, err
		}
		if all.bytes {
			return all, errors.New("ByteLevel before the end of a Sequence is not supported")
		}
		all.bytes, all.blank = c.bytes, max(all.blank, c.blank)
		steps = append(steps, c.cut)
	}
	all.cut = inTurn(steps)
	return all, nil
}

// inTurn cuts each word that a step returns by the next one.
func inTurn(steps []preTokenizer) preTokenizer {
	return func(text string, begins bool) []string {
		words := []string{text}
		for _, step := range steps {
			var next []string
			for i, word := range words {
				next = append(next, step(word, begins && i == 0)...)
			}
			words = next
		}
		return words
	}
}

// fields are what stands between blanks.
func fields(text string, _ bool) []string { return strings.Fields(text) }

// isPunctuation reports whether BERT cuts around a character: all of ASCII but letters, digits, blanks and controls,
// and Unicode's punctuation.
func isPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7F && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	}
	return unicode.Is(unicode.P, r)
}

// byteLevel cuts as GPT-2 does, with a blank before the text if it is asked for.
func byteLevel(prefix, pattern bool) preTokenizer {
	words := splitter(parts(gpt2), "Isolated")
	return func(text string, begins bool) []string {
		if prefix && !strings.HasPrefix(text, " ") {
			text = " " + text
		}
		if pattern {
			return words(text, begins)
		}
		return []string{text}
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
	begin := splitter(literal(replacement), "MergedWithNext")
	cut := func(text string, begins bool) []string {
		text = strings.ReplaceAll(text, " ", replacement)
		if (scheme == "always" || scheme == "first" && begins) && !strings.HasPrefix(text, replacement) {
			text = replacement + text
		}
		if split {
			return begin(text, begins)
		}
		return []string{text}
	}
	return cutter{cut: cut, blank: sign}, nil
}

// splitter cuts a text at what is found in it, which goes where a behavior says, as Rust names it. Empty words are left
// out.
func splitter(find finder, how string) preTokenizer {
	return func(text string, _ bool) (words []string) {
		from, before := 0, false // where the last word begins, and whether the part before was found
		for _, h := range find(text) {
			join := false // with the word before
			switch how {
			case "Removed":
				if h.found {
					continue
				}
			case "MergedWithPrevious":
				join = h.found && !before
			case "Contiguous":
				join = h.found == before
			case "MergedWithNext":
				join = !h.found && before
			}
			if before = h.found; join && len(words) > 0 {
				words[len(words)-1] = text[from:h.to]
				continue
			}
			from = h.from
			words = append(words, text[from:h.to])
		}
		return slices.DeleteFunc(words, func(word string) bool { return word == "" })
	}
}

// inverted finds what is between.
func inverted(find finder) finder {
	return func(text string) []hit {
		all := find(text)
		for i := range all {
			all[i].found = !all[i].found
		}
		return all
	}
}
