package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
	"parser/parser/internal/lookup/foreign"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/text"
	"parser/parser/treebank"
)

// based returns the model with --base or, without one, with what a model of graphs lacks, and for raw text a model of
// constituents; and says so. A model of dependencies has a base only if it is named: others may not have its tags.
func (p *parsing) based(c *urfave.Context, m *engine.Parser) (*engine.Parser, error) {
	given, builds := c.IsSet("base"), m.Structure()
	does := "words by"
	switch {
	case builds.NeedsHeads && !given && m.Base() != nil:
		return m, nil
	case builds.NeedsHeads && p.reads():
		does = "words and trees by"
	case builds.NeedsHeads:
		does = "trees of words without heads by"
	case builds.Heads && given && !m.NeedsTags() && m.Segmenter() != nil:
		return nil, fmt.Errorf("%w: --base has no meaning with a model that cuts and tags text itself, as %s does", frame.ErrUsage, p.model)
	case !builds.WritesTags && !builds.Heads, !given && (builds.Heads || !p.reads()):
		return m, nil
	case m.NeedsTags() && p.text:
		does = "words and tags by"
	case m.NeedsTags():
		does = "tags by"
	case !given && (p.segmenter != "" || !p.text):
		return m, nil
	}
	based, err := p.from.Cutting(p.Env, m)
	switch {
	case err != nil && builds.NeedsHeads && !given && !p.reads():
		return m, nil // words may have heads
	case err == nil && p.from.Parser != nil && !p.quiet:
		p.Env.Say("%s %s", does, p.from.Title)
	}
	return based, err
}

// reads reports whether the input is text: raw, or tokens.
func (p *parsing) reads() bool {
	_, isText := pipe.Given(p.Format)
	return p.text || isText
}

// given returns what of raw text the flags say is decided already.
func (p *parsing) given() text.Given {
	switch {
	case p.lines:
		return text.Sentences
	case p.paragraphs:
		return text.Paragraphs
	}
	return 0
}

// cutting returns the model with what cuts text into words.
func (p *parsing) cutting(m *engine.Parser) (*engine.Parser, error) {
	switch {
	case !p.text && p.lines:
		return nil, fmt.Errorf("%w: --lines has a meaning with --text only", frame.ErrUsage)
	case !p.reads() && p.paragraphs:
		return nil, fmt.Errorf("%w: --paragraphs has a meaning with text only (--text, --format horizontal or vertical)", frame.ErrUsage)
	case p.keepLines && p.paragraphs:
		return nil, fmt.Errorf("%w: --keep-lines and --paragraphs exclude each other: a line that is several sentences gives several results", frame.ErrUsage)
	case p.lines && p.paragraphs:
		return nil, fmt.Errorf("%w: --lines and --paragraphs exclude each other", frame.ErrUsage)
	case !p.text && (p.markup != "" || p.dehyphenate):
		return nil, fmt.Errorf("%w: --markup and --dehyphenate have a meaning with --text only", frame.ErrUsage)
	case p.markup != "" && (p.lines || p.paragraphs):
		return nil, fmt.Errorf("%w: --markup, which shows where sentences end, excludes --lines and --paragraphs", frame.ErrUsage)
	case p.markup == text.Markdown && p.Immediate:
		return nil, fmt.Errorf("%w: --immediate has no meaning with --markup markdown, where a line can change the one before", frame.ErrUsage)
	case !p.reads() && (p.offsets.Value != "" || p.segmenter != ""):
		return nil, fmt.Errorf("%w: --offsets and --segmenter have a meaning with text only (--text, --format horizontal or vertical)", frame.ErrUsage)
	case !p.reads():
		return m, nil
	}
	if p.segmenter != "" {
		s, err := loadSegmenter(p.Env, p.segmenter)
		if err != nil {
			return nil, err
		}
		if m, err = m.WithSegmenter(s); err != nil {
			return nil, err
		}
	}
	if (p.text || p.paragraphs) && m.Segmenter() == nil {
		return nil, fmt.Errorf("%w: %s: %w; train one that can with: parser train --pipeline, take it and tags from another model (--base, of English: --base english), or parse English by --model english", frame.ErrUsage, p.model, engine.ErrNoSegmenter)
	}
	return m, nil
}

