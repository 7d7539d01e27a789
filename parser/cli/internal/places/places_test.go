package places

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/fetch"
	"parser/parser/internal/structure"
	"parser/transition"
)

func TestModelsNeedAPlace(t *testing.T) {
	f := &Finder{Getenv: func(string) string { return "" }}
	_, err := f.Resolve("da")
	require.ErrorIs(t, err, ErrNowhere)
	require.ErrorIs(t, f.SetLatest("en"), ErrNowhere)
	_, err = f.Use("en")
	require.ErrorIs(t, err, ErrNowhere)
}

func TestLanguageNamesAreChecked(t *testing.T) {
	for _, good := range []string{"en", "zh_gsd", "pt-BR", "X1"} {
		require.NoError(t, CheckLanguage(good))
	}
	for _, bad := range []string{"", ".", "..", "../en", "a/b", `a\b`, "-x", "a b", "a.npz", "a\n"} {
		require.ErrorIs(t, CheckLanguage(bad), ErrUsage)
	}
}

func TestModelNamesSayWhatIsBuilt(t *testing.T) {
	for _, c := range []struct {
		lang string
		kind transition.Kind
		want string
	}{
		{"en", transition.Dependencies, "en"},
		{"en", transition.Constituents, "en-brackets"},
		{"en-brackets", transition.Constituents, "en-brackets"},
		{"en", transition.Tags, "en-xpos"},
		{"en-xpos", transition.Tags, "en-xpos"},
	} {
		name, err := ModelName(c.lang, structure.Of(c.kind), "xpos")
		require.NoError(t, err)
		require.Equal(t, c.want, name)
	}
	for _, lang := range []string{"en-brackets", "en-upos", "en-xpos", "en-feats", "english", "English"} {
		_, err := ModelName(lang, structure.Of(transition.Dependencies), "")
		require.ErrorIs(t, err, ErrUsage)
	}
}

// TestModelsAreListed by name, with the ones of each kind that were trained last and the choice; other files are not.
func TestModelsAreListed(t *testing.T) {
	folder := t.TempDir()
	f := &Finder{Getenv: func(name string) string {
		return map[string]string{"PARSER_MODELS": folder}[name]
	}}
	all, err := f.Models()
	require.NoError(t, err)
	require.Empty(t, all)
	for _, name := range []string{"en.npz", "da.npz", "da-upos.npz", "da-xpos.npz", "en-upos.npz", "en-brackets.npz", "notes.txt", ".parser.123"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o666))
	}
	require.NoError(t, os.Mkdir(filepath.Join(folder, "x.npz"), 0o777))
	names := func() (text string) {
		all, err := f.Models()
		require.NoError(t, err)
		for _, k := range all {
			require.Equal(t, filepath.Join(folder, k.Name+".npz"), k.File)
			if text += " " + k.Name; k.Latest {
				text += "*"
			}
			if k.Chosen {
				text += ">"
			}
		}
		return text
	}
	require.Equal(t, " da da-upos da-xpos en en-brackets en-upos", names())
	require.NoError(t, f.SetLatest("en"))
	require.NoError(t, f.SetLatest("da-upos"))
	require.Equal(t, " da da-upos* da-xpos* en* en-brackets en-upos", names())
	require.NoError(t, f.SetLatest("en-brackets"))
	require.Equal(t, " da da-upos* da-xpos* en* en-brackets* en-upos", names())
	_, err = f.Use("Danish")
	require.NoError(t, err)
	require.Equal(t, " da> da-upos* da-xpos* en* en-brackets* en-upos", names())
	f.Getenv = func(string) string { return "" }
	all, err = f.Models()
	require.NoError(t, err)
	require.Empty(t, all, "without a home")
}

func TestTreebanksHaveAPlaceOfTheirOwn(t *testing.T) {
	for _, c := range []struct{ data, xdg, want string }{
		{"/trees", "/share", "/trees"}, {"", "/share", "/share/parser/data"}, {"", "", ""},
	} {
		f := &Finder{Getenv: func(name string) string {
			return map[string]string{"PARSER_DATA": c.data, "XDG_DATA_HOME": c.xdg}[name]
		}}
		require.Equal(t, filepath.FromSlash(c.want), f.DataFolder())
	}
}

