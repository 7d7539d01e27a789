package transformer

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// configOf returns the config.json of an encoder of the tests, with other values; nil takes one away.
func configOf(t testing.TB, name string, other map[string]any) []byte {
	text, err := os.ReadFile(filepath.Join("testdata", "reference", name, "config.json"))
	require.NoError(t, err)
	values := map[string]any{}
	require.NoError(t, json.Unmarshal(text, &values))
	maps.Copy(values, other)
	text, err = json.Marshal(values)
	require.NoError(t, err)
	return text
}

func TestConfig(t *testing.T) {
	c, err := parseConfig(configOf(t, "xlm-roberta", nil))
	require.NoError(t, err)
	require.Equal(t, 24, c.Longest())
	require.Equal(t, 2, c.First)
	c, err = parseConfig(configOf(t, "electra", nil))
	require.NoError(t, err)
	require.Equal(t, 16, c.Embeddings)
	c, err = parseConfig(configOf(t, "bert", map[string]any{"hidden_act": nil, "layer_norm_eps": nil}))
	require.NoError(t, err)
	require.Equal(t, "gelu", c.Activation)
	require.Equal(t, float32(1e-12), c.Epsilon)
}

func TestConfigRefuses(t *testing.T) {
	for want, other := range map[string]map[string]any{
		`model_type "gpt2" is not one of`:             {"model_type": "gpt2"},
		`model_type "" is not one of`:                 {"model_type": nil},
		`the activation "silu" is not supported`:      {"hidden_act": "silu"},
		`position_embedding_type "relative_key"`:      {"position_embedding_type": "relative_key"},
		"a decoder (is_decoder, add_cross_attention)": {"is_decoder": true},
		"the number of layers is 0, not 1 to":         {"num_hidden_layers": 0},
		"the number of layers is 1000000000, not":     {"num_hidden_layers": 1000000000},
		"the width is -5, not 1 to":                   {"hidden_size": -5},
		"the width 32 is no multiple of the 5 heads":  {"num_attention_heads": 5},
		"the vocabulary is 1099511627776, not":        {"vocab_size": 1 << 40},
		"2 positions from 0 on leave no room":         {"max_position_embeddings": 2},
		"layer_norm_eps is 7":                         {"layer_norm_eps": 7},
		"-1 token types":                              {"type_vocab_size": -1},
		"hidden_size cannot be a string":              {"hidden_size": "wide"},
		"it lacks num_attention_heads, vocab_size":    {"num_attention_heads": nil, "vocab_size": nil},
		"the inner width is 0, not 1":                 {"intermediate_size": 0},
	} {
		_, err := parseConfig(configOf(t, "bert", other))
		require.ErrorIs(t, err, ErrEncoder, want)
		require.ErrorContains(t, err, want)
	}
}

// Of ModernBERT and DeBERTa the forms that there are, old and new, are known, and others are refused by name.
func TestFamilies(t *testing.T) {
	global, local := rotary{base: 160000}, rotary{base: 5000, window: 4}
	rope := map[string]any{"full_attention": map[string]any{"rope_theta": 160000},
		"sliding_attention": map[string]any{"rope_theta": 5000, "rope_type": "default"}}
	for _, other := range []map[string]any{
		{"local_rope_theta": 5000, "position_embedding_type": "sans_pos"},
		{"local_rope_theta": nil, "global_rope_theta": nil, "rope_parameters": rope,
			"layer_types": []string{"full_attention", "sliding_attention", "full_attention"}},
	} {
		other["num_hidden_layers"] = 3
		c, err := parseConfig(configOf(t, "modernbert", other))
		require.NoError(t, err)
		require.Equal(t, []rotary{global, local, global}, c.Rotary)
		require.Equal(t, bare{true, true, true}, c.Bare)
		require.Equal(t, 96, c.raised())
	}
	real := map[string]any{"pos_att_type": []string{"c2p", "p2c"}, "position_buckets": 256, "max_position_embeddings": 512}
	c, err := parseConfig(configOf(t, "deberta-v2", real))
	require.NoError(t, err)
	rows := []int{}
	for _, distance := range []int{0, 1, -1, 128, 129, -129, 200, 511, -511, 600} {
		rows = append(rows, c.bucket(distance)-256)
	}
	require.Equal(t, []int{0, 1, -1, 128, 129, -129, 169, 255, -255, 255}, rows)
	for want, change := range map[string]map[string]map[string]any{
		"modernbert": {
			`rope_type "yarn" is not supported`:      {"rope_parameters": map[string]any{"full_attention": map[string]any{"rope_type": "yarn"}}},
			`layer_types: "linear" is not supported`: {"layer_types": []string{"linear", "linear"}},
			"layer_types has 1 layers of 2":          {"layer_types": []string{"full_attention"}},
			"heads of 1 numbers have no pairs":       {"num_attention_heads": 32},
			"local_attention -1":                     {"local_attention": -1},
			`the activation "silu" is not supported`: {"hidden_activation": "silu"},
			"it lacks intermediate_size":             {"intermediate_size": nil},
			"layer_types cannot be a string":         {"layer_types": "full_attention"},
		},
		"deberta-v2": {
			"with a convolution (conv_kernel_size 3)": {"conv_kernel_size": 3},
			"without share_att_key":                   {"share_att_key": false},
			"without relative_attention":              {"relative_attention": false},
			"with position_biased_input":              {"position_biased_input": nil},
			"another pos_att_type than c2p and p2c":   {"pos_att_type": "c2p|p2p"},
			`with norm_rel_ebd "none"`:                {"norm_rel_ebd": "none"},
			"with embedding_size 16":                  {"embedding_size": 16},
			"with attention_head_size 16":             {"attention_head_size": 16},
			"with 1 buckets of 24 distances":          {"position_buckets": 1},
			"60 buckets are too many for 24":          {"position_buckets": 60},
			"pos_att_type cannot be a number":         {"pos_att_type": 1},
		},
	} {
		for message, other := range change {
			_, err := parseConfig(configOf(t, want, other))
			require.ErrorIs(t, err, ErrEncoder, message)
			require.ErrorContains(t, err, message)
		}
	}
}

