// Command wasm is the parser in the package for JavaScript: what package parser can do with a model in memory, without
// files, servers and training. It runs in a worker (worker.js), to which it gives one function:
//
//	ready(load)
//	load(bytes)                                    // {error} or {about, parse}; about is JSON
//	parse(input, name, options, pull, emit, done)  // parses one text or file of CoNLL-U
//
// Parse asks for a piece of its input by pull(give), where give takes a Uint8Array, or null at the end, now or later. It
// hands CoNLL-U to emit, all that it has before it asks for the next piece, and ends with done(null), or with an object that has
// the message, file, line and column of an error.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"syscall/js"
	"unicode/utf16"

	"parser/conll"
	"parser/parser"
	"parser/parser/text"
)

func main() {
	js.Global().Call("ready", js.FuncOf(load))
	select {}
}

// format is what parses are written in: the package reads no other one.
const format = "conllu"

// load loads the model in a Uint8Array.
func load(_ js.Value, given []js.Value) any {
	file := bytesOf(given[0])
	p, err := parser.Read(bytes.NewReader(file), int64(len(file)))
	if err == nil {
		_, err = p.NewWriter(io.Discard, format)
	}
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	m := p.Meta()
	about, err := json.Marshal(map[string]any{
		"language": m.Lang, "structure": m.Structure, "labels": m.Labels, "treebanks": m.Treebanks,
		"rawText": m.RawText, "licence": m.Licence, "source": m.Source,
	})
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	return map[string]any{"about": string(about), "parse": js.FuncOf(func(_ js.Value, given []js.Value) any {
		go func() { // a function of JavaScript must not wait for another one
			done := given[5]
			if err := parse(p, given); err != nil {
				done.Invoke(place(err))
			} else {
				done.Invoke(nil)
			}
		}()
		return nil
	})}
}

// parse does what the function of JavaScript is asked for.
func parse(p *parser.Parser, given []js.Value) error {
	input, name, options, emit := given[0].String(), given[1].String(), given[2], given[4]
	var r parser.Request
	o := text.Options{Ranges: units}
	if err := set(&r, &o, input, options); err != nil {
		return err
	}
	if options.Get("length").Int() > 0 {
		asked, err := p.With(r)
		if err != nil {
			return err
		}
		p = asked
	}
	var out bytes.Buffer
	w, err := p.NewWriter(&out, format)
	if err != nil {
		return err
	}
	in := &pieces{pull: given[3], before: func() error {
		err := w.Flush()
		if err == nil && out.Len() > 0 {
			emit.Invoke(out.String())
			out.Reset()
		}
		return err
	}}
	var sentences iter.Seq2[*conll.Sentence, error]
	if input == "conllu" {
		sentences = conll.NewReader(in, name).All()
	} else if sentences, err = p.Text(in, name, o); err != nil {
		return err
	}
	for it, err := range p.All(context.Background(), sentences, 1) {
		if err != nil {
			return err
		}
		if err := w.Write(it); err != nil {
			return err
		}
	}
	return in.before()
}

// set sets what pairs of names and values ask for: the flags of "parser parse", and how a text is read.
func set(r *parser.Request, o *text.Options, input string, pairs js.Value) error {
	isText := input == "text"
	if input == "tokens" {
		o.Segmented = text.Vertical
	}
	asked := r.Options()
	for i := range pairs.Length() {
		name, value := pairs.Index(i).Index(0).String(), pairs.Index(i).Index(1).String()
		yes := value == "true"
		switch option, known := asked.Find(name); {
		case known && name != "spans":
			if err := option.Set(value); err != nil {
				return err
			}
		case name == "lines" && isText:
			if yes {
				o.Segmented = text.Sentences
			}
		case name == "paragraphs" && isText:
			if yes {
				o.Segmented, o.FindSentences = text.Paragraphs, true
			}
		case name == "dehyphenate" && isText:
			o.Dehyphenate = yes
		case name == "markup" && isText:
			o.Markup = value
		default:
			return fmt.Errorf("there is no option %q of the input %s", name, input)
		}
	}
	return asked.Check()
}

// units returns the length of a text as JavaScript counts it.
func units(text string) (n int) {
	for _, c := range text {
		n += utf16.RuneLen(c)
	}
	return n
}

// pieces are the bytes that JavaScript gives piece by piece.
type pieces struct {
	pull   js.Value
	before func() error // is called before it asks for a piece
	rest   []byte
	ended  bool
}

func (p *pieces) Read(dst []byte) (int, error) {
	for len(p.rest) == 0 {
		if p.ended {
			return 0, io.EOF
		}
		if err := p.before(); err != nil {
			return 0, err
		}
		given := make(chan []byte, 1) // it may be given at once
		give := js.FuncOf(func(_ js.Value, piece []js.Value) any {
			if p.ended = piece[0].IsNull(); p.ended {
				given <- nil
			} else {
				given <- bytesOf(piece[0])
			}
			return nil
		})
		p.pull.Invoke(give)
		p.rest = <-given
		give.Release()
	}
	n := copy(dst, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// bytesOf returns a copy of a Uint8Array.
func bytesOf(array js.Value) []byte {
	b := make([]byte, array.Length())
	js.CopyBytesToGo(b, array)
	return b
}

// place says what is wrong, and where: the file, the line and the column are 0 or "" if it is not about a place.
func place(err error) map[string]any {
	found := map[string]any{"message": strings.TrimSpace(err.Error())}
	var e *conll.Error
	if errors.As(err, &e) {
		found["file"], found["line"], found["column"] = e.File, e.Line, e.Column
	}
	return found
}
