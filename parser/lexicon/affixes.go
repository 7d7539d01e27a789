package lexicon

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
)

// flag is a flag of Hunspell: a character, two, or a number.
type flag uint64

// affixes are the rules of a .aff file of Hunspell that make forms. What concerns spelling and compounds is not read.
type affixes struct {
	encoding           string
	kind               string          // of flags: "" for a byte, "UTF-8", "long", "num"
	special            map[string]flag // by the names of options
	listed             [][]flag        // by AF
	morphs             []string        // by AM
	prefixes, suffixes map[flag][]affix
	fullStrip          bool     // a rule can strip all of a word
	spelling           []string // by OCONV: what forms are written with here, and with in text
}

// affix is a rule: what it takes away, what it adds, and the words that it is for.
type affix struct {
	flag       flag
	number     int // among the rules of its flag
	strip, add string
	po         string // of forms; "" for that of their stem
	prefix     bool
	cross      bool // it can be there together with a prefix or suffix
	condition  []class
	next       []flag
}

// class is a set of characters.
type class struct {
	of  string
	not bool
}

// names are options that give a flag a meaning.
var names = []string{"NEEDAFFIX", "FORBIDDENWORD", "ONLYINCOMPOUND", "CIRCUMFIX"}

// openAffixes reads the rules of a dictionary, whose name has no extension here. They may be compressed.
func openAffixes(base string) (*affixes, error) {
	var err error
	for _, ending := range append([]string{""}, textfile.Endings()...) {
		name := base + ".aff" + ending
		if _, missing := os.Stat(name); missing != nil {
			err = cmp.Or(err, missing)
			continue
		}
		f, err := textfile.Open(name, strings.NewReader(""))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return readAffixes(f)
	}
	return nil, fmt.Errorf("a dictionary of Hunspell has its rules beside it: %w", err)
}

func readAffixes(f *textfile.Reader) (*affixes, error) {
	a := &affixes{special: map[string]flag{}, prefixes: map[flag][]affix{}, suffixes: map[flag][]affix{}}
	head, _ := f.Peek(textfile.BufferSize) // or what there is
	a.encoding = encodingIn(string(head))
	if err := f.Decode(a.encoding); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	f.SkipMark()
	left := map[string]int{} // rules to come, by their first two fields
	for {
		line, err := f.Line(longestLine)
		switch {
		case err == io.EOF:
			return a, nil
		case err != nil:
			return nil, err
		case len(line) > longestLine:
			return nil, wrong(f, "it has more than %d bytes", longestLine)
		case !utf8.Valid(line):
			return nil, wrong(f, "it is not %s, as SET says", cmp.Or(a.encoding, "UTF-8"))
		}
		fields := strings.Fields(string(line))
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if err := a.option(fields, left); err != nil {
			return nil, wrong(f, "%w", err)
		}
	}
}

// encodingIn returns the encoding that SET names in the first lines of rules.
func encodingIn(head string) string {
	for line := range strings.Lines(strings.TrimPrefix(head, textfile.ByteOrderMark)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "SET" {
			if name := fields[1]; !strings.EqualFold(name, "UTF-8") {
				return strings.TrimPrefix(strings.ToLower(name), "microsoft-") // microsoft-cp1251
			}
			return ""
		}
	}
	return "iso-8859-1"
}

// option reads a line.
func (a *affixes) option(fields []string, left map[string]int) (err error) {
	name := fields[0]
	if name == "PSEUDOROOT" { // its old name
		name = "NEEDAFFIX"
	}
	switch {
	case name == "FULLSTRIP":
		a.fullStrip = true
	case len(fields) < 2:
	case name == "FLAG":
		if a.kind = fields[1]; !slices.Contains([]string{"UTF-8", "long", "num"}, a.kind) {
			return fmt.Errorf("FLAG is UTF-8, long or num, not %.40q", a.kind)
		}
	case slices.Contains(names, name):
		own, err := a.flags(fields[1])
		if err != nil || len(own) != 1 {
			return fmt.Errorf("%s needs one flag, not %.40q", name, fields[1])
		}
		a.special[name] = own[0]
	case name == "AM" || name == "AF":
		if left[name] == 0 {
			return count(left, name, fields[1])
		}
		left[name]--
		if name == "AM" {
			a.morphs = append(a.morphs, strings.Join(fields[1:], " "))
			return nil
		}
		own, err := a.letters(fields[1])
		a.listed = append(a.listed, own)
		return err
	case name == "OCONV" && len(fields) > 2:
		a.spelling = append(a.spelling, strings.Trim(fields[1], "_"), fields[2])
	case name == "PFX" || name == "SFX":
		return a.rule(fields, left)
	}
	return nil
}

// count begins a list of as many lines as a text says.
func count(left map[string]int, name, text string) error {
	n, ok := number(text)
	if !ok {
		return fmt.Errorf("%s has no number of lines to come, but %.40q", name, text)
	}
	left[name] = n
	return nil
}

