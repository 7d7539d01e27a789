package train_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser"
	"parser/parser/train"
)

// TestEncoderOptions: what is cut off makes models smaller, and only those that hold what is left parse without the folder.
// One encoder serves several trainings.
func TestEncoderOptions(t *testing.T) {
	folder, text := filepath.Join(t.TempDir(), "bert"), filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.CopyFS(folder, os.DirFS(bert)))
	require.NoError(t, os.WriteFile(text, []byte("the end"), 0o666))
	files, sizes := map[string]string{}, map[string]int{}
	learn := func(name string, encoder train.Resource) []byte {
		p, err := train.Run(t.Context(), some(4), parser.Data{}, parser.Options{Epochs: 1, Flags: small}, train.Observer{}, encoder)
		require.NoError(t, err, name)
		files[name] = filepath.Join(t.TempDir(), "model.npz")
		require.NoError(t, p.Save(files[name]), name)
		written, err := os.ReadFile(files[name])
		require.NoError(t, err, name)
		return written
	}
	for name, o := range map[string]train.EncoderOptions{
		"apart": {}, "half": {Embed: "half"}, "int8": {Embed: "int8"}, "int4": {Embed: "int4"},
		"low": {Depth: 1, Embed: "int8"}, "few": {Subwords: 30, Embed: "int8"}, "text": {Text: text, Embed: "int8"},
	} {
		encoder, err := train.Encoder(folder, o)
		require.NoError(t, err, name)
		model := learn(name, encoder)
		if sizes[name] = len(model); name == "few" {
			require.Equal(t, model, learn(name, encoder))
		}
	}
	require.NoError(t, os.RemoveAll(folder))
	for name, file := range files {
		p, err := parser.Load(file)
		if name == "apart" {
			require.ErrorContains(t, err, "the model reads the encoder bert")
			continue
		}
		require.NoError(t, err, name)
		require.NoError(t, p.Parse(some(1).Sentences[0]), name)
	}
	require.Less(t, sizes["int8"], sizes["half"])
	for _, name := range []string{"apart", "low", "few", "text"} {
		require.Less(t, sizes[name], sizes["int8"], name)
	}
}

// TestBadEncoderOptions are refused before anything is trained.
func TestBadEncoderOptions(t *testing.T) {
	for _, o := range []train.EncoderOptions{{Depth: -1}, {Subwords: -1}, {Embed: "int2"}} {
		_, err := train.Encoder(bert, o)
		require.ErrorIs(t, err, parser.ErrOptions)
	}
	_, err := train.Encoder(bert, train.EncoderOptions{Text: "none"})
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = train.Encoder(bert, train.EncoderOptions{Depth: 9})
	require.ErrorContains(t, err, "has 2 layers, not 9")
}
