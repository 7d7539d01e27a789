package transformer

// names are what files call the tensors of an encoder. A name of a product or norm lacks ".weight" and ".bias".
type names struct {
	embeddings string // before the names of embeddings
	subwords   string // whose embeddings the others are added to
	norm       string // of the sum
	layer      string // before those of a layer, with its number
	query      string // in ModernBERT of queries, keys and values
	key        string
	value      string
	joined     string
	first      string
	up, down   string
	last       string
}

// prefixes may stand in front of all names: what models with heads call the encoder in them.
var prefixes = []string{"", "bert.", "roberta.", "electra.", "distilbert.", "model.", "deberta."}

// Names of what only DeBERTa and ModernBERT have.
const distancesName, distancesNormName, finalName = "encoder.rel_embeddings.weight", "encoder.LayerNorm", "final_norm"

const usualSubwords, usualNorm = "word_embeddings.weight", "LayerNorm"

var usualNames = names{
	embeddings: "embeddings.", subwords: usualSubwords, norm: usualNorm, layer: "encoder.layer.%d.",
	query: "attention.self.query", key: "attention.self.key", value: "attention.self.value",
	joined: "attention.output.dense", first: "attention.output.LayerNorm",
	up: "intermediate.dense", down: "output.dense", last: "output.LayerNorm",
}

var distilNames = names{
	embeddings: "embeddings.", subwords: usualSubwords, norm: usualNorm, layer: "transformer.layer.%d.",
	query: "attention.q_lin", key: "attention.k_lin", value: "attention.v_lin",
	joined: "attention.out_lin", first: "sa_layer_norm",
	up: "ffn.lin1", down: "ffn.lin2", last: "output_layer_norm",
}

var debertaNames = names{
	embeddings: "embeddings.", subwords: usualSubwords, norm: usualNorm, layer: "encoder.layer.%d.",
	query: "attention.self.query_proj", key: "attention.self.key_proj", value: "attention.self.value_proj",
	joined: "attention.output.dense", first: "attention.output.LayerNorm",
	up: "intermediate.dense", down: "output.dense", last: "output.LayerNorm",
}

var modernNames = names{
	embeddings: "embeddings.", subwords: "tok_embeddings.weight", norm: "norm", layer: "layers.%d.",
	query: "attn.Wqkv", joined: "attn.Wo", first: "attn_norm", up: "mlp.Wi", down: "mlp.Wo", last: "mlp_norm",
}

func (c *Config) names() *names {
	switch c.Type {
	case "distilbert":
		return &distilNames
	case "deberta-v2":
		return &debertaNames
	case "modernbert":
		return &modernNames
	}
	return &usualNames
}
