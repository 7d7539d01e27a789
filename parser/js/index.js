// Parses text into Universal Dependencies, in Node and in browsers:
//
//	const nlp = await load("en");
//	const document = await nlp("The dog barked.");
//	for (const word of document) console.log(word.form, word.upos, word.head, word.deprel);
//	nlp.close();
import {Document, Sentence, Word, sentencesOf} from "./document.js";

export {Document, Sentence, Word};

/** A document that cannot be parsed, with the place where it is malformed, if it is about one. */
export class ParseError extends Error {
	constructor({message, file, line, column}) {
		super(message);
		this.name = "ParseError";
		this.file = file || null;
		this.line = line || null;
		this.column = column || null;
	}
}

/** The worker cannot be started, or it ended. All calls fail after that. */
export class WorkerError extends Error {
	constructor(message) {
		super(message);
		this.name = "WorkerError";
	}
}

// ahead is how many documents of a pipe are in work: the next one is there when the worker has done one.
const ahead = 2;

// inside are the models of the package, by what they are asked for.
const inside = {en: "en-small", "en-small": "en-small"};

/** Loads a model: by a name, from a URL or a file, or from its bytes. */
export async function load(model, options = {}) {
	const {name, source} = await place(model, options.models);
	const worker = await employ();
	let last = 0, ended = null, busy = 0;
	const calls = new Map(); // what takes the answers to requests, by their numbers
	const send = message => worker.postMessage(message);
	const end = problem => {
		ended ??= new WorkerError(problem);
		for (const take of calls.values()) take({ended});
		worker.terminate();
	};

	/** Yields CoNLL-U, as it comes: of request.data, or of the pieces of an iterator. */
	async function* ask(request, pieces) {
		if (ended) throw ended;
		const id = ++last, queue = [];
		let wake = () => {}, whole = false;
		calls.set(id, message => {
			queue.push(message);
			wake();
		});
		if (busy++ === 0) worker.ref?.();
		try {
			send({id, ...request});
			for (;;) {
				while (!queue.length) await new Promise(done => wake = done);
				const {conllu, pull, done, error, ended} = queue.shift();
				if (ended) throw ended;
				if (conllu) yield conllu;
				if (pull) send({id, piece: await nextPiece(pieces)});
				if (done) {
					whole = true;
					if (error) throw new ParseError(error);
					return;
				}
			}
		} finally {
			calls.delete(id);
			if (--busy === 0) worker.unref?.();
			if (!whole && !ended) send({id, piece: null});
			await pieces?.return?.();
		}
	}

	const parse = async (input, data, name, options) => {
		let conllu = "";
		for await (const part of ask({input, name, options: pairs(options), data})) conllu += part;
		return new Document(conllu, input === "text" ? data : null, nlp.model);
	};

	const nlp = async (text, options) => parse("text", checked(text), "data", options);
	nlp.tokens = async (sentences, options) => parse("tokens", vertical(sentences), "data", options);
	nlp.conllu = async (text, {file = "data", ...options} = {}) => parse("conllu", checked(text), file, options);
	nlp.pipe = async function* (documents, {input = "text", ...options} = {}) {
		const parsed = {text: nlp, tokens: nlp.tokens, conllu: nlp.conllu}[input];
		if (!parsed) throw new TypeError(`input is text, tokens or conllu, not ${input}`);
		const begun = [];
		for await (const document of documents) {
			const answer = parsed(document, options);
			answer.catch(() => {}); // it is reported when its turn comes
			if (begun.push(answer) >= ahead) yield await begun.shift();
		}
		while (begun.length) yield await begun.shift();
	};
	nlp.stream = async function* (text, options) {
		const pieces = iteratorOf(text);
		for await (const conllu of ask({input: "text", name: "data", options: pairs(options)}, pieces)) yield* sentencesOf(conllu);
	};
	nlp.close = () => end("the parser was closed");
	nlp[Symbol.dispose ?? Symbol.for("dispose")] = nlp.close;

	await new Promise((done, fail) => {
		calls.set(0, ({about, ended}) => about ? done(nlp.model = {name, ...JSON.parse(about)}) : fail(ended));
		worker.receive(message => message.ended ? end(message.ended) : calls.get(message.id ?? 0)?.(message), end);
		send({model: source});
	});
	calls.delete(0);
	worker.unref?.();
	return nlp;
}

