package transformer

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parser/conll/textfile"
)

// ErrEncoder is the cause when a folder holds no encoder that this package can use.
var ErrEncoder = errors.New("unusable encoder")

// Config is the shape of an encoder, from the config.json of its folder.
type Config struct {
	Type       string  `json:"model_type"` // one of Types
	Layers     int     `json:"num_hidden_layers"`
	Width      int     `json:"hidden_size"`             // of hidden states, H
	Heads      int     `json:"num_attention_heads"`     // H is a multiple of it
	Inner      int     `json:"intermediate_size"`       // width between the two products of a layer
	Embeddings int     `json:"embedding_size"`          // width of embeddings; other than H in ELECTRA alone
	Vocabulary int     `json:"vocab_size"`              // number of subwords
	Positions  int     `json:"max_position_embeddings"` // number of position embeddings
	Kinds      int     `json:"type_vocab_size"`         // number of embeddings of token types, 0 for none
	First      int     `json:"-"`                       // the position of the first subword: pad_token_id + 1 in RoBERTa's family
	Epsilon    float32 `json:"-"`                       // of layer norms
	Activation string  `json:"hidden_act"`              // between the two products: "gelu", by erf, or "gelu_new", the tanh form

	Buckets     int      `json:"-"` // of DeBERTa: how many distances to either side differ; 0 in others
	Farthest    int      `json:"-"` // … and from which on all are the same
	Logarithmic bool     `json:"-"` // … the farther the more share a bucket
	Rotary      []rotary `json:"-"` // of ModernBERT: of each layer
	Bare        bare     `json:"-"`
}

// bare says which parts of ModernBERT have no biases.
type bare struct{ Attention, Products, Norms bool }

// Types lists the values of model_type that this package can use.
func Types() []string {
	return []string{"bert", "roberta", "xlm-roberta", "electra", "distilbert", "modernbert", "deberta-v2"}
}

// Modern reports whether an encoder is a ModernBERT.
func (c *Config) Modern() bool { return c.Type == "modernbert" }

// Absolute reports whether positions have embeddings.
func (c *Config) Absolute() bool { return !c.Modern() && c.Buckets == 0 }

// raised returns the width of the first of a layer's two products.
func (c *Config) raised() int {
	if c.Modern() {
		return 2 * c.Inner
	}
	return c.Inner
}

// Longest returns how many subwords, with both ends, an encoder can read at a time.
func (c *Config) Longest() int { return c.Positions - c.First }

// file is what config.json says: DistilBERT has names of its own.
type file struct {
	Config
	Epsilon     float64 `json:"layer_norm_eps"`
	Pad         *int    `json:"pad_token_id"`
	Position    string  `json:"position_embedding_type"`
	Decoder     bool    `json:"is_decoder"`
	Cross       bool    `json:"add_cross_attention"`
	Dim         int     `json:"dim"`
	DistilInner int     `json:"hidden_dim"`
	DistilLayer int     `json:"n_layers"`
	DistilHeads int     `json:"n_heads"`
	DistilAct   string  `json:"activation"`
	modernFile
	debertaFile
}

const configFile = "config.json"

// mostConfig is the size of the longest config.json that is read: lists of labels can be long.
const mostConfig = 1 << 24

