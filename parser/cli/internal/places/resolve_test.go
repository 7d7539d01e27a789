package places

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/structure"
	"parser/transition"
)

// modelsIn returns a finder with a folder of models of these names, which are empty, in a new working folder.
func modelsIn(t *testing.T, names ...string) (f *Finder, folder string) {
	t.Chdir(t.TempDir())
	folder = t.TempDir()
	for _, name := range names {
		touch(t, filepath.Join(folder, name+modelExtension))
	}
	return &Finder{Getenv: func(name string) string { return map[string]string{"PARSER_MODELS": folder}[name] }}, folder
}

func touch(t *testing.T, file string) {
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
	require.NoError(t, os.WriteFile(file, nil, 0o666))
}

// TestResolve: what a name stands for, in the order of the rules.
func TestResolve(t *testing.T) {
	f, folder := modelsIn(t, "da", "en-amr", "da-brackets", "Own", "sv", "sv-upos", "da.old", "fo", "english")
	for _, file := range []string{"sv", "plain", "here.npz", "models/fr/fr.npz", "fo/fo.npz", "lone/x.npz"} {
		touch(t, file)
	}
	in := func(name string) string { return filepath.Join(folder, name+modelExtension) }
	for name, want := range map[string]Found{
		"english": {Name: "english"}, "English": {Name: "english"}, "en": {Name: "english"}, "ENG": {Name: "english"}, // which no file replaces
		"da": {Name: "da", File: in("da")}, "DA": {Name: "da", File: in("da")}, "Danish": {Name: "da", File: in("da")},
		"dansk": {Name: "da", File: in("da")}, "dan": {Name: "da", File: in("da")},
		"en-amr": {Name: "en-amr", File: in("en-amr")}, "EN-AMR": {Name: "en-amr", File: in("en-amr")}, "english-amr": {Name: "en-amr", File: in("en-amr")},
		"Danish-Brackets": {Name: "da-brackets", File: in("da-brackets")},
		"Own":             {Name: "Own", File: in("Own")}, "own": {Name: "Own", File: in("Own")},
		"da.old": {Name: "da.old", File: in("da.old")}, "føroyskt": {Name: "fo", File: in("fo")},
		"sv": {Name: "sv", File: in("sv")}, "./sv": {Name: "sv", File: "./sv"}, "sv-upos": {Name: "sv-upos", File: in("sv-upos")},
		"plain": {Name: "plain", File: "plain"}, "here.npz": {Name: "here", File: "here.npz"},
		"models/fr": {Name: "fr", File: filepath.Join("models", "fr", "fr.npz")}, "models/fr/": {Name: "fr", File: filepath.Join("models", "fr", "fr.npz")},
		"fo": {Name: "fo", File: in("fo")}, "fo/": {Name: "fo", File: filepath.Join("fo", "fo.npz")},
		"da:gum": {Name: "da:gum", File: in("da"), Following: "gum"}, "Danish:Breton": {Name: "da:br", File: in("da"), Following: "br"},
		"english:gum": {Name: "english:gum", Following: "gum"},
		"none.npz":    {Name: "none", File: "none.npz"}, "x/none": {Name: "none", File: "x/none"}, // whose absence is found by opening them
	} {
		found, err := f.Resolve(name)
		require.NoError(t, err, name)
		require.Equal(t, want, found, name)
	}
	require.NoError(t, os.Chdir("models/fr"))
	found, err := f.Resolve(".")
	require.NoError(t, err)
	require.Equal(t, "fr", found.Name)
	touch(t, in("en"))
	for _, name := range []string{"en", "EN", "eng"} {
		found, err := f.Resolve(name)
		require.NoError(t, err)
		require.Equal(t, Found{Name: "en", File: in("en")}, found)
	}
}

// TestModelsInFoldersOfTheirNames: a folder of models may be that of a clone.
func TestModelsInFoldersOfTheirNames(t *testing.T) {
	f, folder := modelsIn(t, "sv")
	own := filepath.Join(folder, "da", "da.npz")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "nl"), 0o777)) // without a model
	require.NoError(t, os.Mkdir(filepath.Dir(own), 0o777))
	require.NoError(t, os.WriteFile(own, nil, 0o666))
	for _, name := range []string{"da", "Danish"} {
		found, err := f.Resolve(name)
		require.NoError(t, err)
		require.Equal(t, Found{Name: "da", File: own}, found)
	}
	all, err := f.Models()
	require.NoError(t, err)
	require.Equal(t, []Found{{Name: "da", File: own}, {Name: "sv", File: filepath.Join(folder, "sv.npz")}}, all)
}

