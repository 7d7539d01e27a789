package query_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/query"
	"parser/ptb"
	"parser/ptb/heads"
)

// simple are patterns whose speed is measured, in trees of 18 words.
var simple = []string{
	"{upos:VERB}=v >nsubj {}=s",
	"{tag:/NN.*/}=n >/amod|det/ {}=m",
	"{upos:VERB}=v >nsubj {}=s >obj {}=o !>aux {}",
	"{} >> {lemma:w3}",
}

func benchmarked(n int) (all []*conll.Sentence) {
	r := rand.New(rand.NewPCG(1, 1))
	forms := []string{"w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8"}
	labels := []string{"nsubj", "obj", "det", "amod", "nmod", "obl", "case", "punct", "advmod", "aux"}
	for range n {
		s := &conll.Sentence{}
		for _, head := range randomHeads(r, 18) {
			form := forms[r.IntN(len(forms))]
			s.Words = append(s.Words, conll.Word{
				Form: form, Lemma: form, UPOS: []string{"VERB", "NOUN", "DET", "ADP"}[r.IntN(4)],
				XPOS: []string{"VBD", "NN", "NNS", "IN", "DT"}[r.IntN(5)], Head: head, Deprel: labels[r.IntN(len(labels))],
			})
		}
		all = append(all, s)
	}
	return all
}

// BenchmarkSemgrex matches alone; an operation is a sentence.
func BenchmarkSemgrex(b *testing.B) {
	all := benchmarked(500)
	for _, pattern := range simple {
		b.Run(pattern, func(b *testing.B) {
			p, err := query.ParseSemgrex(pattern)
			require.NoError(b, err)
			find := p.Search(false)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				for _, err := range find(all[i%len(all)]) {
					require.NoError(b, err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trees/s")
		})
	}
}

// BenchmarkSemgrexReading reads CoNLL-U and matches; an operation is a sentence.
func BenchmarkSemgrexReading(b *testing.B) {
	var text bytes.Buffer
	w := conll.NewWriter(&text)
	for _, s := range benchmarked(500) {
		require.NoError(b, w.Write(s))
	}
	require.NoError(b, w.Flush())
	p, err := query.ParseSemgrex(simple[0])
	require.NoError(b, err)
	find, r := p.Search(false), conll.NewReader(bytes.NewReader(text.Bytes()), "")
	b.ReportAllocs()
	for b.Loop() {
		s, err := r.Read()
		if err == io.EOF {
			r = conll.NewReader(bytes.NewReader(text.Bytes()), "")
			s, err = r.Read()
		}
		require.NoError(b, err)
		for _, err := range find(s) {
			require.NoError(b, err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trees/s")
}

// BenchmarkTregex matches alone; an operation is a tree.
func BenchmarkTregex(b *testing.B) {
	trees, err := ptb.ReadFile("testdata/tree.mrg")
	require.NoError(b, err)
	rules, err := heads.Load("collins")
	require.NoError(b, err)
	for _, pattern := range []string{"NP < NN=n", "VP=a < (/^VB/=b $++ /^NP/=c)", "@NP <<# /^N/=h"} {
		b.Run(pattern, func(b *testing.B) {
			p, err := query.ParseTregex(pattern)
			require.NoError(b, err)
			find := p.Search(rules)
			b.ReportAllocs()
			for b.Loop() {
				for range find(trees[0]) {
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trees/s")
		})
	}
}
