package training

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/internal/transformer"
)

// A model names the encoder that it reads, and finds it beside its file, in PARSER_ENCODERS, and nowhere else; what the
// encoder made of a treebank can be kept, and changes nothing.
func TestEncoder(t *testing.T) {
	for _, last := range []int{0, 2} {
		l := lesson{system: "arc-hybrid", scorer: "neural", sentences: 12, given: readEncoder("roberta", last)}
		o, given := l.options(t)
		train, dev := l.data(t)
		read := 0
		p, err := Run(t.Context(), train, dev, o, Observer{Read: func(done, total int) {
			require.LessOrEqual(t, done, total)
			read = done
		}}, given...)
		require.NoError(t, err)
		require.Equal(t, last == 0, read == 18)
		want := savedBytes(t, p)
		for range 2 {
			own := o
			own.EncoderVectors = filepath.Join(t.TempDir(), "vectors")
			q, err := Run(t.Context(), train, dev, own, Observer{}, given...)
			require.NoError(t, err)
			require.True(t, bytes.Equal(want, savedBytes(t, q)))
			if last == 0 {
				require.FileExists(t, own.EncoderVectors)
			}
		}
		dir := t.TempDir()
		file, encoder := filepath.Join(dir, "m.npz"), os.DirFS("../transformer/testdata/reference/roberta")
		require.NoError(t, p.Save(file))
		_, err = engine.Load(file)
		require.ErrorIs(t, err, transformer.ErrEncoder)
		require.ErrorIs(t, err, npz.ErrFile)
		require.NoError(t, os.CopyFS(filepath.Join(dir, "renamed"), encoder))
		beside, err := engine.Load(file)
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, savedBytes(t, beside)))
		require.NoError(t, os.Rename(filepath.Join(dir, "renamed"), filepath.Join(t.TempDir(), "moved")))
		_, err = engine.Load(file)
		require.ErrorContains(t, err, "the model reads the encoder roberta, of ")
		elsewhere := t.TempDir()
		require.NoError(t, os.CopyFS(filepath.Join(elsewhere, "roberta"), encoder))
		t.Setenv("PARSER_ENCODERS", elsewhere)
		again, err := engine.Load(file)
		require.NoError(t, err)
		t.Setenv("PARSER_ENCODERS", "")
		for _, s := range dev.Sentences {
			heads := func(p *engine.Parser) []conll.Word {
				own := s.Clone()
				for i := range own.Words {
					own.Words[i].Head, own.Words[i].Deprel = 0, ""
				}
				require.NoError(t, p.Parse(own))
				return own.Words
			}
			require.Equal(t, heads(p), heads(beside))
			require.Equal(t, heads(p), heads(again))
		}
		packed, err := p.Packed("int8")
		require.NoError(t, err)
		require.NoError(t, packed.Save(file))
		_, err = engine.Reading{Encoder: the[transformer.Encoder](given, Encoder)}.Load(file)
		require.NoError(t, err)
	}
}

// What cuts text into words of characters reads the encoder of the parser, as that has learned it where the model holds it. The file has it
// once, and is the same when it is read and written again. Where blanks part words, it reads none.
func TestSegmenterReadsEncoder(t *testing.T) {
	encoderOf := func(p *engine.Parser) *transformer.Encoder {
		return p.Scorer().(interface{ Transformer() *transformer.Encoder }).Transformer()
	}
	for _, c := range []struct {
		name     string
		unspaced bool
		given    func(*testing.T, *engine.Options) Resources
		reads    bool
	}{
		{"learned, and held", true, readCutEncoder, true},
		{"learned, in a folder", true, readEncoder("bert", 1), true},
		{"as it is", true, readEncoder("bert", 0), true},
		{"blanks", false, readCutEncoder, false},
	} {
		l := lesson{system: "arc-hybrid", scorer: "neural", sentences: 8, unspaced: c.unspaced, given: c.given,
			change: func(_ *testing.T, o *engine.Options) { o.Pipeline, o.Epochs = true, 2 }}
		o, given := l.options(t)
		train, dev := l.data(t)
		p, err := Run(t.Context(), train, dev, o, Observer{}, given...)
		require.NoError(t, err, c.name)
		cuts := encoderOf(p.Segmenter().Tagger)
		if !c.reads {
			require.Nil(t, cuts, c.name)
			continue
		}
		require.NotNil(t, cuts, c.name)
		file := savedBytes(t, p)
		e := the[transformer.Encoder](given, Encoder)
		if held := c.name == "learned, and held"; held {
			require.Equal(t, encoderOf(p).SHA256, cuts.SHA256)
			require.NotEqual(t, e.SHA256, cuts.SHA256, "others read it as it was")
			arrays, err := npz.Read(bytes.NewReader(file), int64(len(file)))
			require.NoError(t, err)
			names := map[string]bool{}
			for _, a := range arrays.List() {
				require.False(t, names[a.Name], a.Name)
				names[a.Name] = true
				if folder, _, ok := strings.Cut(strings.TrimPrefix(a.Name, "encoder/"), "/"); ok && len(folder) == len(e.SHA256) {
					require.Equal(t, cuts.SHA256, folder)
				}
				require.NotContains(t, a.Name, "transformer/")
			}
		} else {
			require.Equal(t, e.SHA256, cuts.SHA256, c.name)
		}
		again, err := engine.Reading{Encoder: e}.Read(bytes.NewReader(file), int64(len(file)))
		require.NoError(t, err)
		require.True(t, bytes.Equal(file, savedBytes(t, again)), c.name)
	}
}

// A file with vectors of something else is not written over.
func TestEncoderVectorsOfAnother(t *testing.T) {
	l := lesson{system: "arc-hybrid", scorer: "neural", sentences: 6, given: readEncoder("bert", 0)}
	o, given := l.options(t)
	train, dev := l.data(t)
	o.EncoderVectors = filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(o.EncoderVectors, []byte("a text\n"), 0o666))
	_, err := Run(t.Context(), train, dev, o, Observer{}, given...)
	require.ErrorIs(t, err, transformer.ErrStore)
	text, err := os.ReadFile(o.EncoderVectors)
	require.NoError(t, err)
	require.Equal(t, "a text\n", string(text))
}
