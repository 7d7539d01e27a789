package parser

import "parser/parser/internal/structure"

// Item is a sentence on its way through [Parser.Run]: Words that are to be parsed, of the Sentence where there is one,
// and the Tree or Graph made of them. File and Line, for errors, may be empty. With Keep, words keep the heads that
// they have; [Parser.KeepingHeads] sets it.
type Item = structure.Item

// Data is a treebank: Sentences, for dependencies and tags, or Trees, or Graphs with the Sentences that they are of.
type Data = structure.Data

// Scores says how good a parser is, in percent: UAS and LAS of dependencies, F1 of constituents, Accuracy of tags,
// Smatch of graphs. Those of other structures are 0.
type Scores = structure.Scores

// Writing says how the writers of [Parser.Structure] write items: in which Format ("conllu", "json", …; "" is the usual
// one).
type Writing = structure.Writing
