package conll

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/testdata/testkit"
)

// problems checks a file and lists what is wrong with it and how often.
func problems(t *testing.T, file string) string {
	t.Helper()
	f, err := textfile.Open(file, nil)
	require.NoError(t, err)
	defer f.Close()
	name := filepath.Base(file)
	if filepath.Base(filepath.Dir(file)) == "eu" {
		require.NoError(t, f.Decode("iso-8859-1"))
	}
	r := NewReader(f, name)
	if strings.HasPrefix(name, "comment") {
		r.Format = FormatX
	}
	var out strings.Builder
	var sum Validation
	err = Validate(r, LevelUD, &sum, func(p Problem) { fmt.Fprintln(&out, p) })
	require.NoError(t, err)
	fmt.Fprintf(&out, "%d sentences, %d words, %d problems", sum.Sentences, sum.Words, sum.Problems)
	classes := slices.SortedFunc(maps.Keys(sum.Classes), func(a, b string) int {
		return cmp.Or(cmp.Compare(sum.Classes[b], sum.Classes[a]), strings.Compare(a, b))
	})
	for _, class := range classes {
		fmt.Fprintf(&out, ", %s %d", class, sum.Classes[class])
	}
	require.Equal(t, sum.Problems, strings.Count(out.String(), "\n"))
	return out.String() + "\n"
}

// TestValidateGolden lists the problems of all bad files.
func TestValidateGolden(t *testing.T) {
	for _, dir := range []string{"../testdata/malformed", "../testdata/invalid"} {
		files, err := filepath.Glob(dir + "/*.conll[ux]")
		require.NoError(t, err)
		var all strings.Builder
		for _, file := range files {
			all.WriteString(problems(t, file))
		}
		testkit.Golden(t, dir+"/validate.golden", all.String())
	}
}

// TestValidateAgreesWithReader finds a problem of the same rule wherever the
// reader finds an error.
func TestValidateAgreesWithReader(t *testing.T) {
	files, err := filepath.Glob("../testdata/malformed/*.conllu")
	require.NoError(t, err)
	for _, file := range files {
		_, cause := ReadFile(file)
		var e *Error
		require.ErrorAs(t, cause, &e)
		f, err := textfile.Open(file, nil)
		require.NoError(t, err)
		defer f.Close()
		found := false
		err = Validate(NewReader(f, f.Name), LevelUD, new(Validation), func(p Problem) {
			found = found || p.Line == e.Line && p.SentID == e.SentID && p.Text == e.Err.Error()
		})
		require.NoError(t, err)
		require.True(t, found, "%v", e)
	}
}

func TestValidateGoodFiles(t *testing.T) {
	for _, file := range []string{"nl", "de"} {
		require.Regexp(t, `^5 sentences, \d+ words, 0 problems\n$`, problems(t, "../testdata/nonproj/"+file+".conllu"))
	}
}

// A problem is counted before it is reported, so that the callback can stop listening.
func TestMaxErrors(t *testing.T) {
	text := strings.Repeat("1\ta\n\n", 50)
	reported := 0
	var sum Validation
	err := Validate(NewReader(strings.NewReader(text), "f"), LevelUD, &sum, func(Problem) {
		if sum.Problems <= 7 {
			reported++
		}
	})
	require.NoError(t, err)
	require.Equal(t, 7, reported)
	require.Equal(t, 50, sum.Problems)
	require.Equal(t, map[string]int{"format": 50}, sum.Classes)
	require.Equal(t, map[string]int{"format columns": 50}, sum.Rules)
}

// An ID that is not a number does not count as one, so that the words below keep theirs.
func TestABadIDDoesNotCount(t *testing.T) {
	var found []string
	err := Validate(NewReader(strings.NewReader("0005\n"+small), "f"), LevelUD, new(Validation), func(p Problem) { found = append(found, p.String()) })
	require.NoError(t, err)
	require.Equal(t, []string{"[File f Line 1]: [format columns] wrong number of columns: 1, want 10"}, found)
}

func TestValidateStreamError(t *testing.T) {
	broken := errors.New("broken")
	r := NewReader(io.MultiReader(strings.NewReader(small), iotest.ErrReader(broken)), "f")
	err := Validate(r, LevelUD, new(Validation), func(Problem) {})
	require.ErrorIs(t, err, broken)
}

// TestValidateTooLong: the check continues after a sentence that is too long.
func TestValidateTooLong(t *testing.T) {
	r := NewReader(strings.NewReader(small+strings.Repeat(strings.TrimSuffix(small, "\n"), 9)+"\n"+small), "f")
	r.limit = 1000
	var found []string
	var sum Validation
	err := Validate(r, LevelUD, &sum, func(p Problem) { found = append(found, p.String()) })
	require.NoError(t, err)
	require.Contains(t, found, "[File f Line 12]: [format too-long] sentence too long: more than 1000 bytes")
	require.Equal(t, 10, sum.Words)
}

func TestUniversalRelations(t *testing.T) {
	require.Len(t, universalRelations, 37)
	for _, label := range append(universalRelations, "nsubjpass") {
		text := "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t1\t" + label + ":x\t_\t_\n\n"
		known := true
		err := Validate(NewReader(strings.NewReader(text), "f"), LevelUD, new(Validation), func(p Problem) { known = known && p.ID != "deprel" })
		require.NoError(t, err)
		require.Equal(t, label != "nsubjpass", known, label)
	}
}

// Released treebanks have passed UD's own validator.
func TestReleasedTreebanksAreValid(t *testing.T) {
	for _, file := range slices.Concat(treebanks(t, "ud/*/*.gz"), treebanks(t, "ptb/*/*.conllu.gz"),
		treebanks(t, "conllx/*/*.gz"), treebanks(t, "eval/conll18/*gold*.gz")) {
		require.Regexp(t, `^\d+ sentences, \d+ words, 0 problems\n$`, problems(t, file))
	}
}

// FuzzValidate finds a problem wherever the reader finds an error.
func FuzzValidate(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(smallX))
	f.Add([]byte("# sent_id = 1\n2\ta b\n1.1\t_\n1-2\tx\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, bad := testkit.All(NewReader(bytes.NewReader(data), "f").All())
		var sum Validation
		err := Validate(NewReader(bytes.NewReader(data), "f"), LevelUD, &sum, func(p Problem) {
			require.NotEmpty(t, p.Text)
			require.Positive(t, p.Line)
		})
		stream := len(bad) > 0 && !textfile.Resumable(bad[len(bad)-1])
		require.Equal(t, stream, err != nil)
		if len(bad) > 0 && !stream {
			require.Positive(t, sum.Problems)
		}
		if sum.Problems == 0 && err == nil {
			require.Empty(t, bad)
		}
	})
}
