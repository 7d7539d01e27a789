package segment

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/parser/internal/lookup/spelling"
)

// variant is a way to write a sentence.
type variant int

const (
	eachLine variant = iota // each sentence is a line
	filled                  // lines break after lineLength characters
	unmarked                // each sentence is a line, without a mark at its end
	lowered                 // in lower case
	capitals                // in upper case
	quoted                  // with single quotes
)

// variants are those of Variants, each for turn sentences.
var variants = [...]variant{eachLine, lowered, filled, unmarked, eachLine, capitals, filled, quoted}

var ways = map[variant]spelling.Way{lowered: spelling.Lower, capitals: spelling.Upper, quoted: spelling.Single}

const turn, lineLength = 40, 72

// Variants returns a copy of each sentence of a treebank as people also write them: a line for each, in filled lines,
// without a mark at the end, in lower case, in capitals, with single quotes. A treebank does not show that all
// of these occur.
func Variants(sentences []*conll.Sentence) ([]*conll.Sentence, error) {
	var all []*conll.Sentence
	column := 0
	for i, s := range sentences {
		kind := variants[i/turn%len(variants)]
		tokens, err := s.Tokens()
		if err != nil {
			return nil, err
		}
		s = s.Clone()
		s.Extras = slices.Clone(s.Extras)
		if last := len(tokens) - 1; kind == unmarked && last > 0 && !strings.ContainsFunc(tokens[last].Form, isLetterOrDigit) {
			s.Words, tokens = s.Words[:tokens[last].First], tokens[:last]
			s.Extras = slices.DeleteFunc(s.Extras, func(e conll.Extra) bool { return e.Before >= len(s.Words) })
		}
		if way := ways[kind]; way != nil {
			respell(s, way)
		}
		if i%turn == 0 {
			s.Extras = append([]conll.Extra{{Text: "# newpar"}}, s.Extras...)
		}
		for k, t := range tokens {
			last := k == len(tokens)-1
			column += utf8.RuneCountInString(t.Form) + 1
			switch {
			case t.Multiword:
				continue
			case kind == unmarked && last: // whatever stood between it and the mark
			case !t.SpaceAfter():
				continue
			case kind == eachLine && last, kind == filled && column >= lineLength:
			default:
				continue
			}
			s.Words[t.First].Misc = spacesAfter + `=\n`
			column = 0
		}
		all = append(all, s)
	}
	return all, nil
}

func isLetterOrDigit(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// respell changes the forms of words and of tokens of several words.
func respell(s *conll.Sentence, way spelling.Way) {
	way(s.Words)
	for i, e := range s.Extras {
		if columns := strings.Split(e.Text, "\t"); len(columns) > 1 && strings.Contains(columns[0], "-") {
			token := []conll.Word{{Form: columns[1]}}
			way(token)
			columns[1] = token[0].Form
			s.Extras[i].Text = strings.Join(columns, "\t")
		}
	}
}
