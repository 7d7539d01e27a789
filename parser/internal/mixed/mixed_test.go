package mixed_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/mixed"
	"parser/parser/text"
)

const (
	english = "It is late, and the old dog still sleeps in the garden behind the house.\n"
	danish  = "Det er sent, og den gamle hund sover stadig ude i haven bag ved huset.\n"
	russian = "Уже поздно, и старая собака всё ещё спит в саду за нашим домом.\n"
)

func open(text string) *textfile.Reader { return openWith(text, 4096) }

// openWith opens a text with a buffer, for lines that are longer.
func openWith(text string, buffer int) *textfile.Reader {
	return &textfile.Reader{Reader: bufio.NewReaderSize(strings.NewReader(text), buffer), Name: "text"}
}

// run is a run that was read.
type run struct {
	language, text string
	lines, offset  int
}

func runs(t *testing.T, text string, o mixed.Options) (all []run) {
	return runsOf(t, reader(t, open(text), o))
}

func reader(t *testing.T, f *textfile.Reader, o mixed.Options) *mixed.Reader {
	r, err := mixed.NewReader(f, o)
	require.NoError(t, err)
	return r
}

func runsOf(t *testing.T, r *mixed.Reader) (all []run) {
	for {
		u, err := r.Next()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		one := run{u.Language, "", u.Lines, u.Offset}
		content, err := io.ReadAll(u)
		require.NoError(t, err)
		one.text = string(content)
		all = append(all, one)
	}
}

func TestRuns(t *testing.T) {
	all := runs(t, english+danish+english+"\n"+russian, mixed.Options{Text: text.Options{Ranges: utf8.RuneCountInString}})
	n, m := utf8.RuneCountInString(english), utf8.RuneCountInString(danish)
	require.Equal(t, []run{
		{"en", english, 0, 0}, {"da", danish, 1, n}, {"en", english + "\n", 2, n + m}, {"ru", russian, 4, 2*n + m + 1},
	}, all)
}

// What shows no language goes with what is around it.
func TestUnclearLines(t *testing.T) {
	for text, want := range map[string][]run{
		"":                                   nil,
		"\ufeff\n":                           {{"", "\ufeff\n", 0, 0}},
		"1984\n***\n":                        {{"", "1984\n***\n", 0, 0}},
		"\n\n1984\n\n" + english:             {{"en", "\n\n1984\n\n" + english, 0, 0}},
		danish + "1984\n":                    {{"da", danish + "1984\n", 0, 0}},
		danish + "\n1984\n\n" + english:      {{"da", danish + "\n1984\n\n", 0, 0}, {"en", english, 4, 0}},
		english + "San Diego\n" + english:    {{"en", english + "San Diego\n" + english, 0, 0}},
		danish + "\n" + "\xff\xfe" + "\n":    {{"da", danish + "\n\xff\xfe\n", 0, 0}},
		english + strings.TrimSpace(russian): {{"en", english, 0, 0}, {"ru", strings.TrimSpace(russian), 1, 0}},
		"ភាសាខ្មែរ គឺជា ភាសាផ្លូវការ។\n":      {{"unknown", "ភាសាខ្មែរ គឺជា ភាសាផ្លូវការ។\n", 0, 0}},
		strings.Repeat(english, 3) + "ភាសា\n": {{"en", strings.Repeat(english, 3), 0, 0}, {"unknown", "ភាសា\n", 3, 0}},
	} {
		require.Equal(t, want, runs(t, text, mixed.Options{}), "%q", text)
	}
}

// A language without a model must be clearer than one with a model.
func TestModelsAreLikelier(t *testing.T) {
	const either = "Hun sover i haven.\n" // Danish, and Norwegian nearly as much
	all := map[string]string{}
	for _, has := range []string{"da", "nb"} {
		got := runs(t, either, mixed.Options{Has: func(language string) bool { return language == has }})
		require.Len(t, got, 1)
		all[has] = got[0].language
	}
	require.Equal(t, map[string]string{"da": "da", "nb": "nb"}, all)
	clear := runs(t, russian, mixed.Options{Has: func(language string) bool { return language == "bg" }})
	require.Equal(t, "ru", clear[0].language)
}

// Few letters are in no language without a model, unless their script leaves no doubt, and do not hide the language beside them.
func TestFewLetters(t *testing.T) {
	const hindi, khmer, georgian = "नमस्ते दोस्तो, कैसे हो?\n", "ខ្ញុំទៅផ្សារ។\n", "მე სახლში ვარ.\n"
	for text, want := range map[string][]run{
		"OK.\n":                {{"", "OK.\n", 0, 0}},
		"No.\n":                {{"", "No.\n", 0, 0}},
		"Hi Bob,\n":            {{"", "Hi Bob,\n", 0, 0}},
		"OK.\n\n" + danish:     {{"da", "OK.\n\n" + danish, 0, 0}},
		danish + "\nHi Bob,\n": {{"da", danish + "\nHi Bob,\n", 0, 0}},
		georgian:               {{"ka", georgian, 0, 0}},
		hindi + khmer:          {{"hi", hindi, 0, 0}, {"unknown", khmer, 1, 0}},
	} {
		require.Equal(t, want, runs(t, text, mixed.Options{Has: func(language string) bool { return language == "hi" || language == "da" }}), "%q", text)
	}
	require.Equal(t, "cy", runs(t, "Hi Bob,\n", mixed.Options{Has: func(language string) bool { return language == "cy" }})[0].language)
}

