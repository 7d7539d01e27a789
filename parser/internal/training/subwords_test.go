package training

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/neural"
	"parser/parser/internal/transformer"
)

func TestParseSubwords(t *testing.T) {
	for text, want := range map[string]Subwords{
		"": {}, "16000": {Most: 16000}, "news.txt.xz": {Text: "news.txt.xz"}, "8000,a,b": {8000, "a,b"}, "-": {Text: "-"}, "1k": {Text: "1k"},
	} {
		got, err := ParseSubwords(text)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, text := range []string{"0", "-5", "10,"} {
		_, err := ParseSubwords(text)
		require.ErrorIs(t, err, ErrSubwords)
	}
}

// The subwords that are left are those of the treebank and of the text, or as many as the user says.
func TestEncoderOfSubwords(t *testing.T) {
	file := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(file, []byte("zzz\nqqq"), 0o666))
	l := lesson{system: "arc-hybrid", scorer: "neural", sentences: 12}
	o, _ := l.options(t)
	train, dev := l.data(t)
	vocabulary := func(s Subwords) int {
		how := Opening{Depth: 1, Subwords: s}
		r, err := openEncoder("../transformer/testdata/reference/bert", how)
		require.NoError(t, err)
		whole := r.Value.(*transformer.Encoder)
		defer whole.Close()
		trainer, err := New(o, r)
		require.NoError(t, err)
		notes, err := trainer.Fill(train, dev)
		require.NoError(t, err)
		require.Contains(t, notes[0], " of 60 subwords are left")
		e := trainer.encoderRead()
		require.Equal(t, 1, e.Layers)
		require.NotEqual(t, whole.SHA256, e.SHA256)
		return e.Vocabulary
	}
	require.Equal(t, 12, vocabulary(Subwords{Most: 12}))
	few, more := vocabulary(Subwords{Text: os.DevNull}), vocabulary(Subwords{Text: file})
	require.Less(t, few, 24)
	require.GreaterOrEqual(t, more, few)
}

// Scorers read what was kept of an encoder that stays as it is, which is not asked again.
func TestScorersReadVectorsThatWereKept(t *testing.T) {
	l := lesson{system: "arc-hybrid", scorer: "neural", sentences: 12}
	o, _ := l.options(t)
	train, dev := l.data(t)
	r, err := openEncoder("../transformer/testdata/reference/bert", Opening{})
	require.NoError(t, err)
	defer r.Value.(*transformer.Encoder).Close()
	trainer, err := New(o, r)
	require.NoError(t, err)
	own, err := trainer.check(train)
	require.NoError(t, err)
	done, err := trainer.readWords(t.Context(), own.corpus, trainer.encoder.Bank(dev), Observer{Read: func(int, int) {}})
	require.NoError(t, err)
	defer done()
	for _, kind := range own.scorers {
		require.IsType(t, &transformer.Store{}, kind.(neural.Kind).Words)
	}
}