// ReadConfig reads the config.json of a folder. The cause of its errors is ErrEncoder, or that of the system.
func ReadConfig(folder string) (*Config, error) {
	name := filepath.Join(folder, configFile)
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEncoder, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostConfig))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEncoder, err)
	}
	c, err := parseConfig(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

func parseConfig(text []byte) (*Config, error) {
	var f file
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEncoder, textfile.PlainJSON(err))
	}
	if !slices.Contains(Types(), f.Type) {
		return nil, fmt.Errorf("%w: model_type %q is not one of %q", ErrEncoder, f.Type, Types())
	}
	if f.Type == "distilbert" {
		f.Width, f.Inner, f.Layers, f.Heads, f.Activation = f.Dim, f.DistilInner, f.DistilLayer, f.DistilHeads, f.DistilAct
		f.Kinds, f.Epsilon = 0, 1e-12 // which DistilBERT does not let one choose
	}
	c := &f.Config
	if missing := f.missing(text); len(missing) > 0 {
		return nil, fmt.Errorf("%w: it lacks %s", ErrEncoder, strings.Join(missing, ", "))
	}
	if f.Type == "modernbert" {
		f.Activation, f.Epsilon, f.Kinds = f.ModernActivation, cmp.Or(f.NormEpsilon, 1e-5), 0
	}
	c.Epsilon, c.Activation = float32(f.Epsilon), cmp.Or(f.Activation, "gelu")
	if f.Type != "electra" && f.Type != "deberta-v2" || c.Embeddings == 0 {
		c.Embeddings = c.Width
	}
	if f.Type == "roberta" || f.Type == "xlm-roberta" {
		pad := 1
		if f.Pad != nil {
			pad = *f.Pad
		}
		c.First = pad + 1
	}
	if c.Epsilon == 0 {
		c.Epsilon = 1e-12
	}
	switch c.Activation {
	case "gelu":
	case "gelu_new", "gelu_pytorch_tanh":
		c.Activation = "gelu_new"
	default:
		return nil, fmt.Errorf("%w: the activation %q is not supported, only gelu and gelu_new", ErrEncoder, c.Activation)
	}
	switch {
	case f.Position != "" && f.Position != "absolute" && f.Type != "modernbert":
		return nil, fmt.Errorf("%w: position_embedding_type %q is not supported, only absolute", ErrEncoder, f.Position)
	case f.Decoder || f.Cross:
		return nil, fmt.Errorf("%w: a decoder (is_decoder, add_cross_attention) is not supported", ErrEncoder)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	switch f.Type {
	case "modernbert":
		return c, f.modern()
	case "deberta-v2":
		return c, f.deberta()
	}
	return c, nil
}

// missing lists what config.json has to say and does not.
func (f *file) missing(text []byte) (names []string) {
	needed := []string{"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size"}
	if f.Type == "distilbert" {
		needed = []string{"dim", "n_layers", "n_heads", "hidden_dim"}
	}
	var said map[string]json.RawMessage
	_ = json.Unmarshal(text, &said) // which is an object, or f would not be
	for _, name := range append(needed, "vocab_size", "max_position_embeddings") {
		if value := said[name]; value == nil || string(value) == "null" {
			names = append(names, name)
		}
	}
	return names
}

// check refuses sizes that no encoder has, before anything of that size is made.
func (c *Config) check() error {
	for _, n := range []struct {
		name        string
		value, most int
	}{
		{"number of layers", c.Layers, 1 << 10}, {"width", c.Width, 1 << 15}, {"number of heads", c.Heads, 1 << 10},
		{"inner width", c.Inner, 1 << 18}, {"width of embeddings", c.Embeddings, 1 << 15},
		{"vocabulary", c.Vocabulary, 1 << 24}, {"number of positions", c.Positions, 1 << 20},
	} {
		if n.value < 1 || n.value > n.most {
			return fmt.Errorf("%w: the %s is %d, not 1 to %d", ErrEncoder, n.name, n.value, n.most)
		}
	}
	switch {
	case c.Width%c.Heads != 0:
		return fmt.Errorf("%w: the width %d is no multiple of the %d heads", ErrEncoder, c.Width, c.Heads)
	case c.Kinds < 0 || c.Kinds > 1<<16:
		return fmt.Errorf("%w: %d token types", ErrEncoder, c.Kinds)
	case c.First < 0 || c.Longest() < 3:
		return fmt.Errorf("%w: %d positions from %d on leave no room for a subword between both ends", ErrEncoder, c.Positions, c.First)
	case !(c.Epsilon > 0 && c.Epsilon < 1):
		return fmt.Errorf("%w: layer_norm_eps is %v", ErrEncoder, c.Epsilon)
	}
	return nil
}
