package subword

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pattern is what tokenizer.json looks for in a text: a text, or a regular expression of Oniguruma.
type pattern struct{ String, Regex *string }

// hit is a part of a text that was looked through: one that was found, or one between two of these.
type hit struct {
	span
	found bool
}

// finder appends the parts of a text in order, so that together they are all of it. An empty one may be found.
type finder func(w *work, dst []hit, s span) []hit

// finder returns what finds a pattern. Regular expressions go to Go's package regexp, whose time is linear. Those that
// it cannot express, which look ahead or back, are refused; the one of GPT-2 is written out in gpt2.
func (p pattern) finder() (finder, error) {
	switch {
	case p.String != nil:
		return literal(*p.String), nil
	case p.Regex == nil:
		return nil, errors.New("pattern has neither String nor Regex")
	case *p.Regex == gpt2Pattern:
		return func(w *work, dst []hit, s span) []hit {
			for _, part := range gpt2(w, nil, s) {
				dst = append(dst, hit{part, true})
			}
			return dst
		}, nil
	}
	translated, err := translate(*p.Regex)
	if err == nil {
		var re *regexp.Regexp
		if re, err = regexp.Compile("(?m:" + translated + ")"); err == nil {
			return expression(re), nil
		}
	}
	return nil, fmt.Errorf("regular expression %q is not supported: %w", *p.Regex, err)
}

func literal(pattern string) finder {
	text := []byte(pattern)
	return func(w *work, dst []hit, s span) []hit {
		for len(text) > 0 {
			i := bytes.Index(w.text[s.from:s.to], text)
			if i < 0 {
				break
			}
			from := s.from + i
			dst = append(between(dst, s.from, from), hit{span{from, from + len(text)}, true})
			s.from = from + len(text)
		}
		return between(dst, s.from, s.to)
	}
}

// between appends what is between two that were found, if there is anything.
func between(dst []hit, from, to int) []hit {
	if from == to {
		return dst
	}
	return append(dst, hit{span{from, to}, false})
}

func expression(re *regexp.Regexp) finder {
	return func(w *work, dst []hit, s span) []hit {
		done := s.from
		for _, m := range re.FindAllIndex(w.text[s.from:s.to], -1) {
			from, to := s.from+m[0], s.from+m[1]
			dst = append(between(dst, done, from), hit{span{from, to}, true})
			done = to
		}
		return between(dst, done, s.to)
	}
}

// character finds single characters.
func character(is func(rune) bool) finder {
	return func(w *work, dst []hit, s span) []hit {
		done := s.from
		for i := s.from; i < s.to; {
			r, n := w.rune(i)
			if is(r) {
				dst = append(between(dst, done, i), hit{span{i, i + n}, true})
				done = i + n
			}
			i += n
		}
		return between(dst, done, s.to)
	}
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

var contractions = bytes.Fields([]byte("'s 't 're 've 'm 'll 'd"))

// gpt2 cuts a text by gpt2Pattern: English contractions; letters, numbers and others, with a plain blank before them;
// the other blanks.
func gpt2(w *work, dst []span, s span) []span {
	for i := s.from; i < s.to; {
		to := i
		for _, c := range contractions {
			if w.text[i] == '\'' && bytes.HasPrefix(w.text[i:s.to], c) {
				to = i + len(c)
				break
			}
		}
		if to == i {
			to = gpt2Run(w, i, s.to)
		}
		dst = append(dst, span{i, to})
		i = to
	}
	return dst
}

// gpt2Run returns where the run that begins at i ends.
func gpt2Run(w *work, i, end int) int {
	at := i
	if w.text[at] == ' ' && at+1 < end {
		at++
	}
	first, n := w.rune(at)
	kind := kindOf(first)
	if kind == blank {
		at, n = i, 0
	}
	last := at // where the last character of the run begins
	for at += n; at < end; {
		r, n := w.rune(at)
		if kindOf(r) != kind {
			break
		}
		last, at = at, at+n
	}
	if kind == blank && at < end && last > i {
		return last // the blank before what comes next belongs to that
	}
	return at
}

// The kinds of characters that the pattern of GPT-2 tells apart.
const (
	blank = iota
	letter
	number
	other
)

func kindOf(r rune) int {
	switch {
	case r < utf8.RuneSelf && (r|0x20 >= 'a' && r|0x20 <= 'z'):
		return letter
	case unicode.IsSpace(r):
		return blank
	case unicode.IsLetter(r):
		return letter
	case unicode.IsNumber(r):
		return number
	}
	return other
}
