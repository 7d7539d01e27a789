package fetch

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEncoders: the list of the program is sound, and each encoder has what training reads.
func TestEncoders(t *testing.T) {
	list, err := Encoders()
	require.NoError(t, err)
	require.Greater(t, len(list), 5)
	for _, e := range list {
		require.Equal(t, e.Name, filepath.Base(e.Repository))
		for _, names := range [][]string{{"config.json"}, {"tokenizer.json", "spm.model"}, {"model.safetensors", "pytorch_model.bin"}} {
			require.True(t, slices.ContainsFunc(e.Files, func(p Part) bool { return slices.Contains(names, p.Name) }), "%s: %v", e.Name, names)
		}
	}
}

// TestGetEncoder: a broken download resumes, what arrived is whole, and another encoder or a treebank does not replace it.
func TestGetEncoder(t *testing.T) {
	s, folder := start(t), filepath.Join(t.TempDir(), "toy")
	weights := strings.Repeat("weights", 1000)
	s.files["/org/toy/resolve/main/config.json"] = "{}"
	s.files["/org/toy/resolve/main/model.safetensors"] = weights
	s.handlers = []http.HandlerFunc{nil, s.breaksOff(1000)}
	e := &Encoder{Name: "toy", Repository: "org/toy", Revision: "main", Licence: "MIT", Files: []Part{{"config.json", sum("{}")}, {"model.safetensors", ""}}}
	require.False(t, e.Complete(folder))
	got, err := s.getter().GetEncoder(t.Context(), e, folder)
	require.NoError(t, err)
	address := s.URL + "/org/toy/resolve/main/"
	require.Equal(t, &Manifest{Encoder: "org/toy", Release: "main", Licence: "MIT", Files: []File{
		{"config.json", address + "config.json", 2, sum("{}"), true},
		{"model.safetensors", address + "model.safetensors", int64(len(weights)), sum(weights), false},
	}}, got)
	require.Equal(t, []string{"config.json ", "model.safetensors ", "model.safetensors bytes=1000-"}, s.asked)
	require.Equal(t, []string{"config.json", "model.safetensors", ManifestName}, inFolder(t, folder))
	require.Equal(t, weights, text(t, folder, "model.safetensors"))
	require.True(t, e.Complete(folder))

	other := *e
	other.Repository = "org/other"
	_, err = s.getter().GetEncoder(t.Context(), &other, folder)
	require.ErrorIs(t, err, ErrFolder)
	require.ErrorContains(t, err, "has org/toy main, not org/other main")
	_, err = s.getter().Get(t.Context(), toyTreebank(), folder)
	require.ErrorIs(t, err, ErrFolder)
	e.Files[0].SHA256 = sum("other")
	_, err = s.getter().GetEncoder(t.Context(), e, t.TempDir())
	require.ErrorIs(t, err, ErrChecksum)
	g := s.getter()
	g.MaxBytes = 1
	_, err = g.GetEncoder(t.Context(), e, t.TempDir())
	require.ErrorIs(t, err, ErrTooLarge)
}

// TestBadEncoders are refused with the line; no name leads elsewhere.
func TestBadEncoders(t *testing.T) {
	good := "toy\torg/toy\tmain\tMIT\t12\tDanish\tconfig.json"
	_, err := readEncoders(good, "list")
	require.NoError(t, err)
	for _, c := range []struct{ old, new, want string }{
		{"\tconfig.json", "", "6 fields, not name, repository, revision, licence, megabytes, languages, files"},
		{"toy\torg", "..\torg", `".." is no name of an encoder`},
		{"org/toy", "org/../toy", `"org/../toy" is no repository`},
		{"org/toy", "org/..", `"org/.." is no repository`},
		{"main", "a/b", `"a/b" is no revision`},
		{"Danish", "some", `"some" is no number of languages and no name of one`},
		{"12", "-1", `"-1" is no number of megabytes`},
		{"config.json", "../config.json", `"../config.json" is no name of a file`},
		{"config.json", ManifestName, `"source.json" is no name of a file`},
		{"config.json", "config.json:12", `"12" is no SHA-256`},
		{"config.json", "config.json config.json", "config.json twice"},
		{"config.json", "config.json\n" + good, "toy stands in it twice"},
	} {
		_, err := readEncoders("#\n"+strings.ReplaceAll(good, c.old, c.new), "list")
		require.ErrorIs(t, err, ErrList)
		require.ErrorContains(t, err, "list:")
		require.ErrorContains(t, err, c.want)
	}
}
