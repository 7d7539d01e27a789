/** A syntactic word, or an empty node of an enhanced graph. What CoNLL-U has as _ is null, or an empty object or array. */
export class Word {
	/** From 1; of an empty node a string such as "8.1". */
	readonly id: number | string;
	readonly form: string;
	readonly lemma: string | null;
	readonly upos: string | null;
	readonly xpos: string | null;
	readonly feats: Record<string, string>;
	/** The id of a word, or 0 for the root. */
	readonly head: number | null;
	readonly deprel: string | null;
	/** Enhanced dependencies: ids of heads, and relations. */
	readonly deps: [head: string, relation: string][];
	readonly misc: Record<string, string>;
	/** The word is text.slice(start, end); null for a part that its token does not spell. */
	readonly start: number | null;
	readonly end: number | null;
	/** The word that is the head; null for a root. */
	get headWord(): Word | null;
	/** The words whose head this word is, in their order. */
	get children(): Word[];
}

/** A token that consists of several words. */
export interface Token {
	/** The ids of its words. */
	readonly first: number;
	readonly last: number;
	readonly form: string;
	readonly misc: Record<string, string>;
	readonly start: number | null;
	readonly end: number | null;
}

/** A sentence, a sequence of its words: words[i] has the id i + 1. */
export class Sentence implements Iterable<Word> {
	/** Without #. */
	readonly comments: string[];
	readonly words: Word[];
	/** Those of several words. */
	readonly tokens: Token[];
	/** The nodes that only enhanced dependencies have. */
	readonly empty: Word[];
	/** The name of the sentence, if a comment says it. */
	get id(): string | null;
	/** The text of the sentence, if a comment says it. */
	get text(): string | null;
	/** The word without a head, the first of several; null if there is no such word. */
	get root(): Word | null;
	get length(): number;
	[Symbol.iterator](): Iterator<Word>;
	/** The sentence as CoNLL-U, with the blank line after it. */
	toConllu(): string;
	toJSON(): object;
}

/** A parsed document, a sequence of its words. */
export class Document implements Iterable<Word> {
	/** What was parsed, if it was raw text. */
	readonly text: string | null;
	/** The name of the model that parsed it. */
	readonly model: string;
	/** That of the model. */
	readonly language: string;
	get sentences(): Sentence[];
	/** The words of all sentences. */
	get words(): Word[];
	/** The number of words. */
	get length(): number;
	[Symbol.iterator](): Iterator<Word>;
	/** The document as CoNLL-U. */
	toConllu(): string;
	toJSON(): object;
}

/** A document that cannot be parsed, with the place where it is malformed, if it is about one. */
export class ParseError extends Error {
	readonly file: string | null;
	/** From 1. */
	readonly line: number | null;
	/** From 1, in bytes. */
	readonly column: number | null;
}

/** The model cannot be loaded, or the worker ended. */
export class WorkerError extends Error {}

/** What is asked of a parse: the flags of "parser parse", such as keepHeads for --keep-heads. */
export interface Request {
	valid?: boolean;
	retag?: boolean;
	keepHeads?: boolean;
	beam?: number;
	nbest?: number;
	confidence?: boolean;
	treebank?: string;
	only?: "sentences" | "words" | "tags" | "trees";
	seed?: number;
}

export interface TextOptions extends Request {
	/** Each line is a sentence. */
	lines?: boolean;
	/** Each line is one or several complete sentences. */
	paragraphs?: boolean;
	/** Joins words that are divided at ends of lines. */
	dehyphenate?: boolean;
	/** Tags are no text. */
	markup?: "html";
}

/** Pieces of one text: texts, or bytes of UTF-8. */
export type Pieces = string | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> | ReadableStream<string | Uint8Array>;

/** The tokens of a sentence. A string, whose letters can be iterated over, is none. */
export type Tokens = readonly string[];

/** What a model is. */
export interface Model {
	readonly name: string;
	readonly language: string;
	readonly structure: string;
	/** Of arcs. */
	readonly labels: string[] | null;
	/** Those whose annotation a parse can follow, of several. */
	readonly treebanks: string[] | null;
	/** Whether it reads raw text. */
	readonly rawText: boolean;
	readonly licence: string;
	readonly source: string;
}

/** A model in a worker. */
export interface Parser {
	/** Parses a text. */
	(text: string, options?: TextOptions): Promise<Document>;
	/** Parses sentences of tokens, which stay as they are; contractions become several words, as in the treebank. */
	tokens(sentences: Iterable<Tokens>, options?: Request): Promise<Document>;
	/** Parses the words in CoNLL-U: HEAD, DEPREL and DEPS change, and what is _. */
	conllu(text: string, options?: Request & {file?: string}): Promise<Document>;
	/** Parses many documents, and yields them in order. */
	pipe(documents: Iterable<string> | AsyncIterable<string>, options?: TextOptions & {input?: "text" | "conllu"}): AsyncGenerator<Document, void>;
	pipe(
		documents: Iterable<Iterable<Tokens>> | AsyncIterable<Iterable<Tokens>>,
		options: Request & {input: "tokens"},
	): AsyncGenerator<Document, void>;
	/** Parses one text of any length piece by piece, and yields its sentences. */
	stream(text: Pieces, options?: TextOptions): AsyncGenerator<Sentence, void>;
	readonly model: Model;
	/** Ends the worker at once. What is not done yet fails with a WorkerError, as do all later calls. */
	close(): void;
}

/**
 * Loads a model in a worker of its own.
 *
 * @param model "en", which is in the package; the URL of a model, or the name of a file; or its bytes, also as a File or a Response
 * @param options models: the URL of a folder in which models are by their names, such as da.npz for load("da")
 */
export function load(
	model: string | URL | ArrayBuffer | ArrayBufferView | Blob | Response,
	options?: {models?: string | URL},
): Promise<Parser>;
