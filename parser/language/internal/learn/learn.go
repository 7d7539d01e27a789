package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"

	"parser/parser/language/internal/grams"
)

type options struct {
	grams int // of Latin letters
	steps int // of each language
}

// learn makes a table of the texts in a list.
func learn(o options, list, file string, folders []string) error {
	all, err := readTexts(list, folders)
	if err != nil {
		return err
	}
	sizes := map[string]int{}
	for _, t := range all {
		sizes[t.language] += t.size
	}
	var table grams.Table
	for s := grams.Latin; s < grams.Scripts; s++ {
		var of []*text
		for _, t := range all {
			if t.script == s && t.size*quoted >= sizes[t.language] {
				of = append(of, t)
			}
		}
		slices.SortFunc(of, func(a, b *text) int { return strings.Compare(a.language, b.language) })
		if len(of) == 0 {
			continue
		}
		g := &grams.Group{Script: s, Step: 1}
		for _, t := range of {
			g.Languages = append(g.Languages, t.language)
			fmt.Fprintf(os.Stderr, "script %d: %s, %d lines, %d KiB\n", s, t.language, len(t.lines), t.size>>10)
		}
		g.Bias = make([]float32, len(of))
		table = append(table, g)
		if len(of) > 1 {
			most := o.grams
			if s != grams.Latin {
				most = o.grams * min(len(of), 6) / 12
			}
			newCourse(g, of, choose(of, most)).run(o.steps)
		}
	}
	packed := table.Encode()
	fmt.Fprintf(os.Stderr, "%d bytes\n", len(packed))
	return os.WriteFile(file, packed, 0o644)
}

// quoted is how many times as much text a language must have altogether as in a script not to be learned in it: what is
// less is quotation.
const quoted = 20

// course learns the weights of a group by stochastic gradient descent on the log-likelihood of multinomial logistic
// regression, with the steps of AdaGrad (Duchi, Hazan and Singer, 2011).
type course struct {
	*grams.Group
	of      []*text
	rows    map[uint32]int
	weights []float32
	squares []float32 // sums of squared gradients
	bias    []float64
	random  *rand.Rand
}

func newCourse(g *grams.Group, of []*text, chosen []uint32) *course {
	g.Grams = chosen
	c := &course{Group: g, of: of, rows: map[uint32]int{}, random: rand.New(rand.NewPCG(uint64(g.Script), 1))}
	for i, hash := range chosen {
		c.rows[hash] = i
	}
	c.weights = make([]float32, len(chosen)*len(of))
	c.squares = make([]float32, len(c.weights))
	c.bias = make([]float64, len(of))
	return c
}

// piece is a few words of a language.
type piece struct {
	language int
	rows     []int32 // of the table, of its n-grams that have one
	scale    float64 // 1/sqrt(n), see [grams.Group.Probabilities]
}

// run learns from a number of pieces of each language.
func (c *course) run(steps int) {
	const batch = 4096
	pieces := make([]piece, batch)
	for done := 0; done < steps*len(c.of); done += batch {
		lines := make([]string, batch)
		for i := range pieces {
			pieces[i].language = (done + i) % len(c.of)
			lines[i] = c.draw(c.of[pieces[i].language])
		}
		var wait sync.WaitGroup
		for half := range 2 {
			wait.Go(func() {
				for i := half; i < batch; i += 2 {
					c.read(&pieces[i], lines[i])
				}
			})
		}
		wait.Wait()
		rate := 1 - float64(done)/float64(steps*len(c.of))
		for i := range pieces {
			c.step(&pieces[i], rate)
		}
	}
	c.quantize()
}

// draw returns some words of a text: of a line, or a line and what follows it.
func (c *course) draw(t *text) string {
	lengths := []int{1, 2, 3, 4, 6, 8, 10, 12, 16, 24}
	want := lengths[c.random.IntN(len(lengths))]
	line := t.lines[c.random.IntN(len(t.lines))]
	if t.script == grams.Han || t.script == grams.Thai { // without blanks
		runes := []rune(line)
		start := c.random.IntN(len(runes))
		return string(runes[start:min(len(runes), start+2*want)])
	}
	words := strings.Fields(line)
	start := 0
	if len(words) > want {
		start = c.random.IntN(len(words) - want + 1)
	}
	return strings.Join(words[start:min(len(words), start+want)], " ")
}

func (c *course) read(p *piece, line string) {
	p.rows = p.rows[:0]
	n := 0
	w := grams.WordsOf(line)
	if w.Script == c.Script {
		w.Each(func(hash uint32) {
			n++
			if row, ok := c.rows[hash]; ok {
				p.rows = append(p.rows, int32(row))
			}
		})
	}
	p.scale = 1 / math.Sqrt(math.Max(1, float64(n)))
}

// step learns from a piece: the gradient of a logit is its probability, less 1 of the right language. What would hardly
// change is left alone. Products are rounded before they are added, so that processors that can do both at once do not
// differ from others.
func (c *course) step(p *piece, left float64) {
	const rate, biasRate, hardly = 0.5, 0.01, 1e-3
	k := len(c.of)
	z := slices.Clone(c.bias)
	for _, row := range p.rows {
		for l, w := range c.weights[int(row)*k : int(row+1)*k] {
			z[l] += float64(p.scale * float64(w))
		}
	}
	grams.Softmax(z)
	z[p.language]--
	for l, d := range z {
		c.bias[l] -= float64(biasRate * left * d)
		if math.Abs(d) < hardly {
			continue
		}
		d := float32(p.scale * d)
		for _, row := range p.rows {
			at := int(row)*k + l
			c.squares[at] += float32(d * d)
			c.weights[at] -= float32(float32(rate*left) * d / float32(math.Sqrt(float64(c.squares[at]))))
		}
	}
}

// quantize rounds the weights to bytes.
func (c *course) quantize() {
	const share = 0.9999 // of the weights that are rounded; larger ones are cut
	sizes := make([]float32, len(c.weights))
	for i, w := range c.weights {
		sizes[i] = max(w, -w)
	}
	slices.Sort(sizes)
	most := sizes[int(share*float64(len(sizes)-1))]
	c.Step = most / math.MaxInt8
	c.Weights = make([]int8, len(c.weights))
	for i, w := range c.weights {
		c.Weights[i] = int8(math.Round(float64(max(-most, min(most, w)) / c.Step)))
	}
	for l, b := range c.bias {
		c.Bias[l] = float32(b)
	}
}
