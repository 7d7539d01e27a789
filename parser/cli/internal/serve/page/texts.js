// What the page says of inputs, models and moves, and the examples that it begins with.
"use strict";

// Inputs, with their names and an example of each.
const inputs = {
	text: {name: "Raw text", example: "The young teacher gave the children three red apples."},
	horizontal: {name: "Tokens, a sentence a line", example: "The young teacher gave the children three red apples ."},
	vertical: {name: "Tokens, one a line", example: "The\nyoung\nteacher\ngave\nthe\nchildren\nthree\nred\napples\n.\n"},
	tagged: {name: "word/TAG", example: "The/DT young/JJ teacher/NN gave/VBD the/DT children/NNS three/CD red/JJ apples/NNS ./."},
	brackets: {
		name: "Penn brackets",
		example: "(S (NP (DT The) (JJ young) (NN teacher)) (VP (VBD gave) (NP (DT the) (NNS children)) (NP (CD three) (JJ red) (NNS apples))) (. .))",
	},
	conllu: {
		name: "CoNLL-U",
		example: ["The the DET DT 3 det", "young young ADJ JJ 3 amod", "teacher teacher NOUN NN 4 nsubj", "gave give VERB VBD 0 root", "the the DET DT 6 det",
			"children child NOUN NNS 4 iobj", "three three NUM CD 9 nummod", "red red ADJ JJ 9 amod", "apples apple NOUN NNS 4 obj", ". . PUNCT . 4 punct"]
			.map((line, i) => {
				const [form, lemma, upos, xpos, head, deprel] = line.split(" ");
				return [i + 1, form, lemma, upos, xpos, "_", head, deprel, "_", "_"].join("\t") + "\n";
			}).join(""),
	},
	penman: {
		name: "PENMAN",
		example: "# ::snt The young teacher gave the children three red apples.\n(g / give-01\n   :ARG0 (p / person\n      :ARG0-of (t / teach-01)\n      :mod (y / young))\n" +
			"   :ARG1 (a / apple\n      :quant 3\n      :ARG1-of (r / red-02))\n   :ARG2 (c / child))\n",
	},
};

// What each kind of model builds, and what files of that are written in.
const kinds = {
	dependencies: {thing: "tree", form: "conllu", extension: "conllu"},
	constituents: {thing: "tree", form: "brackets", extension: "mrg"},
	graphs: {thing: "graph", form: "penman", extension: "amr"},
};

// How patterns over each form of trees are written: the language, and examples with what they find.
const patterns = {
	conllu: {
		language: "Semgrex",
		examples: [
			["{upos:VERB}=verb >nsubj {}=subject", "verbs with their subjects; what has a name after = is marked"],
			["{lemma:give}", "all forms of give"],
			["{upos:NOUN} !>det {}", "nouns without a determiner"],
			["{}=noun >amod {lemma:/red|blue/}=colour", "what is red or blue; between slashes stand regular expressions"],
			["{feats:{Tense:Past}} >> {upos:PRON}", "words in the past tense with a pronoun somewhere below them"],
			["{upos:ADJ} . {upos:NOUN}", "adjectives with a noun right after them"],
		],
	},
	brackets: {
		language: "Tregex",
		examples: [
			["VP=phrase < NP=object", "verb phrases with a noun phrase as a child; what has a name after = is marked"],
			["NP < (NN < dog)", "noun phrases with the noun dog"],
			["NP !< DT", "noun phrases without a determiner as a child"],
			["/^VB/ $+ NP", "verbs with a noun phrase as the next sister; between slashes stand regular expressions"],
			["S << PP", "sentences with a prepositional phrase somewhere below them"],
		],
	},
};