// A treebank has its own folder, or its own files in a common one.
func TestPartsHaveTwoPlaces(t *testing.T) {
	folder, f := t.TempDir(), &Finder{}
	part := func(kind *structure.Structure) Place { return f.Part(folder, "xx", "dev", kind) }
	require.Zero(t, part(structure.Of(transition.Graphs)))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "xx.dev.amr.gz"), nil, 0o666))
	require.Equal(t, Place{Name: filepath.Join(folder, "xx.dev.amr.gz")}, part(structure.Of(transition.Graphs)))
	require.Zero(t, part(structure.Of(transition.Dependencies)))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "xx"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "xx", "dev.amr"), nil, 0o666))
	require.Equal(t, Place{Name: filepath.Join(folder, "xx", "dev.amr")}, part(structure.Of(transition.Graphs)))
}

// TestModelsMayLieInSeveralFolders: the first that has one is taken, and new ones are written into the first.
func TestModelsMayLieInSeveralFolders(t *testing.T) {
	one, two := filepath.Join(t.TempDir(), "one"), t.TempDir()
	f := &Finder{Getenv: func(name string) string {
		return map[string]string{"PARSER_MODELS": strings.Join([]string{"", one, two}, string(os.PathListSeparator)), "HOME": t.TempDir()}[name]
	}}
	model := func(folder, name string) string {
		file := filepath.Join(folder, name+".npz")
		require.NoError(t, os.WriteFile(file, nil, 0o666))
		return file
	}
	trained := func(lang, want string) {
		t.Helper()
		var found Found
		if lang != "" {
			one, err := f.Resolve(lang)
			require.NoError(t, err)
			found = one
		} else {
			all, err := f.Unnamed(structure.Of(transition.Dependencies))
			require.NoError(t, err)
			found = all[0]
		}
		require.Equal(t, want, found.File)
	}
	require.Equal(t, one, f.ModelsFolder())
	both, tagger := model(two, "da"), model(two, "sv-upos")
	trained("da", both) // though there is no folder one
	require.NoError(t, os.WriteFile(filepath.Join(two, "latest"), []byte("da"), 0o666))
	trained("", both)
	require.NoError(t, os.Mkdir(one, 0o777))
	both = model(one, "da")
	trained("da", both)
	trained("", both)
	only := model(one, "sv")
	require.NoError(t, f.SetLatest("sv"))
	require.FileExists(t, filepath.Join(one, "latest"))
	trained("", only)
	file, err := f.Model("new")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(one, "new.npz"), file)
	taggers, err := f.Taggers("sv", []string{"upos"})
	require.NoError(t, err)
	require.Equal(t, []string{tagger}, taggers)
	all, err := f.Models()
	require.NoError(t, err)
	require.Equal(t, []Found{{Name: "da", File: both}, {Name: "sv", File: only, Latest: true}, {Name: "sv-upos", File: tagger, Field: "upos"}}, all)
	_, err = f.Resolve("nl")
	require.ErrorIs(t, err, ErrUnknown)
}

// TestAdvice: a model can be downloaded if the list has it, and trained.
func TestAdvice(t *testing.T) {
	list := []fetch.Model{{Name: "da"}, {Name: "da-brackets"}}
	treebanks, err := fetch.List()
	require.NoError(t, err)
	source := ""
	f := Finder{Getenv: func(name string) string { return map[string]string{"PARSER_MODEL_SOURCE": source}[name] }}
	for name, want := range map[string]string{
		"da":          "get it with: parser get model --from FOLDER da; or train it with: parser train --lang da --pipeline",
		"da-brackets": "get it with: parser get model --from FOLDER da-brackets; or train it with: parser train --lang da --system bracket",
		"klingon":     "train it with: parser train --lang klingon --pipeline --train FILE",
		"sv":          "train it with: parser train --lang sv --pipeline",
		"da-upos":     "train it with: parser train --lang da --system tag --field upos",
		"a b":         `"parser model list --available" lists those that can be downloaded`,
	} {
		require.Equal(t, want, f.advice(name, list, treebanks))
	}
	source = "https://example.org/models"
	require.Equal(t, "get it with: parser get model da; or train it with: parser train --lang da --pipeline", f.advice("da", list, treebanks))
}
