package conll

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/testdata/testkit"
)

const small, smallX = testkit.CoNLLU, testkit.CoNLLX

func read(t *testing.T, text string) []*Sentence {
	t.Helper()
	return testkit.Items(t, NewReader(strings.NewReader(text), "test").All())
}

func TestReadWords(t *testing.T) {
	all := read(t, small)
	require.Len(t, all, 1)
	s := all[0]
	require.Equal(t, "s1", s.ID)
	require.Equal(t, "test", s.File)
	require.Equal(t, 1, s.Line)
	require.Equal(t, FormatU, s.Format)
	require.Equal(t, 5, s.Len())
	require.Equal(t, Word{"I", "I", "PRON", "PRP", "Case=Nom|Number=Sing", 4, "nsubj", "4:nsubj", "_"}, s.Words[0])
	require.Equal(t, Word{"New York", "New York", "PROPN", "NNP", "_", 0, "root", "0:root", "SpaceAfter=No"}, s.Words[3])
	require.Equal(t, NoHead, s.Words[4].Head)
	var before []int
	for _, e := range s.Extras {
		before = append(before, e.Before)
	}
	require.Equal(t, []int{0, 0, 0, 0, 2}, before)
	require.Equal(t, "# newdoc", s.Extras[0].Text)
}

func TestSentencesSurviveTheNextRead(t *testing.T) {
	r := NewReader(strings.NewReader(small+smallX), "")
	first, err := r.Read()
	require.NoError(t, err)
	kept := first.Clone()
	_, err = r.Read()
	require.NoError(t, err)
	require.Equal(t, kept, first)
	_, err = r.Read()
	require.Equal(t, io.EOF, err)
	_, err = r.Read()
	require.Equal(t, io.EOF, err)
}

func TestCloneIsIndependent(t *testing.T) {
	s := read(t, small)[0]
	c := s.Clone()
	c.Words[0].Head = 3
	require.Equal(t, 4, s.Words[0].Head)
}

func TestFormat(t *testing.T) {
	plain := "1\tBirds\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tsing\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
	blind := "1\tBirds\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
	for _, c := range []struct {
		what, name, text string
		force            Format
		want             []Format
	}{
		{"extras", "f", small, FormatAuto, []Format{FormatU}},
		{"other tags", "f", smallX, FormatAuto, []Format{FormatX}},
		{"UD tags", "f", plain, FormatAuto, []Format{FormatU}},
		{"no tags", "f", blind, FormatAuto, []Format{FormatU}},
		{"PHEAD", "f", strings.Replace(plain, "nsubj\t_", "nsubj\t2", 1), FormatAuto, []Format{FormatX}},
		{"the first sentence decides", "f", smallX + plain, FormatAuto, []Format{FormatX, FormatX}},
		{"until there is a comment", "f", smallX + small + smallX, FormatAuto, []Format{FormatX, FormatU, FormatU}},
		{"name", "f.conllu.gz", smallX, FormatAuto, []Format{FormatU}},
		{"name", "f.conllx", plain, FormatAuto, []Format{FormatX}},
		{"forced X", "f.conllu", plain, FormatX, []Format{FormatX}},
		{"forced U", "f.conllx", smallX, FormatU, []Format{FormatU}},
	} {
		r := NewReader(strings.NewReader(c.text), c.name)
		r.Format = c.force
		good, bad := testkit.All(r.All())
		require.Empty(t, bad, c.what)
		var got []Format
		for _, s := range good {
			got = append(got, s.Format)
		}
		require.Equal(t, c.want, got, c.what)
	}
}

func TestEmptyInput(t *testing.T) {
	for _, text := range []string{"", "\n", "\n\n \t\r\n", "\ufeff", "\ufeff\n"} {
		_, err := NewReader(strings.NewReader(text), "").Read()
		require.Equal(t, io.EOF, err, "%q", text)
	}
}

// TestMalformed reads the files of testdata/malformed, whose errors are in errors.golden, and
// checks that the good sentence at the end is reached.
func TestMalformed(t *testing.T) {
	dir := "../testdata/malformed"
	files, err := filepath.Glob(dir + "/*.conll[ux]")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var messages strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		name := filepath.Base(file)
		r := NewReader(bytes.NewReader(data), name)
		if strings.HasPrefix(name, "comment") {
			r.Format = FormatX
		}
		good, bad := testkit.All(r.All())
		require.Len(t, bad, 1, file)
		require.Len(t, good, 1, file)
		require.True(t, textfile.Resumable(bad[0]))
		messages.WriteString(bad[0].Error() + "\n")
	}
	testkit.Golden(t, dir+"/errors.golden", messages.String())
}

