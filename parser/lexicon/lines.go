package lexicon

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
)

// longestLine is the length in bytes of a line.
const longestLine = 1 << 14

// readLines reads a file that is not Hunspell's.
func readLines(f *textfile.Reader) (*table, error) {
	f.SkipMark()
	b, lemmaFirst, parse := newBuilder(), isUniMorph(f), parseTags
	if lemmaFirst {
		parse = parseBundle
	}
	for {
		line, err := nextLine(f)
		if err == io.EOF {
			return b.finish(f.Name)
		}
		if err != nil {
			return nil, err
		}
		if err := b.addLine(line, lemmaFirst, parse); err != nil {
			if !utf8.Valid(line) {
				err = errors.New(f.Misfit(line))
			}
			return nil, wrong(f, "%w", err)
		}
	}
}

// nextLine returns the next line that is neither blank nor a comment, without its ending. The error is io.EOF at the end.
func nextLine(f *textfile.Reader) ([]byte, error) {
	for {
		line, err := f.Line(longestLine)
		switch {
		case err != nil:
			return nil, err
		case len(line) > longestLine:
			return nil, wrong(f, "it has more than %d bytes", longestLine)
		}
		n := len(line)
		for n > 0 && (line[n-1] == '\n' || line[n-1] == '\r') {
			n--
		}
		switch line = line[:n]; {
		case n == 0, line[0] == '#' && (n == 1 || line[1] == ' '):
		case line[0] > ' ' || len(bytes.TrimSpace(line)) > 0:
			return line, nil
		}
	}
}

// addLine adds the entry of a line.
func (b *builder) addLine(line []byte, lemmaFirst bool, parse func(text string) ([]*Tags, error)) error {
	first, plain := field(line)
	rest := line[min(first+1, len(line)):]
	second, alsoPlain := field(rest)
	if second == len(rest) {
		return fmt.Errorf("it has not the columns form, lemma and UPOS, with tabs between them: %.40q", line)
	}
	form, lemma := line[:first], rest[:second]
	if !plain || !alsoPlain {
		if err := cmp.Or(checkWord("form", form), checkWord("lemma", lemma)); err != nil {
			return err
		}
	}
	if lemmaFirst {
		form, lemma = lemma, form
	}
	tags, err := b.number(rest[second+1:], parse)
	if err != nil {
		return err
	}
	if len(lemma) == 1 && lemma[0] == '_' {
		lemma = nil
	}
	return b.add(form, lemma, tags)
}

// field returns the length of what is before the first tab, and whether all of that are visible characters of ASCII.
func field(line []byte) (n int, plain bool) {
	plain = true
	for n < len(line) && line[n] != '\t' {
		plain = plain && line[n]-'!' <= '~'-'!'
		n++
	}
	return n, plain && n > 0
}

// checkWord returns what is wrong with a form or lemma.
func checkWord(name string, text []byte) error {
	switch {
	case len(text) == 0:
		return fmt.Errorf("its %s is empty", name)
	case !utf8.Valid(text):
		return fmt.Errorf("its %s is not UTF-8: %.40q", name, text)
	}
	for i, c := range text {
		switch {
		case c > ' ' && c != 0x7f:
		case c != ' ':
			return fmt.Errorf("its %s has a control character: %.40q", name, text)
		case i == 0 || i == len(text)-1 || text[i+1] == ' ':
			return fmt.Errorf("its %s has a blank too many: %.40q", name, text)
		}
	}
	return nil
}

// parseTags reads the columns from UPOS on.
func parseTags(text string) ([]*Tags, error) {
	const most = 3
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("its tags are not UTF-8: %.40q", text)
	}
	fields := strings.Split(text, "\t")
	if len(fields) > most {
		return nil, fmt.Errorf("it has %d columns, and can have form, lemma, UPOS, XPOS and FEATS", 2+len(fields))
	}
	for i, text := range fields {
		switch {
		case text == "":
			return nil, errors.New("a column is empty: _ stands for what an entry does not say")
		case text == "_":
			fields[i] = ""
		}
	}
	fields = append(fields, "", "")
	t := &Tags{UPOS: fields[0], XPOS: fields[1]}
	if t.UPOS != "" {
		if err := conll.CheckUPOS(t.UPOS); err != nil {
			return nil, err
		}
	}
	if strings.ContainsFunc(t.XPOS, func(c rune) bool { return c <= ' ' || c == 0x7f }) {
		return nil, fmt.Errorf("XPOS has a blank: %.40q", t.XPOS)
	}
	return []*Tags{t}, t.setFeats(fields[2])
}

// setFeats sets features, in any order. Where "_" is one of them the word can have others.
func (t *Tags) setFeats(text string) error {
	if text == "" {
		return nil
	}
	features := strings.Split(text, "|")
	if i := slices.Index(features, "_"); i >= 0 {
		t.Open, features = true, slices.Delete(features, i, i+1)
	}
	t.Feats = sorted(features)
	return conll.CheckFeats(t.Feats)
}
