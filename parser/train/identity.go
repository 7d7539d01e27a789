package train

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"parser/conll"
	"parser/parser"
	"parser/parser/structure"
)

// Identity names all that decides what a training comes to, for a Checkpoint: each option by its
// name in JSON, and digests of the data and of what was trained before. Callers add what they do
// besides.
func Identity(o parser.Options, train, dev structure.Data) (map[string]string, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	var options map[string]json.RawMessage
	if err := json.Unmarshal(text, &options); err != nil {
		return nil, err
	}
	identity := map[string]string{}
	for name, value := range options {
		identity["option "+name] = string(value)
	}
	whole := func(d structure.Data) func(io.Writer) error {
		return func(h io.Writer) error {
			w := conll.NewWriter(h)
			for _, s := range d.Sentences {
				if err := w.Write(s); err != nil {
					return err
				}
			}
			for _, t := range d.Trees {
				fmt.Fprintln(h, t)
			}
			for _, g := range d.Graphs {
				fmt.Fprintln(h, g)
			}
			return w.Flush()
		}
	}
	parts := map[string]func(io.Writer) error{"train": whole(train), "dev": whole(dev)}
	for i, p := range o.Taggers {
		parts[fmt.Sprint("tagger ", i+1)] = p.Write
	}
	if o.Teacher != nil {
		parts["teacher"] = o.Teacher.Write
	}
	if o.Segmenter != nil {
		parts["segmenter"] = o.Segmenter.Tagger.Write
	}
	if v := o.Vectors; v != nil {
		parts["vectors"] = func(h io.Writer) error {
			fmt.Fprintf(h, "%q", v.Words)
			return binary.Write(h, binary.LittleEndian, v.Data)
		}
	}
	for name, write := range parts {
		if identity[name], err = DigestOf(write); err != nil {
			return nil, err
		}
	}
	return identity, nil
}

// DigestOf returns the SHA-256, in hexadecimal, of what is written.
func DigestOf(write func(io.Writer) error) (string, error) {
	h := sha256.New()
	err := write(h)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}
