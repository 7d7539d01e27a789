package learn_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"parser/model"
	"parser/model/npz"
	"parser/parser/learn"
)

// tagger is RUNTAGGER, Algorithm 1 of Chang, He, Daumé III & Langford (2015). A class is a letter of the tag set "DNV".
type tagger struct {
	sentences []string // words with their true tags
	words     []string // of the current sentence
	output    []model.Class
	asked     learn.Decision
}

func (t *tagger) Start(i int) error {
	t.words, t.output = strings.Fields(t.sentences[i]), nil
	return nil
}

func (t *tagger) Next() *learn.Decision {
	n := len(t.output)
	if n == len(t.words) {
		return nil
	}
	word, _ := t.at(n)
	return t.asked.Ask([]model.Class{0, 1, 2}, learn.Hash("word", word), learn.Hash("word and tags before", word, fmt.Sprint(t.output)))
}

func (t *tagger) Take(k model.Class) error {
	t.output = append(t.output, k)
	return nil
}

// Price is the reference: the true tag is right, and no other.
func (t *tagger) Price(d *learn.Decision) error {
	_, label := t.at(len(t.output))
	return d.Want(label)
}

// Loss is the number of wrong tags.
func (t *tagger) Loss() (wrong float64) {
	for n, k := range t.output {
		if _, label := t.at(n); k != label {
			wrong++
		}
	}
	return wrong
}

func (t *tagger) at(n int) (word string, label model.Class) {
	word, tag, _ := strings.Cut(t.words[n], "/")
	return word, model.Class(strings.Index("DNV", tag))
}

// RUNTAGGER learns that "fish" is a noun or a verb, by the tags before it.
func Example_tagger() {
	data := []string{"the/D fish/N swim/V", "we/N fish/V", "the/D man/N fish/V", "we/N swim/V"}
	course := learn.Course{
		Settings: learn.Defaults("l2s"), Inputs: len(data), Classes: []int{3},
		NewTask: func() (learn.Task, error) { return &tagger{sentences: data}, nil },
	}
	learned, err := course.Run(context.Background(), 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer // which NumPy opens, too
	if err := npz.Write(&file, learned.Entries("tagger/")); err != nil {
		fmt.Println(err)
		return
	}
	arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err == nil {
		learned, err = learn.Read(arrays, "tagger/")
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	t := &tagger{sentences: []string{"the/D fish/N fish/V"}}
	t.Start(0)
	fmt.Println(learned.Run(t), t.output, t.Loss())
	// Output: <nil> [0 1 2] 0
}
