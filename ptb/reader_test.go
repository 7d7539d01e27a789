package ptb

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

func read(t testing.TB, text string) []*Tree {
	t.Helper()
	return testkit.Items(t, NewReader(strings.NewReader(text), "test").All())
}

// parse reads one tree.
func parse(t testing.TB, text string) *Tree {
	t.Helper()
	all := read(t, text)
	require.Len(t, all, 1, text)
	return all[0]
}

func leaf(tag, word string) *Tree { return &Tree{Label: tag, Word: word} }

func node(label string, children ...*Tree) *Tree { return &Tree{Label: label, Children: children} }

func TestReadTree(t *testing.T) {
	birds := node("S", node("NP-SBJ", leaf("NNS", "Birds")), node("VP", leaf("VBP", "sing")))
	for text, want := range map[string]*Tree{
		"(S (NP-SBJ (NNS Birds)) (VP (VBP sing)))":             birds,
		"(S(NP-SBJ(NNS Birds))(VP(VBP sing)))":                 birds,
		"  ( S  (NP-SBJ ( NNS\tBirds ))\r\n\n(VP (VBP sing)))": birds,
		"\ufeff(S (NP-SBJ (NNS Birds)) (VP\f(VBP\vsing)))\r\n": birds,
		"( (S (X y)))":                    node("", node("S", leaf("X", "y"))),
		"((S (X y)))":                     node("", node("S", leaf("X", "y"))),
		"((X y) (, ,))":                   node("", leaf("X", "y"), leaf(",", ",")),
		"(ROOT (X a\u00a0b))":             node("ROOT", leaf("X", "a\u00a0b")),
		"(S (# #) (% %) (*x* /*) (X */))": node("S", leaf("#", "#"), leaf("%", "%"), leaf("*x*", "/*"), leaf("X", "*/")),
		"(X y)":                           leaf("X", "y"),
		"(NP )":                           node("NP"),
		"(NP)":                            node("NP"),
		"()":                              node(""),
		"( ( ) )":                         node("", node("")),
	} {
		require.Equal(t, want, parse(t, text), text)
	}
}

func TestReadManyTrees(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"\ufeff \r\n\n":               "",
		"(A b) (C d)(E f)\n(G h)":     "(A b)|(C d)|(E f)|(G h)",
		"(A\nb)\n\n\n(C\r\nd)\n":      "(A b)|(C d)",
		"# (\n% )\n*x*x* (\n(A b)\n#": "(A b)",
		"/* ( \n ** */(A b)/~* */\n~*~/ (C d) /**/\n": "(A b)|(C d)",
		"(S\n(S2 (A b))\n(A c))":                      "(S (S2 (A b)) (A c))",
		"(S\n (S (A b)))":                             "(S (S (A b)))",
		"(\n(S (A b))\n(S (A b)))":                    "( (S (A b)) (S (A b)))",
	} {
		var got []string
		for _, tree := range read(t, text) {
			got = append(got, tree.String())
		}
		require.Equal(t, want, strings.Join(got, "|"), text)
	}
}

// TestReadLines: one line of the table for each line of the input.
func TestReadLines(t *testing.T) {
	table := []struct{ line, want string }{
		{"(S (A b))", "(S (A b))"},
		{"", "()"},
		{" \t\r", "()"},
		{"(())", "( ())"},
		{"(A b) (C d)", "( (A b) (C d))"},
		{"(S (A b)", "f:6: unbalanced brackets: 1 not closed"},
		{"(S (A b)))", "f:7: unbalanced brackets: one closed that is not open"},
		{"null", `f:8: text outside brackets: "null"`},
		{"null (A b) null", `f:9: text outside brackets: "null"`},
		{"(A b c)", `f:10: bracket with a word and more: "c"`},
		{"  (A b)", "(A b)"},
	}
	var text []string
	for _, c := range table {
		text = append(text, c.line)
	}
	for _, end := range []string{"", "\n", "\n# no entry\n", "\n%"} {
		r := NewReader(strings.NewReader(strings.Join(text, "\n")+end), "f")
		r.Lines = true
		for i, c := range table {
			tree, err := r.Read()
			if err != nil {
				require.EqualError(t, err, c.want)
				require.True(t, textfile.Resumable(err))
			} else {
				require.Equal(t, c.want, tree.String())
			}
			require.Equal(t, i+1, r.Line())
		}
		for range 2 {
			_, err := r.Read()
			require.Equal(t, io.EOF, err)
		}
	}
}

