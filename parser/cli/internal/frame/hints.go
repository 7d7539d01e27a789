package frame

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/cli/internal/fetch"
	"parser/parser/internal/engine"
	"parser/parser/language"
)

// hint says, each once, that the lines of a text seem to stand for themselves, and that it seems to have marks that are no
// words, judging by its name and the part that has arrived.
func (t *RawText) hint(f *textfile.Reader) {
	if !t.Raw || t.Text.Markup != "" || t.Quiet {
		return
	}
	_, _ = f.Peek(1) // the next read returns the error again
	text, _ := f.Peek(f.Buffered())
	if !t.Lines && !t.Paragraphs && !t.hinted && shortLines(string(text)) {
		t.hinted = true
		t.Say("%s has many short lines; if each stands for itself, as in lists, verse and chats, --paragraphs keeps sentences from going on in the next line", f.Name)
	}
	start := textfile.Unpacked(f.Name) + "\n" + strings.TrimSpace(strings.TrimPrefix(string(text), textfile.ByteOrderMark))
	for _, look := range looks {
		if !t.marked && look.is().MatchString(start) {
			t.marked = true
			t.Say("%s looks like %s: %s", f.Name, look.kind, look.then)
		}
	}
}

// remember keeps the words of a sentence, and as many before it as it takes to tell a language.
func (t *RawText) remember(words []conll.Word) {
	const enough = 60
	for i := range words {
		t.recent = append(t.recent, words[i].Form)
	}
	if n := len(t.recent); n > 2*enough {
		t.recent = append(t.recent[:0], t.recent[n-enough:]...)
	}
}

// seems says which language the last words are in and, if there is a model of it, how to ask for that; "" if that is not clear,
// or if it is the language of the model.
func (t *RawText) seems(m *engine.Parser) string {
	const sure = 0.8
	g := language.Identify(strings.Join(t.recent, " "))
	english, _ := fetch.Names(g.Language)
	if english == "" || g.Probability < sure || m != nil && m.Meta().Lang == g.Language {
		return ""
	}
	list, err := fetch.Models()
	if err != nil {
		return ""
	}
	if model := fetch.FindModel(list, g.Language); model != nil {
		return fmt.Sprintf(" (it looks like %s: --lang %s)", english, model.Name)
	}
	return fmt.Sprintf(" (it looks like %s, and there is no model of that to download)", english)
}

// looks are kinds of text with marks that are no words, with what can be done about it. They are told by the name of a file,
// the first line here, and by its beginning.
var looks = []struct {
	kind, then string
	is         func() *regexp.Regexp
}{
	{"HTML", "--markup html leaves out all but its text", textfile.Pattern(`(?is)^[^\n]*\n(?:<!doctype html|<\?xml.*<html|` +
		`<(?:html|head|body|title|meta|p|div|span|h[1-6]|table|ul|ol|a|b|i|br|article|main|section)[\s/>])`)},
	{"XML", "--markup html leaves out its tags", textfile.Pattern(`^[^\n]*\n<(?:\?xml|TEI|!DOCTYPE)`)},
	{"JSON", "all of it is read as text; give the text alone", textfile.Pattern(`^[^\n]*\n(?:\[\s*)?\{\s*"[^"]*"\s*:`)},
	{"Markdown", "--markup markdown leaves out all but its text", textfile.Pattern(`(?i)^[^\n]*\.(?:md|markdown)\n`)},
}

// shortLines reports whether the lines of a text seem to end where their writer wanted it, not where the page ended.
// Then most of the lines that end without a mark, and that another one follows at once, would have room for its first
// word, and there are at least some of them. The page is as wide as all lines but the longest tenth, and at least as
// wide as in books.
func shortLines(text string) bool {
	const (
		narrowest = 60 // characters
		some      = 5
		marks     = ".!?:;…。！？।؟"
	)
	lines := strings.Split(text, "\n")
	lines = lines[:len(lines)-1] // the last one may be incomplete
	var widths []int
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
		if lines[i] != "" {
			widths = append(widths, utf8.RuneCountInString(lines[i]))
		}
	}
	slices.Sort(widths)
	page := narrowest
	if len(widths) > 0 {
		page = max(page, widths[(len(widths)-1)*9/10])
	}
	open, short := 0, 0
	for i := 1; i < len(lines); i++ {
		line, next := lines[i-1], lines[i]
		last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line, "\"')”’»]"))
		if line == "" || next == "" || strings.ContainsRune(marks, last) {
			continue
		}
		open++
		word, _, _ := strings.Cut(next, " ")
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= page {
			short++
		}
	}
	return short >= some && 2*short > open
}

// hintAtBlank says, once, that a blank line before a sentence gets no line, where the output has one for each sentence.
func (t *RawText) hintAtBlank(s *conll.Sentence, line *int) {
	if blank := s.Line > *line+1; blank && !t.Text.KeepLines && !t.blank && !t.Quiet {
		t.blank = true
		t.Say("%s:%d: a blank or malformed line gives no line of output; --keep-lines gives one for each", s.File, *line+1)
	}
	*line = s.Line
}
