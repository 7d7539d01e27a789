// Package examples writes what training learns from to a file, for learners elsewhere: each state, the legal actions, what
// each costs and how the model in the making scored it. Examples are written as they come, in constant memory.
//
//	f, err := examples.Create("da.npz")           // or "da.jsonl"
//	defer f.Close()
//	observer.Taught = f.Add
//	err = f.Commit()
package examples

import (
	"encoding/json"
	"path/filepath"

	"parser/parser/internal/atomicfile"
	"parser/parser/internal/training"
	"parser/transition"
)

// File is a file of examples in the making, which gets its name when it is complete.
type File struct {
	out   *atomicfile.File
	write form
	begun bool
	err   error // the first one
}

// form is how examples are written.
type form interface {
	header(h *header) error
	example(e *example) error
	end() error
	close() // releases what the form keeps
}

// header says what the numbers of examples stand for.
type header struct {
	Format  string   `json:"format"`
	System  string   `json:"system"`
	Moves   []string `json:"moves"`             // by number: the classes of stage 0 if a move is decided on before its label
	Actions []string `json:"actions,omitempty"` // by number: the classes of all other decisions
	Labels  []string `json:"labels"`            // by number: of heads
	TwoStep bool     `json:"two_step"`
}

const formatName = "parser examples 1"

// example is a decision. Nodes are numbered from 1, words first, and 0 is ROOT; heads and labels are those of nodes from 1,
// -1 where they are not known yet.
type example struct {
	Epoch    int       `json:"epoch"`
	Sentence int       `json:"sentence"`
	Step     int       `json:"step"` // moves made before
	Stage    int       `json:"stage"`
	Stack    []int32   `json:"stack"` // its top last
	Next     int32     `json:"next"`  // the first word of the buffer, which goes to the end
	Heads    []int32   `json:"heads"`
	Labels   []int32   `json:"labels"`
	Legal    []int32   `json:"legal"`
	Costs    []float32 `json:"costs"`              // of the legal classes
	Scores   []float32 `json:"scores,omitempty"`   // of the legal classes
	Features []uint64  `json:"features,omitempty"` // of a linear scorer: hashes, each of a template and its values
}

// Create begins a file: an archive of NumPy if its name ends in .npz, and otherwise lines of JSON.
func Create(name string) (*File, error) {
	out, err := atomicfile.Create(name)
	if err != nil {
		return nil, err
	}
	f := &File{out: out, write: &lines{json.NewEncoder(out)}}
	if filepath.Ext(name) == ".npz" {
		f.write = newArchive(out, filepath.Dir(name))
	}
	return f, nil
}

// Add writes an example, unless there was an error, which Commit returns.
func (f *File) Add(e training.Example) {
	if f.err == nil && !f.begun {
		f.begun, f.err = true, f.write.header(headerOf(&e))
	}
	if f.err == nil {
		f.err = f.write.example(exampleOf(&e))
	}
}

// Commit completes the file.
func (f *File) Commit() error {
	if f.err == nil {
		f.err = f.write.end()
	}
	if f.err == nil {
		f.err = f.out.Commit()
	}
	return f.err
}

// Close removes the file, unless it is complete.
func (f *File) Close() {
	f.write.close()
	f.out.Close()
}

func headerOf(e *training.Example) *header {
	d := e.Derivation
	h := &header{Format: formatName, System: d.System.Name(), Labels: append([]string{}, e.Labels...), TwoStep: d.TwoStep}
	for m := range transition.NumMoves {
		h.Moves = append(h.Moves, m.String())
	}
	if d.Actions != nil {
		for _, a := range d.Actions.All {
			name := a.Move.String()
			if a.Label != transition.None {
				name += "-" + e.Labels[a.Label]
			}
			h.Actions = append(h.Actions, name)
		}
	}
	return h
}

func exampleOf(e *training.Example) *example {
	c := &e.Derivation.Config
	x := &example{
		Epoch: e.Epoch, Sentence: e.Sentence, Step: len(c.Steps), Stage: e.Stage, Next: c.Next, Stack: []int32{}, Heads: []int32{}, Labels: []int32{},
		Legal: e.Classes, Costs: e.Costs, Features: e.Features,
	}
	if c.Graph == nil { // whose nodes are others
		x.Stack = c.Stack
		for _, n := range c.Nodes[1:] {
			x.Heads, x.Labels = append(x.Heads, n.Head), append(x.Labels, n.Label)
		}
	}
	if len(e.Scores) > 0 {
		for _, k := range e.Classes {
			x.Scores = append(x.Scores, e.Scores[k])
		}
	}
	return x
}

// lines writes the header, and then each example, as an object in a line.
type lines struct{ *json.Encoder }

func (l *lines) header(h *header) error   { return l.Encode(h) }
func (l *lines) example(e *example) error { return l.Encode(e) }
func (*lines) end() error                 { return nil }
func (*lines) close()                     {}