func FuzzConfig(f *testing.F) {
	for _, name := range Types() {
		f.Add(configOf(f, name, nil))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if c, err := parseConfig(text); err == nil {
			require.Positive(t, c.Longest())
			require.Zero(t, c.Width%c.Heads)
		}
	})
}

// copied copies the folder of an encoder, to be damaged.
func copied(t *testing.T, name string) string {
	dir := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "reference", name))))
	return dir
}

// A folder whose files do not fit together is refused by the name of what does not fit.
func TestOpenRefuses(t *testing.T) {
	_, err := Open(t.TempDir(), Settings{})
	require.ErrorIs(t, err, ErrEncoder)
	for want, other := range map[string]map[string]any{
		"there is no tensor bert.encoder.layer.2.attention.self.query.weight":                                       {"num_hidden_layers": 3},
		"tensor bert.encoder.layer.0.intermediate.dense.weight has the shape [48 32], and config.json says [49 32]": {"intermediate_size": 49},
		"word_embeddings.weight has the shape [60 32], and config.json says [61 32]":                                {"vocab_size": 61},
		"the tokenizer knows 24 subwords and config.json 23":                                                        {"vocab_size": 23},
	} {
		dir := copied(t, "bert")
		require.NoError(t, os.WriteFile(filepath.Join(dir, "config.json"), configOf(t, "bert", other), 0o666))
		_, err := Open(dir, Settings{})
		require.ErrorIs(t, err, ErrEncoder)
		require.ErrorContains(t, err, want)
	}
	dir := copied(t, "bert")
	name := filepath.Join(dir, "model.safetensors")
	weights, err := os.ReadFile(name)
	require.NoError(t, err)
	for i := range 4 { // the last number, of the table of subwords
		weights[len(weights)-1-i] = 0xff
	}
	require.NoError(t, os.WriteFile(name, weights, 0o666))
	_, err = Open(dir, Settings{})
	require.ErrorContains(t, err, "has the number NaN at")
	require.NoError(t, os.Remove(filepath.Join(dir, "vocab.txt")))
	_, err = Open(dir, Settings{})
	require.ErrorIs(t, err, ErrEncoder)
}

// An export in ONNX is the model it was made of, wherever it lies in the folder; what rounding costs is little.
func TestExports(t *testing.T) {
	folder := filepath.Join("testdata", "exports")
	text := sentences(rand.New(rand.NewPCG(5, 1)), 4, 9)
	var want []float32
	for _, form := range []string{"bert", "traced", "onnx/captured", "half", "onnx/signed", "columns", "pairs"} {
		dir := filepath.Join(t.TempDir(), "model")
		require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(folder, "bert"))))
		at, name := filepath.Split(form)
		if name != "bert" {
			require.NoError(t, os.Remove(filepath.Join(dir, "model.safetensors")))
			require.NoError(t, os.CopyFS(filepath.Join(dir, at), os.DirFS(filepath.Join(folder, name))))
		}
		e, err := Open(dir, Settings{Mixed: 1, Pieces: "mean"})
		require.NoError(t, err, form)
		got := read(e.NewReader(), e.Width, text)
		size, err := sizeOf(dir)
		require.NoError(t, err)
		require.Equal(t, e.Size, size)
		require.NoError(t, e.Close())
		switch name {
		case "bert":
			want = got
		case "traced", "captured":
			require.Equal(t, want, got)
		default:
			require.NotEqual(t, want, got)
			require.Less(t, loss(want, got), 0.001, form)
		}
	}
}

// A finder takes the encoder that a model names, whatever its folder is called, and no other.
func TestFinder(t *testing.T) {
	e := open(t, "bert", Settings{})
	require.Equal(t, "bert", e.Name)
	dir := t.TempDir()
	_, err := NewFinder([]string{dir}, nil).Find(e.Identity)
	require.ErrorIs(t, err, ErrEncoder)
	require.ErrorContains(t, err, "put its folder beside the model, or set PARSER_ENCODERS")
	require.NoError(t, os.CopyFS(filepath.Join(dir, "other"), os.DirFS(filepath.Join("testdata", "reference", "electra"))))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "renamed"), os.DirFS(filepath.Join("testdata", "reference", "bert"))))
	f := NewFinder([]string{"none", dir}, nil)
	found, err := f.Find(e.Identity)
	require.NoError(t, err)
	require.Equal(t, e.SHA256, found.SHA256)
	again, err := f.Find(e.Identity)
	require.NoError(t, err)
	require.Same(t, found, again)
	require.NoError(t, found.Close())
	found, err = NewFinder([]string{filepath.Join(dir, "renamed")}, nil).Find(e.Identity)
	require.NoError(t, err)
	require.NoError(t, found.Close())
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "renamed")))
	require.NoError(t, os.Rename(filepath.Join(dir, "other"), filepath.Join(dir, "bert")))
	_, err = NewFinder([]string{dir}, nil).Find(e.Identity)
	require.ErrorContains(t, err, "bert is another encoder, of ")
	t.Setenv("PARSER_ENCODERS", "none"+string(os.PathListSeparator)+dir)
	require.Equal(t, []string{"none", dir}, Folders()[:2])
	name, err := Named("bert")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, "bert"), name)
	_, err = Named("roberta")
	require.ErrorIs(t, err, ErrEncoder)
}