// Whatever the text: the runs are the text, in whole lines, and neighbours have different languages.
func TestRunsAreTheText(t *testing.T) {
	pieces := []string{english, danish, russian, "\n", "1984\n", "Hotel Victoria\r\n", "\xff\n", " \n", "***", strings.Repeat("long line ", 9), "", "ភាសាខ្មែរ\n"}
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		var text strings.Builder
		for range random.IntN(12) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		checkRuns(t, text.String(), options(random.IntN(2) == 0, random.IntN(2) == 0))
	}
}

// options are those with offsets in bytes.
func options(lines, immediate bool) mixed.Options {
	return mixed.Options{Lines: lines, Text: text.Options{Immediate: immediate, Ranges: func(text string) int { return len(text) }}}
}

func checkRuns(t *testing.T, text string, o mixed.Options) {
	checkRunsOf(t, text, runs(t, text, o))
	checkRunsOf(t, text, runsOf(t, reader(t, openWith(text, 16), o)))
}

func checkRunsOf(t *testing.T, text string, all []run) {
	read := ""
	for i, u := range all {
		require.Equal(t, len(read), u.offset, "%q", text)
		require.Equal(t, strings.Count(read, "\n"), u.lines, "%q", text)
		require.NotEmpty(t, u.text)
		require.True(t, read == "" || strings.HasSuffix(read, "\n"), "%q", text)
		require.True(t, i == 0 || u.language != all[i-1].language, "%q", text)
		read += u.text
	}
	require.Equal(t, text, read)
}

// What follows does not change what is read in a dialogue.
func TestImmediate(t *testing.T) {
	r := reader(t, open(english+danish), options(false, true))
	u, err := r.Next()
	require.NoError(t, err)
	require.Equal(t, "en", u.Language)
	require.NoError(t, u.Skip())
	u, err = r.Next()
	require.NoError(t, err)
	f, err := u.File()
	require.NoError(t, err)
	line, err := f.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, danish, line)
	require.Equal(t, "text", f.Name)
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, fmt.Errorf("disk on fire") }

func TestErrors(t *testing.T) {
	failed := bufio.NewReader(io.MultiReader(strings.NewReader(english), failing{}))
	r := reader(t, &textfile.Reader{Reader: failed, Name: "text"}, mixed.Options{})
	u, err := r.Next()
	require.NoError(t, err)
	_, err = io.ReadAll(u)
	require.ErrorContains(t, err, "disk on fire")
	_, err = r.Next()
	require.ErrorContains(t, err, "disk on fire")
}

func units(t *testing.T, text, by string) (all []mixed.Unit, bad []error) {
	next := mixed.Units(open(text), by)
	for {
		u, err := next()
		if err == io.EOF {
			return all, bad
		}
		if err != nil {
			bad = append(bad, err)
			continue
		}
		all = append(all, u)
	}
}

func TestUnits(t *testing.T) {
	const text = "\ufeffone\r\n\n\n two\nthree \n \nfour"
	for by, want := range map[string][]mixed.Unit{
		mixed.ByLine:      {{"one", 1}, {"", 2}, {"", 3}, {" two", 4}, {"three ", 5}, {" ", 6}, {"four", 7}},
		mixed.ByParagraph: {{"one", 1}, {" two\nthree ", 4}, {"four", 7}},
		mixed.ByDocument:  {{"one\r\n\n\n two\nthree \n \nfour", 1}},
	} {
		got, bad := units(t, text, by)
		require.Empty(t, bad)
		require.Equal(t, want, got, by)
		none, bad := units(t, "", by)
		require.Empty(t, none)
		require.Empty(t, bad)
	}
	got, bad := units(t, "a\n\xff\nb\n", mixed.ByLine)
	require.Equal(t, []mixed.Unit{{"a", 1}, {"b", 3}}, got)
	require.Len(t, bad, 1)
	require.ErrorIs(t, bad[0], conll.ErrEncoding)
	require.ErrorContains(t, bad[0], "text:2: ")
	long := strings.Repeat("word ", mixed.MaxText/5) + "\n"
	got, bad = units(t, long+long, mixed.ByDocument)
	require.Empty(t, bad)
	require.Len(t, got, 1)
	require.LessOrEqual(t, len(got[0].Text), mixed.MaxText)
	_, bad = units(t, strings.Repeat("x", mixed.MaxText+1)+"\nb", mixed.ByLine)
	require.Len(t, bad, 1)
	require.ErrorIs(t, bad[0], conll.ErrTooLong)
}

func FuzzRuns(f *testing.F) {
	f.Add(english+danish, false, false)
	f.Add("\xff\n\n1984\r\n", true, true)
	f.Fuzz(func(t *testing.T, text string, lines, immediate bool) {
		checkRuns(t, text, options(lines, immediate))
	})
}
