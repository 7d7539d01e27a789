package fetch

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// weights stands for the file of a model: GetModel looks at no more than its bytes.
var weights = strings.Repeat("weights", 1000)

func toyModel() *Model {
	return &Model{Name: "xx", File: "xx-1.npz", Bytes: int64(len(weights)), SHA256: sum(weights), Licence: "CC0", Treebank: "UD Toy Tongue TTB, 1.0", Format: 9}
}

// TestModels: the list of the program is sound, and what list.sh makes of the models that are there.
func TestModels(t *testing.T) {
	all, err := Models()
	require.NoError(t, err)
	testkit.Model(t, all[0].Name)
	require.Equal(t, listOf(t, "../../../models"), text(t, "models.tsv"), "parser/models/list.sh >parser/cli/internal/fetch/models.tsv renews it")
}

// TestListScript reads the file and NOTICE of each model.
func TestListScript(t *testing.T) {
	folder := t.TempDir()
	file, notice := text(t, "../../../english/english.npz"), text(t, "../../../english/NOTICE")
	require.NoError(t, os.Mkdir(filepath.Join(folder, "en"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "en", "en.npz"), []byte(file), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "en", "NOTICE"), []byte(notice), 0o666))
	list, err := ReadModels(listOf(t, folder), "list")
	require.NoError(t, err)
	require.Len(t, list, 1)
	m := list[0]
	require.Equal(t, "en", m.Name)
	require.Equal(t, "en.npz", m.File)
	require.Equal(t, int64(len(file)), m.Bytes)
	same, err := m.Is("../../../english/english.npz")
	require.NoError(t, err)
	require.True(t, same)
	require.Regexp(t, `(?m)^licence +`+m.Licence+`$`, notice)
	require.Regexp(t, `(?m)^source +`+m.Treebank+`$`, notice)
	require.Regexp(t, fmt.Sprintf(`(?m)^format +%d$`, m.Format), notice)
	require.Equal(t, "English", m.Language())
	require.Equal(t, "LAS", m.Measure)
	for name, score := range map[string]float64{"Words": m.Words, "UPOS": m.Tags, "LAS": m.Score} {
		require.Regexp(t, fmt.Sprintf(`(?m)^%s +\|.*\|.*\| +%.2f \|`, name, score), notice)
	}
	require.Greater(t, m.WordsScore, m.Score)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "en", "NOTICE"), nil, 0o666))
	require.Error(t, exec.Command("bash", "../../../models/list.sh", folder).Run())
}

// listOf returns what list.sh prints for a folder.
func listOf(t *testing.T, folder string) string {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no shell to run the script")
	}
	list, err := exec.Command(bash, "../../../models/list.sh", folder).Output()
	require.NoError(t, err)
	return string(list)
}

func TestReadModels(t *testing.T) {
	digest := strings.Repeat("0f", 32)
	list, err := ReadModels("# name\nda\tda.npz\t12\t"+digest+
		"\tCC BY-SA 4.0\tUD Scottish Gaelic ARCOSG, 2.7\tLAS\t99.5\t95\t80.25\t82\t9\nxx-amr\txx.npz\t1\t"+digest+"\tCC0\tmine\tSmatch\t-\t-\t-\t-\t1\n", "list")
	require.NoError(t, err)
	require.Equal(t, []Model{
		{"da", "da.npz", 12, digest, "CC BY-SA 4.0", "UD Scottish Gaelic ARCOSG, 2.7", "LAS", 99.5, 95, 80.25, 82, 9},
		{"xx-amr", "xx.npz", 1, digest, "CC0", "mine", "Smatch", 0, 0, 0, 0, 1},
	}, list)
	for name, want := range map[string]string{"da": "da", "DA": "da", "scottish gaelic": "da", "xx-amr": "xx-amr"} {
		require.Equal(t, want, FindModel(list, name).Name)
	}
	require.Nil(t, FindModel(list, "xx"))
	for treebank, want := range map[string]string{
		"UD Danish DDT, 2.7": "Danish", "UD Scottish Gaelic ARCOSG, snapshot of 2026": "Scottish Gaelic", "UD Scottish Gaelic ARCOSG": "Scottish Gaelic",
		"UD English EWT 2.16": "English", "mine": "xx", "UD mine": "xx",
	} {
		require.Equal(t, want, (&Model{Name: "xx", Treebank: treebank}).Language(), treebank)
	}
}

