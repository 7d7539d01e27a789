package transformer

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"parser/parser/internal/transformer/internal/tensors"
)

// Write writes the encoder as it is, with its head, to a folder, which must exist, as model hubs have it: config.json,
// model.safetensors in single precision, and the files of the tokenizer.
func (m *Masked) Write(folder string) error {
	for _, name := range tokenizerFiles(m.has) {
		text, err := m.files(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrEncoder, err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			return err
		}
	}
	f, err := os.Create(filepath.Join(folder, "model.safetensors"))
	if err != nil {
		return err
	}
	return errors.Join(m.writeTensors(f), f.Sync(), f.Close())
}

// sources gathers the tensors of a file.
type sources []tensors.Source

// matrix adds a matrix with some rows of values.
func (t *sources) matrix(name string, values []float32, cols int) {
	*t = append(*t, tensors.Source{Name: name, Shape: []int{len(values) / cols, cols}, Row: func(dst []float32, row int) error {
		copy(dst, values[row*cols:])
		return nil
	}})
}

func (t *sources) vector(name string, values []float32) {
	*t = append(*t, tensors.Source{Name: name, Shape: []int{len(values)}, Row: func(dst []float32, _ int) error {
		copy(dst, values)
		return nil
	}})
}

// products adds the products that p has side by side.
func (t *sources) products(p *product, names ...string) {
	out := p.out / len(names)
	for i, name := range names {
		t.matrix(name+".weight", p.matrix.values[i*out*p.in:][:out*p.in], p.in)
		if !p.bare {
			t.vector(name+".bias", p.bias.values[i*out:][:out])
		}
	}
}

func (t *sources) norm(name string, n *norm) {
	t.vector(name+".weight", n.gain.values)
	if !n.bare {
		t.vector(name+".bias", n.bias.values)
	}
}

// family is what stands before the names of the tensors of an encoder with a head.
func (c *Config) family() string {
	switch c.Type {
	case "xlm-roberta":
		return "roberta."
	case "modernbert":
		return "model."
	case "deberta-v2":
		return "deberta."
	}
	return c.Type + "."
}

func (m *Masked) writeTensors(w io.Writer) error {
	var t sources
	n, family := m.names(), m.family()
	embeddings := family + n.embeddings
	t = append(t, tensors.Source{
		Name: embeddings + n.subwords, Shape: []int{m.Vocabulary, m.Embeddings}, Row: func(dst []float32, row int) error {
			m.subwords.row(dst, int32(row))
			return nil
		},
	})
	if m.Absolute() {
		t.matrix(embeddings+"position_embeddings.weight", m.positions.values, m.Embeddings)
	}
	if m.Buckets > 0 {
		t.matrix(family+distancesName, m.distances.values, m.Width)
		t.norm(family+distancesNormName, &m.distancesNorm)
	}
	if m.Kinds > 0 {
		l := &loading{folder: m.folder, prefix: prefixOf(m.folder, n)}
		kinds := l.read(nil, n.embeddings+"token_type_embeddings.weight", m.Kinds, m.Embeddings)
		if l.err != nil {
			return l.err
		}
		copy(kinds, m.kind.values)
		t.matrix(embeddings+"token_type_embeddings.weight", kinds, m.Embeddings)
	}
	t.norm(embeddings+n.norm, &m.Tuning.norm)
	if m.project != nil {
		t.products(m.project, family+"embeddings_project")
	}
	for i := range m.layers {
		t.layer(&m.layers[i], n, family+fmt.Sprintf(n.layer, i))
	}
	if !m.final.absent() {
		t.norm(family+finalName, &m.final)
	}
	h, biases := m.headNames(), slices.Clone(m.head.biases)
	for i, id := range m.classes {
		biases[id] = m.head.bias.values[i]
	}
	t.products(&m.head.transform, h.transform)
	t.norm(h.norm, &m.head.norm)
	t.vector(h.bias, biases)
	return tensors.Write(w, t)
}

// layer adds the tensors of a layer, whose names begin with a prefix.
func (t *sources) layer(l *layer, n *names, prefix string) {
	attended := []string{prefix + n.query}
	if n.key != "" {
		attended = append(attended, prefix+n.key, prefix+n.value)
	}
	t.products(&l.attended, attended...)
	t.products(&l.joined, prefix+n.joined)
	if !l.first.absent() {
		t.norm(prefix+n.first, &l.first)
	}
	t.products(&l.up, prefix+n.up)
	t.products(&l.down, prefix+n.down)
	t.norm(prefix+n.last, &l.last)
}