// employ starts a worker: Node has them elsewhere than browsers have.
async function employ() {
	if (globalThis.Worker) {
		const worker = new Worker(new URL("./worker.js", import.meta.url), {type: "module"});
		worker.receive = (take, end) => {
			worker.onmessage = ({data}) => take(data);
			worker.onerror = event => end(event.message || "the worker cannot be started");
		};
		return worker;
	}
	const threads = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads");
	// Without flags of the program's own, such as --input-type, which a worker refuses.
	const worker = new threads.Worker(new URL("./worker.js", import.meta.url), {execArgv: []});
	worker.receive = (take, end) => {
		worker.on("message", take);
		worker.on("error", error => end(error.message));
		worker.on("exit", () => end("the worker ended"));
	};
	return worker;
}

// place returns the name of a model, and its URL or its bytes.
async function place(model, folder) {
	if (model instanceof ArrayBuffer) model = new Uint8Array(model);
	if (ArrayBuffer.isView(model)) return {name: "model", source: new Uint8Array(model.buffer, model.byteOffset, model.byteLength)};
	if (typeof Response === "function" && model instanceof Response || typeof Blob === "function" && model instanceof Blob) {
		if (model.ok === false) throw new WorkerError(`${model.url}: ${model.status} ${model.statusText}`);
		return {name: nameOf(model.name ?? model.url ?? ""), source: new Uint8Array(await model.arrayBuffer())};
	}
	if (typeof model !== "string" && !(model instanceof URL)) throw new TypeError("a model is a name, a URL, a file or bytes");
	const given = String(model), isName = /^[\p{L}\p{N}_-]+$/u.test(given);
	if (isName && folder === undefined && !Object.hasOwn(inside, given)) {
		throw new WorkerError(`the package has no model ${given}, only en: give the folder of others by load("${given}", {models: URL}), or a URL or a file`);
	}
	let url = given;
	if (isName && folder === undefined) url = new URL(`./models/${inside[given]}.npz`, import.meta.url).href;
	else if (isName) url = `${String(folder).replace(/\/*$/, "/")}${given}.npz`;
	return {name: nameOf(url), source: await absolute(url)};
}

const nameOf = url => decodeURIComponent(url.split(/[?#]/)[0].split(/[\\/]/).pop()).replace(/\.npz$/, "") || "model";

// absolute makes a URL of a relative one, or of the name of a file where there are files.
async function absolute(url) {
	if (/^[a-z][a-z0-9+.-]+:/i.test(url)) return url;
	if (globalThis.document?.baseURI ?? globalThis.location) return new URL(url, globalThis.document?.baseURI ?? globalThis.location.href).href;
	const {pathToFileURL} = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:url");
	return pathToFileURL(url).href;
}

// pairs returns options as pairs of the names of flags and texts: keepHeads is keep-heads.
function pairs(options = {}) {
	return Object.entries(options).filter(([, value]) => value !== undefined)
		.map(([name, value]) => [name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`), String(value)]);
}

function checked(text) {
	if (typeof text !== "string") throw new TypeError(`this is no text but ${text === null ? "null" : typeof text}`);
	return text;
}

// vertical writes a token a line, and a blank line after each sentence.
function vertical(sentences) {
	let text = "";
	for (const tokens of sentences) {
		if (typeof tokens === "string") throw new TypeError("a sentence is an array of tokens, not a string");
		for (const token of tokens) {
			if (!checked(token).trim() || /[\r\n]/.test(token)) throw new TypeError(`${JSON.stringify(token)} is no token`);
			text += `${token}\n`;
		}
		text += "\n";
	}
	return text;
}

// iteratorOf returns an iterator over the pieces of a text: a ReadableStream, or anything that can be iterated over.
function iteratorOf(text) {
	if (typeof text === "string") return [text][Symbol.iterator]();
	const iterate = text?.[Symbol.asyncIterator] ?? text?.[Symbol.iterator];
	if (iterate) return iterate.call(text);
	if (!text?.getReader) throw new TypeError("a stream is a ReadableStream or an iterable of texts or bytes");
	const reader = text.getReader(); // Safari's streams cannot be iterated over
	return {next: () => reader.read(), return: () => reader.cancel()};
}

// nextPiece returns the next piece that is not empty, null at the end.
async function nextPiece(pieces) {
	for (;;) {
		const {done, value} = await pieces.next();
		if (done) return null;
		if (typeof value !== "string" && !(value instanceof Uint8Array)) throw new TypeError("a piece of a stream is a text or a Uint8Array");
		if (value.length > 0) return value;
	}
}