func loadSegmenter(e *Env, name string) (*engine.Segmenter, error) {
	m, _, err := e.Load(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("--segmenter: %w", err)
	case m.Segmenter() == nil:
		return nil, fmt.Errorf("%w: --segmenter %s: %w", frame.ErrUsage, name, engine.ErrNoSegmenter)
	}
	return m.Segmenter(), nil
}

// filesIn returns the files that names stand for: themselves or, of folders, all files in them.
func filesIn(names []string) (files []string, err error) {
	for _, name := range names {
		inside := []string{name}
		if name != textfile.StdinName && textfile.IsFolder(name) {
			if inside, err = textfile.Folder(name, nil); err != nil {
				return nil, err
			}
			if inside == nil {
				return nil, fmt.Errorf("%w: no file in the folder %s", frame.ErrUsage, name)
			}
		}
		files = append(files, inside...)
	}
	return files, nil
}

// cut returns the sentences in files of text, which are numbered throughout.
func (p *parsing) cut(ctx context.Context, m *engine.Parser, how pipe.Reading, files []string) *pipe.Source {
	if p.watch == nil && !p.quiet {
		p.watch = watching(m)
	}
	item := "sentence"
	if p.text {
		p.Format, item = pipe.Text, "stretch of text"
	}
	sentences := 0
	return &pipe.Source{Input: &p.Input.Input, Item: item, Files: files, Aligned: p.keepLines, Reader: func(f *textfile.Reader, form string) (func() (*treebank.Item, error), error) {
		p.hintAtLines(f)
		p.hintAtMarkup(f)
		_, empty := f.Peek(1)
		how := how
		how.Reading = p.Reading(form)
		how.Text = text.Options{Given: p.given(), MaxWords: p.maxWords, Ranges: pipe.Counting(p.offsets.Value), Before: sentences, Markup: p.markup, Dehyphenate: p.dehyphenate, KeepLines: p.keepLines, FindSentences: p.paragraphs}
		if len(files) > 1 {
			how.Text.Document = strings.Map(func(c rune) rune {
				if !unicode.IsPrint(c) {
					return -1 // which cannot stand in a comment
				}
				return c
			}, f.Name)
		}
		read, err := pipe.Reader(ctx, m, f, how)
		if err != nil {
			return nil, err
		}
		line, before := 0, sentences
		return func() (*treebank.Item, error) {
			it, err := read()
			if err == io.EOF && sentences == before && empty == nil {
				p.Say("no text was found in %s", f.Name)
			}
			if err == nil && len(it.Words) > 0 {
				sentences++
				p.notice(it.Sentence)
				p.hintAtBlank(m.Structure(), it.Sentence, &line)
				if line := strconv.Itoa(it.Sentence.Line); p.keepLines && m.Structure().Holds == structure.Graph {
					it.Sentence.ID = line
				} else if p.keepLines {
					structure.Remark(it, "line", line)
				}
			}
			return it, err
		}, nil
	}}
}

// notice says, once for each reason, that what was read of a text is foreign to the model.
func (p *parsing) notice(s *conll.Sentence) {
	if p.watch != nil {
		if why := p.watch.See(s.Words); why != "" {
			p.Say("%s:%d: %s", s.File, s.Line, why)
		}
	}
}

// watching returns what watches a text for a model and, if it takes words and tags from another one, for that.
func watching(m *engine.Parser) *foreign.Watch {
	if base := m.Base(); base != nil {
		m = base
	}
	var dictionaries []map[string]string
	for _, t := range m.Taggers() {
		dictionaries = append(dictionaries, t.Meta().Lemmas)
	}
	return foreign.Of(m.Scorer(), m.Meta().Unknown, m.Meta().Dev, dictionaries...).Watch()
}

// hintAtLines hints, once, at --paragraphs if each line of a text seems to stand for itself, judging by the part that has
// arrived.
func (p *parsing) hintAtLines(f *textfile.Reader) {
	if !p.text || p.given() != 0 || p.markup != "" || p.quiet || p.hinted {
		return
	}
	_, _ = f.Peek(1) // the next read returns the error again
	start, _ := f.Peek(f.Buffered())
	if p.hinted = shortLines(string(start)); p.hinted {
		p.Say("%s has many short lines; if each stands for itself, as in lists, verse and chats, --paragraphs keeps sentences from going on in the next line", f.Name)
	}
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
