package transformer

// names are what files call the tensors of an encoder. A name of a product or norm lacks ".weight" and ".bias".
type names struct {
	embeddings string // before the names of embeddings
	layer      string // before those of a layer, with its number
	query      string
	key        string
	value      string
	joined     string
	first      string
	up, down   string
	last       string
}

// prefixes may stand in front of all names: what models with heads call the encoder in them.
var prefixes = []string{"", "bert.", "roberta.", "electra.", "distilbert."}

var usualNames = names{
	embeddings: "embeddings.", layer: "encoder.layer.%d.",
	query: "attention.self.query", key: "attention.self.key", value: "attention.self.value",
	joined: "attention.output.dense", first: "attention.output.LayerNorm",
	up: "intermediate.dense", down: "output.dense", last: "output.LayerNorm",
}

var distilNames = names{
	embeddings: "embeddings.", layer: "transformer.layer.%d.",
	query: "attention.q_lin", key: "attention.k_lin", value: "attention.v_lin",
	joined: "attention.out_lin", first: "sa_layer_norm",
	up: "ffn.lin1", down: "ffn.lin2", last: "output_layer_norm",
}

func (c *Config) names() *names {
	if c.Type == "distilbert" {
		return &distilNames
	}
	return &usualNames
}