// TestUnknownNames say what is known, and how to come by what is not.
func TestUnknownNames(t *testing.T) {
	f, folder := modelsIn(t, "sv")
	touch(t, "models/da/da.npz")
	touch(t, "spacy/config.cfg")
	touch(t, "spacy/meta.json")
	touch(t, "bert/config.json")
	require.NoError(t, os.Mkdir("hollow", 0o777))
	const known = `unusable model: there is no model called "da", but english, sv; ` +
		`get it with: parser get model --from FOLDER da; or train it with: parser train --lang da --pipeline`
	for name, want := range map[string]string{
		"da": known, "Danish": known, "DANSK": known,
		"klingon":     `unusable model: there is no model called "klingon", but english, sv; train it with: parser train --lang klingon --pipeline --train FILE`,
		"sv-brackets": `unusable model: there is no model called "sv-brackets", but english, sv; train it with: parser train --lang sv --system bracket`,
		"English-amr": `unusable model: there is no model called "en-amr", but english, sv; ` +
			`get it with: parser get model --from FOLDER en-amr; or train it with: parser train --lang en --system amr`,
		"a b":    `unusable model: there is no model called "a b", but english, sv; "parser model list --available" lists those that can be downloaded`,
		"models": "unusable model: the folder models has no file models.npz: name the model, such as " + filepath.Join("models", "da", "da.npz"),
		"spacy":  "unusable model: the folder spacy has no file spacy.npz: it is that of a model of spaCy, and models are made by parser train",
		"./bert": "unusable model: the folder ./bert has no file bert.npz: it is that of a pre-trained transformer, for train --encoder",
		"hollow": "unusable model: the folder hollow has no file hollow.npz: the folder of a model has the model under its own name",
		folder: "unusable model: the folder " + folder + " has no file " + filepath.Base(folder) +
			".npz: name the model, such as " + filepath.Join(folder, "sv.npz"),
	} {
		_, err := f.Resolve(name)
		require.ErrorIs(t, err, ErrModel)
		require.EqualError(t, err, want, name)
	}
}

// TestUnnamed: which models answer where none is named, and in which order.
func TestUnnamed(t *testing.T) {
	f, folder := modelsIn(t, "aa", "bb", "aa-brackets", "aa-amr", "aa-upos", "da")
	touch(t, "elsewhere/cc.npz")
	heads, trees := structure.Of(transition.Dependencies), structure.Of(transition.Constituents)
	answers := func(input *structure.Structure) (names []string) {
		all, err := f.Unnamed(input)
		require.NoError(t, err)
		for _, found := range all {
			names = append(names, found.Name)
		}
		return names
	}
	require.Equal(t, []string{"english"}, answers(heads), "what was downloaded was not trained last")
	require.Equal(t, []string{"english"}, answers(trees))
	for _, name := range []string{"aa", "aa-brackets", "aa-upos"} {
		require.NoError(t, f.SetLatest(name))
	}
	require.Equal(t, []string{"aa", "english"}, answers(heads), "other kinds change nothing")
	require.Equal(t, []string{"aa-brackets", "aa", "english"}, answers(trees))
	require.Equal(t, []string{"aa", "english"}, answers(structure.Of(transition.Graphs)))
	require.NoError(t, f.SetLatest("bb"))
	require.Equal(t, []string{"bb", "english"}, answers(heads))
	require.NoError(t, f.ForgetLatest("aa"))
	require.Equal(t, []string{"bb", "english"}, answers(heads))
	require.NoError(t, f.ForgetLatest("bb"))
	require.Equal(t, []string{"english"}, answers(heads))
	require.NoError(t, f.SetLatest("bb"))
	for name, want := range map[string]string{"DA": "da", "english": "english", "aa-amr": "aa-amr", "elsewhere/cc.npz": "cc"} {
		found, err := f.Use(name)
		require.NoError(t, err)
		require.Equal(t, want, found.Name)
		require.NoError(t, f.SetLatest("aa"))
		require.Equal(t, []string{want}, answers(heads))
		require.Equal(t, []string{"aa-brackets", want}, answers(trees))
	}
	t.Chdir(t.TempDir())
	require.Equal(t, []string{"aa-amr"}, func() []string {
		_, err := f.Use("aa-amr")
		require.NoError(t, err)
		return answers(structure.Of(transition.Graphs))
	}())
	_, err := f.Use("da")
	require.NoError(t, err)
	_, err = f.Use("klingon")
	require.ErrorIs(t, err, ErrUnknown)
	require.Equal(t, []string{"da"}, answers(heads))
	require.NoError(t, os.Remove(filepath.Join(folder, "da.npz")))
	_, err = f.Unnamed(heads)
	require.ErrorIs(t, err, ErrUnknown)
	require.ErrorContains(t, err, `the choice of "parser model use" (`+filepath.Join(folder, "use")+`): unusable model: there is no model called "da", but`)
	_, err = f.Use("")
	require.NoError(t, err)
	require.Equal(t, []string{"aa", "english"}, answers(heads))
	require.NoError(t, os.Remove(filepath.Join(folder, "aa.npz")))
	require.Equal(t, []string{"english"}, answers(heads), "the last one is not there any more")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "latest"), []byte("../../etc/passwd"), 0o666))
	_, err = f.Unnamed(heads)
	require.ErrorContains(t, err, "names no model")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "latest"), []byte("aa-brackets"), 0o666))
	require.Equal(t, []string{"english"}, answers(heads), "as programs wrote it that had one file for all")
}