func TestLine(t *testing.T) {
	r := NewReader(strings.NewReader("# x\n\n(A\nb) (C d)\n/*\n*/ (E\n(F g))"), "f")
	for _, want := range []int{3, 4, 6} {
		_, err := r.Read()
		require.NoError(t, err)
		require.Equal(t, want, r.Line())
	}
}

// TestMalformed reads the files of testdata/ptb/malformed, whose errors are in errors.golden, and
// checks that the good tree at the end is reached.
func TestMalformed(t *testing.T) {
	dir := "../testdata/ptb/malformed"
	files, err := filepath.Glob(dir + "/*.mrg")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var messages strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		good, bad := testkit.All(NewReader(bytes.NewReader(data), filepath.Base(file)).All())
		require.Len(t, bad, 1, file)
		require.True(t, textfile.Resumable(bad[0]))
		if !strings.HasPrefix(filepath.Base(file), "end-") {
			require.NotEmpty(t, good, file)
			require.Equal(t, "(S (NP (NN Good)))", good[len(good)-1].String(), file)
		}
		messages.WriteString(bad[0].Error() + "\n")
	}
	testkit.Golden(t, dir+"/errors.golden", messages.String())
}

func TestCauses(t *testing.T) {
	for text, cause := range map[string]error{
		"(S (A b)":           ErrUnbalanced,
		"(S (A b))) (C d)":   ErrUnbalanced,
		"(S (A b)) x":        errNoBracket,
		"(A b c)":            errMixed,
		"(A (B c) d)":        errMixed,
		"(A b (C d))":        errMixed,
		"((A b) c)":          errMixed,
		"(A b) /* (B c) * /": errComment,
		"(A b) /~* */":       errComment,
		"(A \xe6)":           errEncoding,
		"(\xe6 b)":           errEncoding,
	} {
		_, bad := testkit.All(NewReader(strings.NewReader(text), "f").All())
		require.Len(t, bad, 1, text)
		require.ErrorIs(t, bad[0], cause, text)
		for _, other := range []error{ErrUnbalanced, errNoBracket, errMixed, errComment, errEncoding, errTooLong} {
			require.Equal(t, other == cause, errors.Is(bad[0], other), text)
		}
	}
}

func TestErrorFields(t *testing.T) {
	_, bad := testkit.All(NewReader(strings.NewReader("(A b)\n\n(S (A b)\n (C d)\n(S (X y))"), "dir/f").All())
	require.Len(t, bad, 1)
	var e *Error
	require.ErrorAs(t, bad[0], &e)
	require.Equal(t, "dir/f", e.File)
	require.Equal(t, 3, e.Line)
	require.EqualError(t, e, "dir/f:3: unbalanced brackets: 1 not closed")
}

// TestGoOn: errors, and what is read after them.
func TestGoOn(t *testing.T) {
	for text, want := range map[string]string{
		"(S (A b)\n(S (C d))":                  "! (S (C d))",
		"(S (A b)\n(S (C d)\n(S (E f))\n(G h)": "! ! (S (E f)) (G h)",
		"( (S (A b))\n( (S (C d)))":            "! ( (S (C d)))",
		"((S (A b))\n((S (C d)))":              "! ( (S (C d)))",
		"(ROOT (A b c)\n(ROOT (C d))":          "! (ROOT (C d))",
		"(ROOT (A b c) (D (E f)))(X y)":        "! (X y)",
		"(A b))) x )\n) y (C d) z":             "(A b) ! (C d) !",
		"(A b) /* (C d)":                       "(A b) !",
		"(A \xff)(B c)":                        "! (B c)",
	} {
		var got []string
		for tree, err := range NewReader(strings.NewReader(text), "f").All() {
			if err != nil {
				got = append(got, "!")
			} else {
				got = append(got, tree.String())
			}
		}
		require.Equal(t, want, strings.Join(got, " "), text)
	}
}