// TestBadModels are refused with the line; no name leads elsewhere.
func TestBadModels(t *testing.T) {
	good := "da\tda.npz\t12\t" + strings.Repeat("0f", 32) + "\tCC0\tmine\tLAS\t98.5\t85\t80.25\t82\t9"
	_, err := ReadModels(good, "list")
	require.NoError(t, err)
	for _, c := range []struct{ old, new, want string }{
		{"\t85", "", "11 fields, not name, file, bytes"},
		{"da\t", "..\t", `".." is no name of a model`},
		{"da.npz", "../da.npz", `"../da.npz" is no name of a file`},
		{"\t12", "\t0", `"0" is no number of bytes`},
		{"0f0f", "0F", "is no SHA-256"},
		{"CC0", "", "no licence or no treebank"},
		{"LAS", "UAS", `"UAS" is not one of the measures LAS, F1, Smatch`},
		{"82", "101", `"101" is no score in percent`},
		{"82", "NaN", `"NaN" is no score in percent`},
		{"85", "-1", `"-1" is no score`},
		{"82\t9", "82\t0", `"0" is no version of the format`},
		{"82\t9", "82\t9\n" + good, "da stands in it twice"},
	} {
		_, err := ReadModels("#\n"+strings.ReplaceAll(good, c.old, c.new), "list")
		require.ErrorIs(t, err, ErrList, c.new)
		require.ErrorContains(t, err, "list:")
		require.ErrorContains(t, err, c.want)
	}
}

// FuzzReadModels: whatever a list contains, its names are not paths, and each is found.
func FuzzReadModels(f *testing.F) {
	f.Add("da\tda.npz\t12\t" + strings.Repeat("0f", 32) + "\tCC0\tUD Danish DDT, 2.7\tLAS\t98.5\t85\t-\t82\t9\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadModels(text, "list")
		if err != nil {
			require.ErrorIs(t, err, ErrList)
			return
		}
		for _, m := range list {
			require.True(t, filepath.IsLocal(m.Name) && filepath.Base(m.Name) == m.Name, m.Name)
			require.True(t, filepath.IsLocal(m.File) && filepath.Base(m.File) == m.File, m.File)
			require.NotNil(t, FindModel(list, m.Name))
		}
	})
}

// TestGetModel: a broken download resumes, within a GetModel and in the next; what is there is not asked for again.
func TestGetModel(t *testing.T) {
	s, folder, m := start(t), filepath.Join(t.TempDir(), "models"), toyModel()
	s.files["/xx-1.npz"] = weights
	s.handlers = []http.HandlerFunc{s.breaksOff(1000)}
	ctx, stop := context.WithCancel(t.Context())
	g := s.getter()
	g.Note = func(string) { stop() }
	_, err := g.GetModel(ctx, m, folder)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, []string{"xx.npz.part", "xx.npz.part.json"}, inFolder(t, folder))
	s.handlers = []http.HandlerFunc{s.breaksOff(2000)}
	for range 2 {
		got, err := s.getter().GetModel(t.Context(), m, folder)
		require.NoError(t, err)
		require.Equal(t, &Manifest{Licence: "CC0", Files: []File{{"xx.npz", s.URL + "/xx-1.npz", m.Bytes, m.SHA256, true}}}, got)
		require.Equal(t, []string{"downloaded", "xx.npz"}, inFolder(t, folder))
		require.Equal(t, weights, text(t, folder, "xx.npz"))
	}
	require.Equal(t, []string{"xx-1.npz ", "xx-1.npz bytes=1000-", "xx-1.npz bytes=2000-"}, s.asked)
}

// TestGetModelFromFolder, where the model lies itself or in a folder of its own.
func TestGetModelFromFolder(t *testing.T) {
	for _, below := range []string{"", "xx"} {
		from, folder, shown := t.TempDir(), t.TempDir(), int64(0)
		g := &Getter{From: from, Progress: func(file string, done, total int64) { shown = done }}
		_, err := g.GetModel(t.Context(), toyModel(), folder)
		require.ErrorIs(t, err, ErrMissing)
		require.ErrorContains(t, err, filepath.Join(from, "xx-1.npz"))
		require.NoError(t, os.MkdirAll(filepath.Join(from, below), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(from, below, "xx-1.npz"), []byte(weights), 0o666))
		_, err = g.GetModel(t.Context(), toyModel(), folder)
		require.NoError(t, err)
		require.Equal(t, weights, text(t, folder, "xx.npz"))
		require.Equal(t, int64(len(weights)), shown)
	}
}