func TestCauses(t *testing.T) {
	for file, cause := range map[string]error{
		"columns-few.conllu":     ErrColumns,
		"columns-many.conllu":    ErrColumns,
		"columns-unequal.conllx": ErrColumns,
		"columns-blanks.conllu":  ErrBlanks,
		"column-empty.conllu":    errEmpty,
		"id-gap.conllu":          errID,
		"id-word.conllu":         errID,
		"id-again.conllu":        errID,
		"head-word.conllu":       ErrHead,
		"head-negative.conllu":   ErrHead,
		"head-zero.conllu":       ErrHead,
		"head-range.conllu":      ErrHead,
		"self-loop.conllu":       ErrSelfLoop,
		"range-order.conllu":     ErrRange,
		"range-reversed.conllu":  ErrRange,
		"range-overlap.conllu":   ErrRange,
		"range-long.conllu":      ErrRange,
		"empty-node.conllu":      errEmptyNode,
		"no-words.conllu":        errNoWords,
		"latin1.conllu":          ErrEncoding,
	} {
		_, err := ReadFile("../testdata/malformed/" + file)
		require.ErrorIs(t, err, cause, file)
	}
	f, err := textfile.Open("../testdata/malformed/comment.conllx", nil)
	require.NoError(t, err)
	r := NewReader(f, f.Name)
	defer r.Close()
	r.Format = FormatX
	_, err = r.Read()
	require.ErrorIs(t, err, errComment)
}

func TestErrorFields(t *testing.T) {
	_, bad := testkit.All(NewReader(strings.NewReader("\n\n"+strings.Replace(small, "4\tcop", "9\tcop", 1)), "dir/f").All())
	require.Len(t, bad, 1)
	var e *Error
	require.ErrorAs(t, bad[0], &e)
	require.Equal(t, "dir/f", e.File)
	require.Equal(t, 8, e.Line)
	require.Equal(t, 19, e.Column)
	require.Equal(t, "s1", e.SentID)
	require.EqualError(t, e, "dir/f:8:19: [s1] bad HEAD 9: the last word is 5")
}

// An error of the reader points at the field that is wrong. As in encoding/csv,
// columns are bytes and count from 1.
func TestErrorsPointAtTheField(t *testing.T) {
	word := "1\tblå\tblå\tADJ\t_\t_\t0\troot\t_\t_"
	for _, c := range []struct {
		line   string
		column int
	}{
		{strings.Replace(word, "1", "2", 1), 1},
		{strings.Replace(word, "0", "-1", 1), 21},
		{strings.Replace(word, "0", "1", 1), 21},
		{strings.Replace(word, "0", "7", 1), 21},
		{"\ufeff" + strings.Replace(word, "0", "7", 1), 21}, // no such mark, but other characters
		{strings.Replace(word, "ADJ", "", 1), 13},
		{strings.TrimSuffix(word, "\t_"), 29},
		{word + "\t_", 32},
		{"1blå " + strings.ReplaceAll(word, "\t", " "), 6},
		{"# å\n" + strings.Replace(word, "1", "x", 1), 1},
		{"# å", 1},
		{word + "\n2.1\t" + strings.Repeat("\t_", 8), 5},
	} {
		_, err := NewReader(strings.NewReader(c.line+"\n\n"), "f").Read()
		var e *Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, c.column, e.Column, "%q: %v", c.line, err)
	}
	_, err := NewReader(strings.NewReader("1\tbl\xe5\t_\n\n"), "f").Read()
	require.EqualError(t, err, "f:1:5: bad character encoding: byte 0xE5 is not UTF-8; if the file is windows-1252: --encoding windows-1252")
}

func TestMissingColumns(t *testing.T) {
	blind := "1\tBirds\tbird\tN\tNNS\t_\n2\tsing\tsing\tV\tVBP\t_\n\n"
	s := read(t, blind)[0]
	require.Equal(t, FormatX, s.Format)
	require.Equal(t, Word{"Birds", "bird", "N", "NNS", "_", NoHead, "_", "_", "_"}, s.Words[0])
	require.Equal(t, blind, write(t, s))
	s.Words[1].Head = 0
	require.Equal(t, "1\tBirds\tbird\tN\tNNS\t_\t_\t_\n2\tsing\tsing\tV\tVBP\t_\t0\t_\n\n", write(t, s))
	s.Words[1].Misc = "x"
	require.Contains(t, write(t, s), "\n2\tsing\tsing\tV\tVBP\t_\t0\t_\t_\tx\n")
}

