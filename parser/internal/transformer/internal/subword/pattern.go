package subword

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// pattern is what tokenizer.json looks for in a text: a text, or a regular expression of Oniguruma.
type pattern struct{ String, Regex *string }

// hit is a part of a text that was looked through: one that was found, or one between two of these.
type hit struct {
	from, to int
	found    bool
}

// finder returns the parts of a text in order, so that together they are all of it. An empty one may be found.
type finder func(text string) []hit

// finder returns what finds a pattern. Regular expressions go to Go's package regexp, whose time is linear. Those that
// it cannot express, which look ahead or back, are refused, except that of GPT-2.
func (p pattern) finder() (finder, error) {
	switch {
	case p.String != nil:
		return literal(*p.String), nil
	case p.Regex == nil:
		return nil, errors.New("pattern has neither String nor Regex")
	case *p.Regex == gpt2Pattern:
		return parts(gpt2), nil
	}
	translated, err := translate(*p.Regex)
	if err == nil {
		var re *regexp.Regexp
		if re, err = regexp.Compile("(?m:" + translated + ")"); err == nil {
			return parts(func(text string) [][]int { return re.FindAllStringIndex(text, -1) }), nil
		}
	}
	return nil, fmt.Errorf("regular expression %q is not supported: %w", *p.Regex, err)
}

// parts returns a finder of the places that a function returns, the begin and the end of each.
func parts(find func(text string) [][]int) finder {
	return func(text string) (all []hit) {
		done := 0
		for _, at := range find(text) {
			if done < at[0] {
				all = append(all, hit{done, at[0], false})
			}
			all = append(all, hit{at[0], at[1], true})
			done = at[1]
		}
		if done < len(text) {
			all = append(all, hit{done, len(text), false})
		}
		return all
	}
}

// literal finds a text; the empty one is nowhere.
func literal(text string) finder {
	return parts(func(in string) (places [][]int) {
		for at := 0; text != ""; at += len(text) {
			i := strings.Index(in[at:], text)
			if i < 0 {
				break
			}
			at += i
			places = append(places, []int{at, at + len(text)})
		}
		return places
	})
}

// character finds single characters.
func character(is func(rune) bool) finder {
	return parts(func(text string) (places [][]int) {
		for i, r := range text {
			if is(r) {
				places = append(places, []int{i, i + utf8.RuneLen(r)})
			}
		}
		return places
	})
}

// Classes of Oniguruma as Go's package regexp writes them within brackets, and all other characters.
var classes = map[byte]string{
	's': `\t-\r\x20\x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}`,
	'S': `\x00-\x08\x0E-\x1F\x21-\x{84}\x{86}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}` +
		`\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{10FFFF}`,
	'd': `\p{Nd}`,
	'D': `\P{Nd}`,
}

// translate writes a regular expression of Oniguruma for Go's package regexp. It refuses what the two read differently.
func translate(expression string) (string, error) {
	var b strings.Builder
	inside := 0 // of brackets: the index after the opening one
	for i := 0; i < len(expression); i++ {
		c, rest := expression[i], expression[i+1:]
		switch {
		case c == '\\':
			if rest == "" {
				return "", errors.New(`it ends with \`)
			}
			i++
			if err := escape(&b, rest[0], inside > 0); err != nil {
				return "", err
			}
			continue
		case inside == 0 && c == '[':
			inside = i + 1
			if strings.HasPrefix(rest, "^") {
				inside++
			}
			if strings.HasPrefix(expression[inside:], "]") {
				return "", errors.New("a class begins with ]")
			}
		case inside > 0 && (c == '[' || strings.HasPrefix(expression[i:], "&&")):
			return "", errors.New("classes within classes")
		case inside > 0 && c == ']':
			inside = 0
		case inside == 0 && c == '(' && strings.HasPrefix(rest, "?") && !strings.HasPrefix(rest, "?:"):
			return "", fmt.Errorf("(%.3s", rest)
		case inside == 0 && c == '{' && strings.HasPrefix(rest, ","):
			return "", errors.New("{,")
		}
		b.WriteByte(c)
	}
	return b.String(), nil
}

// escape writes what \c means.
func escape(b *strings.Builder, c byte, inside bool) error {
	class, isClass := classes[c]
	switch {
	case isClass && inside:
		b.WriteString(class)
	case isClass:
		b.WriteString("[" + class + "]")
	case strings.IndexByte("pPnrtfvx", c) >= 0, c < utf8.RuneSelf && !unicode.In(rune(c), unicode.L, unicode.N):
		b.WriteByte('\\')
		b.WriteByte(c)
	default:
		return fmt.Errorf(`\%c`, c)
	}
	return nil
}

const gpt2Pattern = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

// gpt2Match matches the first word by gpt2Pattern, without the part that looks ahead.
var gpt2Match = sync.OnceValue(func() *regexp.Regexp {
	plain, _ := translate(strings.Replace(gpt2Pattern, `|\s+(?!\S)`, "", 1)) // all of it can be
	return regexp.MustCompile("^(?:" + plain + ")")
})

// gpt2 finds the words of a text by gpt2Pattern: English contractions; letters, numbers and others, with a plain blank
// before them; the other blanks.
func gpt2(text string) (places [][]int) {
	for at := 0; at < len(text); {
		word := gpt2Match().FindString(text[at:])
		to := at + len(word)
		if _, n := utf8.DecodeLastRuneInString(word); n < len(word) && to < len(text) && strings.TrimSpace(word) == "" {
			to -= n // the blank before what comes next belongs to that
		}
		places = append(places, []int{at, to})
		at = to
	}
	return places
}