func TestTooLong(t *testing.T) {
	for _, text := range []string{"(A " + strings.Repeat("b", 200) + ")", "(A" + strings.Repeat(" (B c)", 40) + ")",
		strings.Repeat("(", 200) + strings.Repeat(")", 200)} {
		r := NewReader(strings.NewReader(text+"(C d)"), "f")
		_, err := r.Read()
		require.NoError(t, err)
		r = NewReader(strings.NewReader(text+"(C d)"), "f")
		r.s.limit = 100
		good, bad := testkit.All(r.All())
		require.Len(t, bad, 1)
		require.ErrorIs(t, bad[0], errTooLong)
		require.Len(t, good, 1)
	}
}

func TestGzip(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte("(A b) (C d)"))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	good, bad := testkit.All(NewReader(bytes.NewReader(packed.Bytes()), "f").All())
	require.Empty(t, bad)
	require.Len(t, good, 2)

	r := NewReader(bytes.NewReader(packed.Bytes()[:packed.Len()-6]), "f")
	_, bad = testkit.All(r.All())
	require.Len(t, bad, 1)
	require.ErrorIs(t, bad[0], io.ErrUnexpectedEOF)
	require.False(t, textfile.Resumable(bad[0]))
	_, err = r.Read()
	require.Equal(t, bad[0], err)

	_, err = NewReader(strings.NewReader("\x1f\x8bxyz"), "f").Read()
	require.ErrorContains(t, err, "f: ")
	require.False(t, textfile.Resumable(err))
}

// TestBrokenStream: an error of the stream at every place.
func TestBrokenStream(t *testing.T) {
	broken := errors.New("broken")
	text := "# c\n(S (A b)\n (C d))\n/* */"
	for n := range len(text) + 1 {
		for _, lines := range []bool{false, true} {
			r := NewReader(io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(broken)), "f")
			r.Lines = lines
			var err error
			for err == nil || textfile.Resumable(err) {
				_, err = r.Read()
			}
			require.ErrorIs(t, err, broken, "%q", text[:n])
			_, again := r.Read()
			require.Equal(t, err, again)
		}
	}
}

// TestSmallReads: the reader gets one byte at a time.
func TestSmallReads(t *testing.T) {
	text := "\ufeff# c\n( (S (A béb) (C\n/*)))\n/~* ~*~/(D e)"
	good, bad := testkit.All(NewReader(iotest.OneByteReader(strings.NewReader(text)), "f").All())
	require.Empty(t, bad)
	require.Equal(t, read(t, text), good)
	require.Len(t, good, 2)
}

// TestText finds the stream right after the last tree.
func TestText(t *testing.T) {
	r := NewReader(strings.NewReader("(A b) (C d)"), "f")
	_, err := r.Read()
	require.NoError(t, err)
	text, err := r.Text()
	require.NoError(t, err)
	rest, err := io.ReadAll(text)
	require.NoError(t, err)
	require.Equal(t, " (C d)", string(rest))
}

func TestDelimiters(t *testing.T) {
	for c := range 256 {
		require.Equal(t, strings.IndexByte(textfile.Blanks+"()", byte(c)) >= 0, delimiter(byte(c)), "%q", c)
	}
}

func TestLongWords(t *testing.T) {
	word := strings.Repeat("word", textfile.BufferSize)
	tree := parse(t, "("+word+" "+word+")")
	require.Equal(t, leaf(word, word), tree)
}

func TestReadFile(t *testing.T) {
	_, err := ReadFile(filepath.Join(t.TempDir(), "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
	file := filepath.Join(t.TempDir(), "f.mrg")
	require.NoError(t, os.WriteFile(file, []byte("(A b)\n(C d)"), 0o666))
	all, err := ReadFile(file)
	require.NoError(t, err)
	require.Len(t, all, 2)
	require.NoError(t, os.WriteFile(file, []byte("(A b)\n(C d"), 0o666))
	_, err = ReadFile(file)
	require.EqualError(t, err, file+":2: unbalanced brackets: 1 not closed")
}
