package transformer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// modernFile is what config.json says about ModernBERT (Warner et al. 2024) alone.
type modernFile struct {
	ModernActivation string   `json:"hidden_activation"`
	NormEpsilon      float64  `json:"norm_eps"`
	NormBias         bool     `json:"norm_bias"`
	AttentionBias    bool     `json:"attention_bias"`
	ProductBias      bool     `json:"mlp_bias"`
	Window           int      `json:"local_attention"`            // positions that a layer sees which does not see all
	GlobalEvery      int      `json:"global_attn_every_n_layers"` // which layers see all: those whose number is a multiple of this
	LayerTypes       []string `json:"layer_types"`                // … or a name for each
	GlobalBase       float64  `json:"global_rope_theta"`
	LocalBase        float64  `json:"local_rope_theta"`
	Rope             struct { // … in newer files
		Global ropeFile `json:"full_attention"`
		Local  ropeFile `json:"sliding_attention"`
	} `json:"rope_parameters"`
}

type ropeFile struct {
	Type string  `json:"rope_type"`
	Base float64 `json:"rope_theta"`
}

const fullAttention, slidingAttention = "full_attention", "sliding_attention"

// modern sets what is particular to ModernBERT. Its defaults are those of its authors.
func (f *file) modern() error {
	c := &f.Config
	global, local := cmp.Or(f.Rope.Global.Base, f.GlobalBase, 160_000), cmp.Or(f.Rope.Local.Base, f.LocalBase, 10_000)
	window, every := cmp.Or(f.Window, 128), cmp.Or(f.GlobalEvery, 3)
	switch {
	case c.Width/c.Heads%2 != 0:
		return fmt.Errorf("%w: heads of %d numbers have no pairs to turn", ErrEncoder, c.Width/c.Heads)
	case window < 2 || every < 1 || !(global >= 1 && local >= 1):
		return fmt.Errorf("%w: local_attention %d, global_attn_every_n_layers %d, rope_theta %v and %v", ErrEncoder, window, every, global, local)
	case f.LayerTypes != nil && len(f.LayerTypes) < c.Layers:
		return fmt.Errorf("%w: layer_types has %d layers of %d", ErrEncoder, len(f.LayerTypes), c.Layers)
	}
	for _, name := range []string{f.Rope.Global.Type, f.Rope.Local.Type} {
		if name != "" && name != "default" {
			return fmt.Errorf("%w: rope_type %q is not supported, only default", ErrEncoder, name)
		}
	}
	for i := range c.Layers {
		kind := slidingAttention
		if f.LayerTypes != nil {
			kind = f.LayerTypes[i]
		} else if i%every == 0 {
			kind = fullAttention
		}
		switch kind {
		case fullAttention:
			c.Rotary = append(c.Rotary, rotary{base: global})
		case slidingAttention:
			c.Rotary = append(c.Rotary, rotary{base: local, window: window / 2})
		default:
			return fmt.Errorf("%w: layer_types: %q is not supported", ErrEncoder, kind)
		}
	}
	c.Bare = bare{!f.AttentionBias, !f.ProductBias, !f.NormBias}
	return nil
}

// debertaFile is what config.json says about DeBERTa (He et al. 2021, 2023) alone.
type debertaFile struct {
	Relative    bool           `json:"relative_attention"`
	Biased      *bool          `json:"position_biased_input"`
	Shared      bool           `json:"share_att_key"`
	Attention   attentionTypes `json:"pos_att_type"`
	Norm        string         `json:"norm_rel_ebd"`
	Buckets     int            `json:"position_buckets"`
	Farthest    int            `json:"max_relative_positions"`
	Convolution int            `json:"conv_kernel_size"`
	HeadSize    int            `json:"attention_head_size"`
}

// attentionTypes are names in a list, or in a text with | between them.
type attentionTypes map[string]bool

// UnmarshalJSON implements json.Unmarshaler.
func (a *attentionTypes) UnmarshalJSON(text []byte) error {
	var list []string
	if err := json.Unmarshal(text, &list); err != nil {
		var joined string
		if json.Unmarshal(text, &joined) != nil {
			return err
		}
		list = strings.Split(joined, "|")
	}
	*a = attentionTypes{}
	for _, name := range list {
		(*a)[strings.TrimSpace(name)] = true
	}
	return nil
}

// deberta sets what is particular to the second and third versions of DeBERTa, and refuses what these do not have.
func (f *file) deberta() error {
	c := &f.Config
	c.Buckets, c.Farthest, c.Logarithmic = f.debertaFile.Buckets, f.debertaFile.Farthest, f.debertaFile.Buckets > 0
	if c.Farthest < 1 {
		c.Farthest = c.Positions
	}
	if !c.Logarithmic {
		c.Buckets = c.Farthest
	}
	for _, own := range []struct {
		right bool
		what  string
	}{
		{f.Relative, "without relative_attention"},
		{f.Biased != nil && !*f.Biased, "with position_biased_input"},
		{f.Shared, "without share_att_key"},
		{f.Attention["c2p"] && f.Attention["p2c"] && len(f.Attention) == 2, "with another pos_att_type than c2p and p2c"},
		{f.Norm == "layer_norm", fmt.Sprintf("with norm_rel_ebd %q, not layer_norm", f.Norm)},
		{f.Convolution < 1, fmt.Sprintf("with a convolution (conv_kernel_size %d)", f.Convolution)},
		{c.Embeddings == c.Width, fmt.Sprintf("with embedding_size %d and hidden_size %d", c.Embeddings, c.Width)},
		{f.HeadSize == 0 || f.HeadSize*c.Heads == c.Width, fmt.Sprintf("with attention_head_size %d", f.HeadSize)},
		{c.Buckets > 1 && c.Buckets <= 1<<15 && c.Farthest <= 1<<20, fmt.Sprintf("with %d buckets of %d distances", c.Buckets, c.Farthest)},
	} {
		if !own.right {
			return fmt.Errorf("%w: a DeBERTa %s is not supported", ErrEncoder, own.what)
		}
	}
	if c.Logarithmic && c.Farthest-1 <= c.Buckets/2 {
		return fmt.Errorf("%w: %d buckets are too many for %d distances", ErrEncoder, c.Buckets, c.Farthest)
	}
	return nil
}