// What can be extracted: what it is called, its roles with their headings, and what is said of nothing.
const sets = {
	triples: {
		name: "Who does what to whom", roles: {subject: "Who", verb: "Does", object: "What", recipient: "To whom"},
		nothing: "Nobody does anything here.",
	},
	"noun-phrases": {name: "Noun phrases", roles: {phrase: "Phrase"}, nothing: "There are no noun phrases."},
	clauses: {
		name: "Clauses", roles: {clause: "Clause", subject: "Subject", marker: "Conjunction"}, nothing: "There are no clauses.",
	},
	quotations: {name: "Quotations", roles: {speaker: "Who", verb: "Says", quote: "What"}, nothing: "Nobody is quoted."},
};

// What the moves of each system do. S is the top of the stack, B the front of the buffer.
const shift = "shift: B goes onto the stack";
const leftToFront = "left arc: S becomes a dependent of B and leaves the stack";
const rightToBelow = "right arc: S becomes a dependent of the word below it and leaves the stack";
const arcHybrid = {SH: shift, LA: leftToFront, RA: rightToBelow};
const arcStandard = {SH: shift, LA: "left arc: the word below S becomes a dependent of S and leaves the stack", RA: rightToBelow};
const moveMeanings = {
	"arc-hybrid": arcHybrid,
	"arc-hybrid-swap": {...arcHybrid, SW: "swap: S goes back to the buffer, after B"},
	"arc-eager": {
		SH: shift,
		LA: leftToFront,
		RA: "right arc: B becomes a dependent of S and goes onto the stack; when the buffer is empty, S becomes a dependent of what is below it",
		RE: "reduce: S, which has its head, leaves the stack",
	},
	"arc-eager-nonmonotonic": {
		SH: shift,
		LA: "left arc: S becomes a dependent of B, whatever its head was, and leaves the stack",
		RA: "right arc: B becomes a dependent of S and goes onto the stack",
		RE: "reduce: S, which has a head, leaves the stack",
		LB: "late arc: S, which has no head, becomes a dependent of what is below it and leaves the stack",
	},
	"arc-standard": arcStandard,
	"arc-standard-swap": {...arcStandard, SW: "swap: the word below S goes back to the buffer, before B"},
	"head-offset": {
		LB: "S is a root",
		LA: "left arc: S becomes a dependent of B",
		RA: "right arc: S becomes a dependent of what is below it",
		FU: "further: look at the next word on each side of S",
	},
	bracket: {
		NT: "open a bracket before B",
		SH: "shift: B goes into the bracket that was opened last",
		CL: "close the bracket that was opened last",
	},
	"in-order": {
		SH: shift,
		NT: "open a bracket with S as its first child",
		CL: "close the bracket that was opened last",
		FI: "finish",
	},
	"shift-label": {
		SH: shift,
		CO: "combine S with what is below it",
		LB: "label S: it is a constituent",
		NL: "no label: S is not a constituent",
	},
	split: {
		LB: "label S: it is a constituent",
		NL: "no label: S is not a constituent",
		HE: "here: split S before B",
		FU: "further: go on to the next place to split S",
	},
	tag: {LB: "label B, and go on to the next word"},
	amr: {
		NE: "give the edge a role and go on to the next edge",
		NN: "give the node a concept and go on to the next node",
		SW: "swap the two nodes of the edge",
		RH: "replace the head of the edge",
		RT: "find another head for the node",
		DN: "delete the node",
		IN: "insert a node above",
		IB: "insert a node below",
		EN: "re-entrance: find another child for the node",
		WK: "name the node's page of Wikipedia",
		NO: "do nothing",
		HE: "here: take this candidate",
		FU: "further: go on to the next candidate",
	},
};

// What the columns beside the moves are.
const columnMeanings = {
	Score: "what the model gives the move, before it becomes a probability; only differences count",
	Probability: "of the move, by the model",
	Cost: "how many parts of the tree that is compared with cannot be built any more after this move",
};

// count writes a number of things.
const count = (n, what, several = `${what}s`) => `${n.toLocaleString("en")} ${n === 1 ? what : several}`;

// sentenceOf has a message begin with a capital, unless it begins with the place of a mistake: data:1:5.
const sentenceOf = text => /^\w+:\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

const percent = p => `${(100 * p).toFixed(1)} %`;