func TestGzip(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(small + small))
	require.NoError(t, z.Close())
	whole := packed.Bytes()
	good, bad := testkit.All(NewReader(bytes.NewReader(whole), "f").All())
	require.Empty(t, bad)
	require.Len(t, good, 2)

	r := NewReader(bytes.NewReader(whole[:len(whole)-9]), "f")
	_, bad = testkit.All(r.All())
	require.Len(t, bad, 1)
	require.ErrorIs(t, bad[0], io.ErrUnexpectedEOF)
	require.False(t, textfile.Resumable(bad[0]))
	_, err := r.Read()
	require.Equal(t, bad[0], err)

	_, err = NewReader(strings.NewReader("\x1f\x8bxyz"), "f").Read()
	require.ErrorContains(t, err, "f: ")
	require.False(t, textfile.Resumable(err))
}

func TestStreamError(t *testing.T) {
	broken := errors.New("broken")
	text := small + small[:100]
	r := NewReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), "f")
	good, bad := testkit.All(r.All())
	require.Len(t, good, 1)
	require.Len(t, bad, 1)
	require.ErrorIs(t, bad[0], broken)
	require.ErrorContains(t, bad[0], "f:16: ")
}

// A file in another encoding is read as UTF-8, and written so.
func TestEncoding(t *testing.T) {
	f, err := textfile.Open("../testdata/malformed/latin1.conllu", nil)
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, f.Decode("latin1"))
	s, err := NewReader(f, f.Name).Read()
	require.NoError(t, err)
	require.Equal(t, "latin1", s.ID)
	require.Equal(t, "går", s.Words[1].Form)
	require.Contains(t, write(t, s), "\tgår\t")
}

func TestLongLines(t *testing.T) {
	form := strings.Repeat("ab c", textfile.BufferSize)
	text := "1\t" + form + "\t_\tX\t_\t_\t0\troot\t_\t_\n\n" + small
	all := read(t, text)
	require.Len(t, all, 2)
	require.Equal(t, form, all[0].Words[0].Form)
	require.Equal(t, text, write(t, all...))
}

func TestTooLong(t *testing.T) {
	words := strings.Repeat("1\tform\n", 1000)
	line := strings.Repeat("x", 3*textfile.BufferSize)
	blanks := strings.Repeat(" ", 3*textfile.BufferSize)
	for _, text := range []string{words, line, line + "\n" + words, "1\n" + blanks + "\n", "# a\n" + line} {
		r := NewReader(strings.NewReader(text+"\n\n"+small), "f")
		r.limit = 2000
		good, bad := testkit.All(r.All())
		require.Len(t, bad, 1)
		require.ErrorIs(t, bad[0], ErrTooLong)
		require.Len(t, good, 1)
		require.Less(t, cap(r.buf), 2*textfile.BufferSize)
	}
}

// A line and a sentence that never end are refused as soon as they pass the limit.
func TestEndless(t *testing.T) {
	const limit = 1 << 20
	for name, piece := range map[string]string{"line": "x", "zeros": "\x00", "sentence": "1\tform\n", "blank lines": "\n"} {
		text := &testkit.Endless{Piece: piece}
		r := NewReader(text, "f")
		r.limit = limit
		_, err := r.Read()
		require.ErrorIs(t, err, ErrTooLong, name)
		require.Less(t, text.Given, limit+3*textfile.BufferSize, name)
	}
}

// TestImmediate asks for a sentence while the stream has nothing more to give
// yet.
func TestImmediate(t *testing.T) {
	in, out := io.Pipe()
	r := NewReader(in, "pipe")
	r.Immediate = true
	go func() {
		io.WriteString(out, small)
	}()
	s, err := r.Read()
	require.NoError(t, err)
	require.Equal(t, 5, s.Len())
	go func() {
		io.WriteString(out, "\n\n"+small)
		out.Close()
	}()
	s, err = r.Read()
	require.NoError(t, err)
	require.Equal(t, 14, s.Line)
	require.Equal(t, "\n\n"+small, write(t, s))
	_, err = r.Read()
	require.Equal(t, io.EOF, err)
}
