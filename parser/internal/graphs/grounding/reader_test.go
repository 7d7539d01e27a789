package grounding_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/internal/training/parsertest"
)

// TestReader: whatever is read ahead, sentences come in their order, and errors in their place.
func TestReader(t *testing.T) {
	p := parsertest.English(t)
	broken := errors.New("broken")
	for _, ahead := range []int{1, 2, 100} {
		texts := []*grounding.Text{{Text: "Dogs bark.", ID: "a"}, {Text: "It rains. Go!"}, nil, {Text: "\xff", File: "f", Line: 7}, {Text: "Yes"}}
		read := grounding.Reader(context.Background(), p, func() (*grounding.Text, error) {
			if len(texts) == 0 {
				return nil, io.EOF
			}
			next := texts[0]
			if texts = texts[1:]; next == nil {
				return nil, broken
			}
			return next, nil
		}, ahead, 2)
		var seen []string
		for {
			s, err := read()
			if err == io.EOF {
				break
			}
			if err != nil {
				seen = append(seen, err.Error())
				continue
			}
			require.NoError(t, s.CheckTree(false))
			seen = append(seen, s.ID+" "+s.Extras[0].Text+" "+s.Joined())
		}
		require.Equal(t, []string{"a # text = Dogs bark. Dogs bark .", " # text = It rains. Go! It rains . Go !", "broken",
			"f:7: bad character encoding: byte 0xFF is not UTF-8; if the file is windows-1252: --encoding windows-1252", " # text = Yes Yes"}, seen)
		_, err := read()
		require.Equal(t, io.EOF, err)
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := grounding.Reader(ctx, p, func() (*grounding.Text, error) { return &grounding.Text{Text: "Yes"}, nil }, 3, 1)()
	require.ErrorIs(t, err, context.Canceled)
}

// TestLongTexts: a text with more words than a graph may have is refused in its place, before trees
// are made, whether it is one sentence or many.
func TestLongTexts(t *testing.T) {
	p := parsertest.English(t)
	longest := strings.TrimSpace(strings.Repeat("a ", structure.MaxGraphWords))
	texts := []string{"Dogs bark.", longest + " a", longest, strings.Repeat("Dogs bark. ", 400), "Yes"}
	lines, err := textfile.New(strings.NewReader(strings.Join(texts, "\n")), "f")
	require.NoError(t, err)
	read := grounding.Reader(context.Background(), p, func() (*grounding.Text, error) { return grounding.Line(lines) }, grounding.Ahead, 1)
	var seen []int
	var errs []string
	for s, err := range textfile.All(read) {
		if err != nil {
			require.ErrorIs(t, err, engine.ErrGraphWords)
			require.ErrorIs(t, err, conll.ErrTooLong)
			errs = append(errs, err.Error())
			continue
		}
		seen = append(seen, s.Len())
	}
	require.Equal(t, []int{3, structure.MaxGraphWords, 1}, seen)
	require.Equal(t, []string{"f:2: sentence too long: no graph is built of more than 1000 words",
		"f:4: sentence too long: no graph is built of more than 1000 words"}, errs)
}

// TestReadingAheadIsBounded: however many texts may be read ahead, their words are only some
// thousands.
func TestReadingAheadIsBounded(t *testing.T) {
	p := parsertest.English(t)
	text, read := strings.Repeat("a ", 900), 0
	_, err := grounding.Reader(context.Background(), p, func() (*grounding.Text, error) {
		read++
		return &grounding.Text{Text: text}, nil
	}, grounding.Ahead, 2)()
	require.NoError(t, err)
	require.Equal(t, 19, read) // texts of 900 words, the last of which reaches 16,384
}

// BenchmarkLongLine makes the trees of a line of 20 kB, with as many words as allowed, or refuses
// it.
func BenchmarkLongLine(b *testing.B) {
	p, err := engine.Read(english.File(), english.File().Size())
	require.NoError(b, err)
	for name, line := range map[string]string{"words=1000": strings.Repeat("exceptionallylongwo ", 1000), "words=10000": strings.Repeat("a ", 10_000)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := grounding.Reader(context.Background(), p, func() (*grounding.Text, error) { return &grounding.Text{Text: line}, nil }, 1, 1)()
				if err != nil {
					require.ErrorIs(b, err, engine.ErrGraphWords)
				}
			}
		})
	}
}

func TestLine(t *testing.T) {
	f, err := textfile.New(strings.NewReader(" one \r\n\n\t\ntwo\xff\n"+strings.Repeat("x", segment.MaxSentence+1)+"\nlast"), "f")
	require.NoError(t, err)
	line, err := grounding.Line(f)
	require.NoError(t, err)
	require.Equal(t, &grounding.Text{Text: "one", File: "f", Line: 1}, line)
	_, err = grounding.Line(f)
	require.EqualError(t, err, "f:4: bad character encoding: byte 0xFF is not UTF-8; if the file is windows-1252: --encoding windows-1252")
	_, err = grounding.Line(f)
	require.ErrorIs(t, err, conll.ErrTooLong)
	require.ErrorContains(t, err, "f:5: ")
	line, err = grounding.Line(f)
	require.NoError(t, err)
	require.Equal(t, &grounding.Text{Text: "last", File: "f", Line: 6}, line)
	_, err = grounding.Line(f)
	require.Equal(t, io.EOF, err)
}

func TestTextOf(t *testing.T) {
	got, err := grounding.TextOf(&amr.Graph{File: "g", Line: 3, Meta: []amr.Meta{{Key: "id", Value: "x"}, {Key: "snt", Value: "Yes"}}})
	require.NoError(t, err)
	require.Equal(t, &grounding.Text{Text: "Yes", ID: "x", File: "g", Line: 3}, got)
}