// TestWrongModels: what differs from the list is not put in place, wherever it comes from, and nothing of it is left.
func TestWrongModels(t *testing.T) {
	for name, c := range map[string]struct {
		file, want string
		cause      error
	}{
		"half":      {weights[:3500], "it has 3500 bytes, not 7000", ErrChecksum},
		"empty":     {"", "it has 0 bytes, not 7000", ErrChecksum},
		"other":     {strings.ToUpper(weights), "not " + sum(weights), ErrChecksum},
		"too large": {weights + "!", "more than 7000 bytes", ErrTooLarge},
	} {
		s, from := start(t), t.TempDir()
		s.files["/xx-1.npz"] = c.file
		require.NoError(t, os.WriteFile(filepath.Join(from, "xx-1.npz"), []byte(c.file), 0o666))
		for _, g := range []*Getter{s.getter(), {From: from}} {
			folder := t.TempDir()
			_, err := g.GetModel(t.Context(), toyModel(), folder)
			require.ErrorIs(t, err, c.cause, name)
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, "xx-1.npz")
			require.Empty(t, inFolder(t, folder))
		}
	}
	for _, from := range []string{"", "nowhere", "http://example.org"} {
		_, err := (&Getter{From: from}).GetModel(t.Context(), toyModel(), t.TempDir())
		require.ErrorIs(t, err, ErrAddress, from)
	}
}

// TestOwnModels are not overwritten, except on request, and then only by a whole file.
func TestOwnModels(t *testing.T) {
	from, folder := t.TempDir(), t.TempDir()
	own := filepath.Join(folder, "xx.npz")
	require.NoError(t, os.WriteFile(own, []byte("mine"), 0o666))
	g := &Getter{From: from}
	_, err := g.GetModel(t.Context(), toyModel(), folder)
	require.ErrorIs(t, err, ErrFolder)
	require.ErrorContains(t, err, own+" is another model than that of the list")
	g.Replace = true
	_, err = g.GetModel(t.Context(), toyModel(), folder)
	require.ErrorIs(t, err, ErrMissing)
	require.Equal(t, "mine", text(t, own))
	require.NoError(t, os.WriteFile(filepath.Join(from, "xx-1.npz"), []byte(weights), 0o666))
	_, err = g.GetModel(t.Context(), toyModel(), folder)
	require.NoError(t, err)
	require.Equal(t, weights, text(t, own))
	require.Equal(t, []string{"downloaded", "xx.npz"}, inFolder(t, folder))
}

// TestTwoAtOnce: the second download waits for the first, and then has nothing to do, or goes on where that ended.
func TestTwoAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no lock")
	}
	s, folder := start(t), t.TempDir()
	s.files["/xx-1.npz"] = weights
	waits := make(chan string, 100)
	s.handlers = []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) {
		<-waits
		s.good(w, r)
	}}
	var all sync.WaitGroup
	errs := make([]error, 3)
	for i := range errs {
		all.Go(func() {
			g := s.getter()
			g.Note = func(text string) { waits <- text }
			_, errs[i] = g.GetModel(t.Context(), toyModel(), folder)
		})
	}
	all.Wait()
	require.Equal(t, make([]error, len(errs)), errs)
	require.Equal(t, []string{"xx-1.npz "}, s.asked)
	require.Equal(t, []string{"downloaded", "xx.npz"}, inFolder(t, folder))

	s, bank := start(t), t.TempDir()
	s.handlers = []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) {
		<-waits
		s.good(w, r)
	}}
	for i := range errs {
		all.Go(func() {
			g := s.getter()
			g.Note = func(text string) { waits <- text }
			_, errs[i] = g.Get(t.Context(), toyTreebank(), bank)
		})
	}
	all.Wait()
	require.Equal(t, make([]error, len(errs)), errs)
	require.Len(t, s.asked, 4)

	s.handlers = []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	require.NoError(t, os.Remove(filepath.Join(folder, "xx.npz")))
	for i := range errs {
		all.Go(func() { _, errs[i] = s.getter().GetModel(ctx, toyModel(), folder) })
	}
	all.Wait()
	for _, err := range errs {
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
}