// number reads a number that is not negative.
func number(text string) (n int, ok bool) {
	v, err := strconv.ParseUint(text, 10, 31)
	return int(v), err == nil
}

// rule reads a line of PFX or SFX: the flag, whether it crosses, and how many rules come, or one of these.
func (a *affixes) rule(fields []string, left map[string]int) error {
	const least = 4
	key := strings.Join(fields[:2], " ")
	own, err := a.flags(fields[1])
	switch {
	case err != nil || len(own) != 1:
		return fmt.Errorf("%s needs one flag, not %.40q", fields[0], fields[1])
	case len(fields) < least:
		return fmt.Errorf("a rule has a flag, what it strips, what it adds and for which words: %.60q", strings.Join(fields, " "))
	case left[key] == 0:
		left[key+" crosses"] = 0
		if fields[2] == "Y" {
			left[key+" crosses"] = 1
		}
		return count(left, key, fields[3])
	}
	left[key]--
	r := affix{flag: own[0], strip: zero(fields[2]), prefix: fields[0] == "PFX", cross: left[key+" crosses"] == 1}
	r.add, r.next = a.cutFlags(fields[3])
	r.add = zero(r.add)
	rest := fields[least:]
	if len(rest) > 0 && !strings.Contains(rest[0], ":") {
		if r.condition, err = parseCondition(rest[0]); err != nil {
			return err
		}
		rest = rest[1:]
	}
	r.po = a.fields(strings.Join(rest, " "))["po"]
	to := a.suffixes
	if r.prefix {
		to = a.prefixes
	}
	r.number = len(to[r.flag])
	to[r.flag] = append(to[r.flag], r)
	return nil
}

// zero returns what a field of a rule stands for: 0 is nothing.
func zero(text string) string {
	if text == "0" {
		return ""
	}
	return text
}

// flags reads the flags of a word, or the number of those that AF lists.
func (a *affixes) flags(text string) ([]flag, error) {
	if n, ok := number(text); ok && len(a.listed) > 0 {
		if n == 0 || n > len(a.listed) {
			return nil, fmt.Errorf("AF has no line %d", n)
		}
		return a.listed[n-1], nil
	}
	return a.letters(text)
}

// letters reads flags of the kind that FLAG says.
func (a *affixes) letters(text string) (all []flag, err error) {
	text, _, _ = strings.Cut(text, "#")
	switch a.kind {
	case "num":
		for one := range strings.SplitSeq(text, ",") {
			n, ok := number(one)
			if !ok {
				return nil, fmt.Errorf("%.40q is no list of numbers, which FLAG num says that flags are", text)
			}
			all = append(all, flag(n))
		}
	case "long":
		letters := []rune(text)
		if len(letters)%2 != 0 {
			return nil, fmt.Errorf("%.40q has an odd number of characters, and FLAG long says that a flag has two", text)
		}
		for i := 0; i < len(letters); i += 2 {
			all = append(all, flag(letters[i])<<32|flag(letters[i+1]))
		}
	default:
		for _, c := range text {
			all = append(all, flag(c))
		}
	}
	return all, nil
}

// is reports whether flags have the one of an option.
func (a *affixes) is(flags []flag, option string) bool {
	own, set := a.special[option]
	return set && slices.Contains(flags, own)
}

// parseCondition reads what is asked of the end, or the beginning, of a word: characters, "." for any, "[…]" and "[^…]".
func parseCondition(text string) (all []class, err error) {
	if text == "." {
		return nil, nil
	}
	for len(text) > 0 {
		c := class{of: text}
		if text[0] == '[' {
			end := strings.IndexByte(text, ']')
			if end < 0 {
				return nil, fmt.Errorf("a bracket is not closed in %.40q", text)
			}
			c.of, text = text[1:end], text[end+1:]
			c.of, c.not = strings.CutPrefix(c.of, "^")
		} else {
			_, n := utf8.DecodeRuneInString(text)
			if c.of, text = text[:n], text[n:]; c.of == "." {
				c = class{not: true}
			}
		}
		all = append(all, c)
	}
	return all, nil
}

func (c class) has(r rune) bool { return strings.ContainsRune(c.of, r) != c.not }

// suits reports whether a rule is for a word.
func (r *affix) suits(word []byte, fullStrip bool) bool {
	if len(r.strip) > len(word) || len(r.strip) == len(word) && !fullStrip {
		return false
	}
	if r.prefix {
		if !bytes.HasPrefix(word, []byte(r.strip)) {
			return false
		}
		for _, c := range r.condition {
			letter, n := utf8.DecodeRune(word)
			if n == 0 || !c.has(letter) {
				return false
			}
			word = word[n:]
		}
		return true
	}
	if !bytes.HasSuffix(word, []byte(r.strip)) {
		return false
	}
	for i := len(r.condition) - 1; i >= 0; i-- {
		letter, n := utf8.DecodeLastRune(word)
		if n == 0 || !r.condition[i].has(letter) {
			return false
		}
		word = word[:len(word)-n]
	}
	return true
}
