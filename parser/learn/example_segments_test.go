package learn_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"parser/model"
	"parser/parser/learn"
)

// chunker labels words as outside (class 0), beginning (1) or inside (2) of a segment. Its loss is global: 1 − F1 of
// whole segments, so that no word's share in it is known before the end.
type chunker struct {
	sentences [][2]string // words and their true labels, such as "OBIIO"
	words     []string
	truth     string
	output    string
	asked     learn.Decision
}

func (c *chunker) Start(i int) error {
	c.words, c.truth, c.output = strings.Fields(c.sentences[i][0]), c.sentences[i][1], ""
	return nil
}

func (c *chunker) Next() *learn.Decision {
	n := len(c.output)
	if n == len(c.words) {
		return nil
	}
	legal, last := []model.Class{0, 1, 2}, "start"
	if n > 0 {
		last = c.output[n-1:]
	}
	if last == "start" || last == "O" {
		legal = legal[:2] // nothing to be inside of
	}
	capital := fmt.Sprint(c.words[n] != strings.ToLower(c.words[n]))
	return c.asked.Ask(legal, learn.Hash("word", c.words[n]), learn.Hash("last", last, capital))
}

func (c *chunker) Take(k model.Class) error {
	c.output += "OBI"[k : k+1]
	return nil
}

// Price knows the true label of a word, but not what is best after a mistake: the reference is not optimal.
func (c *chunker) Price(d *learn.Decision) error {
	label := model.Class(strings.IndexByte("OBI", c.truth[len(c.output)]))
	if int(label) >= len(d.Classes) {
		label = 1 // the beginning has been missed
	}
	return d.Want(label)
}

func (c *chunker) Loss() float64 {
	both, all := 0.0, 0.0
	for span := range spans(c.output) {
		if all++; spans(c.truth)[span] {
			both++
		}
	}
	if all += float64(len(spans(c.truth))); all == 0 {
		return 0
	}
	return 1 - 2*both/all
}

// spans returns the segments of labels.
func spans(labels string) map[[2]int]bool {
	all := map[[2]int]bool{}
	for i := range labels {
		if labels[i] == 'B' {
			inside := labels[i+1:]
			all[[2]int{i, i + len(inside) - len(strings.TrimLeft(inside, "I"))}] = true
		}
	}
	return all
}

// LOLS completes deviations half by the reference and half by what it has learned, and compares their F1.
func Example_segments() {
	data := [][2]string{
		{"Ada Lovelace met Charles Babbage", "BIOBI"}, {"we saw Paris", "OOB"}, {"New York is big", "BIOO"},
		{"he left Bath", "OOB"}, {"Alan Turing ran", "BIO"},
	}
	course := learn.Course{
		Settings: learn.Defaults("lols"), Inputs: len(data), Classes: []int{3},
		NewTask: func() (learn.Task, error) { return &chunker{sentences: data}, nil },
	}
	learned, err := course.Run(context.Background(), 5)
	if err != nil { // learn.ErrTask, if the chunker broke a rule
		fmt.Println(err, errors.Is(err, learn.ErrTask))
		return
	}
	c := &chunker{sentences: [][2]string{{"we met Grace Hopper", "OOBI"}}}
	c.Start(0)
	fmt.Println(learned.Run(c), c.output, c.Loss())
	// Output: <nil> OOBI 0
}
