// Documents: sentences of words, as CoNLL-U has them, with the names that the package for Python has, too.

/** A syntactic word, or an empty node of an enhanced graph. What CoNLL-U has as _ is null, or an empty object or array. */
export class Word {
	#sentence;

	constructor(columns, sentence) {
		const [id, form, lemma, upos, xpos, feats, head, deprel, deps, misc] = columns;
		this.#sentence = sentence;
		this.id = id.includes(".") ? id : Number(id);
		this.form = form;
		this.lemma = lemma === form ? form : filled(lemma); // _ is the lemma of _
		this.upos = filled(upos);
		this.xpos = filled(xpos);
		this.feats = pairs(feats);
		this.head = head === "_" ? null : Number(head);
		this.deprel = filled(deprel);
		this.deps = deps === "_" ? [] : deps.split("|").map(dependency);
		this.misc = pairs(misc);
		[this.start, this.end] = range(this.misc);
	}

	/** The word that is the head; null for a root. */
	get headWord() {
		return this.head ? this.#sentence.words[this.head - 1] ?? null : null;
	}

	/** The words whose head this word is, in their order. */
	get children() {
		return this.#sentence.words.filter(word => word.head === this.id);
	}
}

/** A sentence: words[i] has the id i + 1. */
export class Sentence {
	#lines;

	constructor(lines) {
		this.#lines = lines;
		this.comments = [];
		this.words = [];
		this.tokens = []; // those of several words
		this.empty = []; // the nodes that only enhanced dependencies have
		for (const line of lines) this.#read(line);
	}

	#read(line) {
		if (line.startsWith("#")) return this.comments.push(line.slice(1).trim());
		const columns = line.split("\t"), [id, form] = columns;
		if (id.includes("-")) {
			const [first, last] = id.split("-").map(Number), misc = pairs(columns[9]), [start, end] = range(misc);
			return this.tokens.push({first, last, form, misc, start, end});
		}
		return (id.includes(".") ? this.empty : this.words).push(new Word(columns, this));
	}

	/** The name of the sentence, if a comment says it. */
	get id() {
		return this.#comment("sent_id");
	}

	/** The text of the sentence, if a comment says it. */
	get text() {
		return this.#comment("text");
	}

	/** The word without a head, the first of several; null if there is no such word. */
	get root() {
		return this.words.find(word => word.head === 0) ?? null;
	}

	get length() {
		return this.words.length;
	}

	[Symbol.iterator]() {
		return this.words[Symbol.iterator]();
	}

	#comment(name) {
		for (const comment of this.comments) {
			const at = comment.indexOf("=");
			if (at >= 0 && comment.slice(0, at).trim() === name) return comment.slice(at + 1).trim();
		}
		return null;
	}

	/** The sentence as CoNLL-U, with the blank line after it. */
	toConllu() {
		return this.#lines.join("\n") + "\n\n";
	}

	/** What JSON.stringify writes. */
	toJSON() {
		const {id, text, comments, words, tokens, empty} = this;
		return {id, text, comments, words, tokens, empty};
	}
}

/** A parsed document, a sequence of its words. */
export class Document {
	#conllu;
	#sentences;

	constructor(conllu, text, model) {
		this.#conllu = conllu;
		this.text = text; // null if it was no raw text
		this.model = model.name;
		this.language = model.language;
	}

	get sentences() {
		return this.#sentences ??= [...sentencesOf(this.#conllu)];
	}

	/** The words of all sentences. */
	get words() {
		return this.sentences.flatMap(sentence => sentence.words);
	}

	get length() {
		return this.sentences.reduce((sum, sentence) => sum + sentence.length, 0);
	}

	*[Symbol.iterator]() {
		for (const sentence of this.sentences) yield* sentence;
	}

	/** The document as CoNLL-U. */
	toConllu() {
		return this.#conllu;
	}

	/** What JSON.stringify writes. */
	toJSON() {
		return {model: this.model, text: this.text, sentences: this.sentences};
	}
}

/** Yields the sentences of CoNLL-U that the parser has written, and so is well-formed. */
export function* sentencesOf(conllu) {
	for (const block of conllu.replace(/^\ufeff/, "").split(/\r?\n[ \t]*\r?\n/)) {
		const lines = block.split(/\r?\n/).filter(line => line.trim());
		if (lines.some(line => !line.startsWith("#"))) yield new Sentence(lines);
	}
}

const filled = column => column === "_" ? null : column;

// pairs returns fields such as Number=Sing, and those without a value with "".
function pairs(column) {
	const found = {};
	if (column === "_") return found;
	for (const field of column.split("|")) {
		const at = field.indexOf("=");
		found[at < 0 ? field : field.slice(0, at)] = at < 0 ? "" : field.slice(at + 1);
	}
	return found;
}

function dependency(dep) {
	const at = dep.indexOf(":");
	return at < 0 ? [dep, ""] : [dep.slice(0, at), dep.slice(at + 1)];
}

function range(misc) {
	const found = /^(\d+):(\d+)$/.exec(misc.TokenRange ?? "");
	return found ? [Number(found[1]), Number(found[2])] : [null, null];
}
