package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/internal/segment"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
)

// single makes the options those of a scorer of a kind that is stored as it was learned.
func single(scorer string) func(*engine.Options) {
	return func(o *engine.Options) {
		if kit.Networks(scorer, 2)(o); scorer == "linear" {
			o.Ensemble = 0
		}
		if o.Neural.Precision = ""; scorer != "linear" {
			o.Neural.Precision = "single"
		}
		if scorer != "neural" {
			o.Exact = true
		}
	}
}

// weightsOf returns the entries of a parser's scorer except the shares of its parts, which depend
// on how sure each part is.
func weightsOf(p *engine.Parser) []npz.Entry {
	return slices.DeleteFunc(p.Scorer().Entries(""), func(e npz.Entry) bool { return e.Name == "ensemble" })
}

// TestPackedAsTrained: packing makes of weights in single precision what training in another
// precision makes of them.
func TestPackedAsTrained(t *testing.T) {
	for _, scorer := range []string{"linear", "neural", "both"} {
		exact := kit.Trained(t, kit.Some(t)[:20], kit.Options(1, single(scorer)))
		for _, precision := range npz.Precisions() {
			want := kit.Trained(t, kit.Some(t)[:20], kit.Options(1, single(scorer), func(o *engine.Options) {
				if scorer != "linear" {
					o.Neural.Precision = precision
				}
				o.Exact = o.Exact && precision != "int8" && precision != "int4"
			}))
			packed, err := exact.Packed(precision)
			require.NoError(t, err)
			require.True(t, reflect.DeepEqual(weightsOf(want), weightsOf(packed)), "%s, %s", scorer, precision)
			require.Equal(t, precision, packed.Meta().Packed)
			require.Empty(t, exact.Meta().Packed, "the parser that is packed stays as it was")
		}
	}
}

// TestPackedIsWhatIsLoaded: what is packed parses as what is saved and loaded, packing again
// changes nothing, taggers are packed as well, and the file is smaller.
func TestPackedIsWhatIsLoaded(t *testing.T) {
	dev := kit.Untagged(kit.Sample(t, "en/dev.conllu")[:20], "upos")
	tagger := kit.Trained(t, kit.Some(t)[:20], kit.TagOptions("upos", 1, single("neural"), func(o *engine.Options) { o.Jackknife = 0 }))
	exact, err := kit.Trained(t, kit.Some(t)[:20], kit.Options(1, single("both"))).WithTaggers(tagger)
	require.NoError(t, err)
	size := len(kit.File(t, exact))
	for _, precision := range []string{"single", "half", "int8", "int4"} {
		p, err := exact.Packed(precision)
		require.NoError(t, err)
		data := kit.File(t, p)
		q := kit.Reread(t, data)
		require.Equal(t, kit.Printed(t, kit.Parses(p, dev)), kit.Printed(t, kit.Parses(q, dev)), precision)
		require.True(t, bytes.Equal(data, kit.File(t, q)), precision)
		again, err := q.Packed(precision)
		require.NoError(t, err)
		require.True(t, bytes.Equal(data, kit.File(t, again)), precision)
		require.LessOrEqual(t, len(data)-100, size, precision)
		size = len(data)
		for _, e := range p.Taggers()[0].Scorer().Entries("") {
			if e.Name == "slots/W" {
				want := map[string]string{"single": "[]float32", "half": "[]npz.half", "int8": "[]int8", "int4": "[]int8"}[precision]
				require.Equal(t, want, fmt.Sprintf("%T", e.Data))
			}
		}
	}
	small, err := exact.Packed("int4")
	require.NoError(t, err)
	data := kit.File(t, small.Deflated())
	require.Less(t, len(data), size*95/100)
	q := kit.Reread(t, data)
	require.Equal(t, kit.Printed(t, kit.Parses(small, dev)), kit.Printed(t, kit.Parses(q, dev)))
	require.True(t, bytes.Equal(data, kit.File(t, q)))
	_, err = exact.Packed("int2")
	require.ErrorIs(t, err, engine.ErrOptions)
	require.ErrorContains(t, err, `precision is "int2", not one of ["half" "int8" "int4" "single"]`)
}

// TestStoredFilesAreRead: no array need be compressed, and networks in half precision do not say so.
func TestStoredFilesAreRead(t *testing.T) {
	dev := kit.Sample(t, "en/dev.conllu")[:20]
	p := kit.Trained(t, kit.Some(t)[:20], kit.Options(1, kit.Networks("both", 1)))
	m := *p.Meta()
	m.Format = engine.FormatVersion
	text, err := json.Marshal(m)
	require.NoError(t, err)
	entries := append([]npz.Entry{{Name: "meta", Data: text}}, p.Scorer().Entries("")...)
	for i := range entries {
		entries[i].Deflate = false
	}
	require.False(t, slices.ContainsFunc(entries, func(e npz.Entry) bool {
		data, isText := e.Data.([]byte)
		return isText && bytes.Contains(data, []byte("Precision"))
	}))
	var stored bytes.Buffer
	require.NoError(t, npz.Write(&stored, entries))
	q := kit.Reread(t, stored.Bytes())
	require.Equal(t, kit.Printed(t, kit.Parses(p, dev)), kit.Printed(t, kit.Parses(q, dev)))
	require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, q)), "what is written is compressed")
}

// TestDamagedNetworks: cut off, or with a byte changed, here and there.
func TestDamagedNetworks(t *testing.T) {
	p, err := kit.Trained(t, kit.Some(t)[:20], kit.Options(1, kit.TinyNetwork, func(o *engine.Options) { o.Neural.MultiTask = "upos" })).Packed("int8")
	require.NoError(t, err)
	data, sentences := kit.File(t, p), probe(t)
	want := kit.Arcs(kit.Parses(p, sentences))
	r := rand.New(rand.NewPCG(11, 0))
	refused, tried := 0, 0
	for i := 0; i < len(data); i += 1 + r.IntN(15) {
		require.True(t, requireRefusedOrSame(t, data[:i], sentences, want), "%d of %d bytes", i, len(data))
		old := data[i]
		if data[i] ^= 1 + byte(r.IntN(255)); requireRefusedOrSame(t, data, sentences, want) {
			refused++
		}
		data[i] = old
		tried++
	}
	require.False(t, requireRefusedOrSame(t, data, sentences, want), "mended again")
	require.Greater(t, refused, tried/2)
}

// TestSegmentersArePacked, too.
func TestSegmentersArePacked(t *testing.T) {
	treebank := kit.Some(t)[:20]
	rules, err := segment.Learn(treebank, "")
	require.NoError(t, err)
	o := learn.SegmenterOptions(rules, false, 0)
	o.Exact, o.Epochs = true, 1
	s, err := learn.LearnSegmenter(t.Context(), rules, treebank, nil, o, learn.Observer{})
	require.NoError(t, err)
	p, err := kit.Tiny(t, false).WithSegmenter(s)
	require.NoError(t, err)
	before := kit.File(t, p)
	packed, err := p.Packed("int8")
	require.NoError(t, err)
	require.True(t, bytes.Equal(kit.File(t, packed), kit.File(t, kit.Reread(t, kit.File(t, packed)))))
	require.Less(t, len(kit.File(t, packed)), len(kit.File(t, p)))
	require.Equal(t, "int8", packed.Segmenter().Tagger.Meta().Packed)
	require.True(t, bytes.Equal(before, kit.File(t, p)), "the parser that is packed stays as it was")
}
