// The package as npm installs it, in Node. PARSER_BINARY names the program, MODELS the folder parser/models.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFile, writeFile} from "node:fs/promises";
import {createServer} from "node:http";
import {after, before, test} from "node:test";
import {pathToFileURL} from "node:url";
import {Document, ParseError, WorkerError, load} from "parser";
import {measure} from "./measure.js";

const small = `${process.env.MODELS}/en-small/en-small.npz`;
const text = "The dog didn't bark. I don't know 😀 why!\n\nIt's late – “too late”, said Zoë.\n";
const tagged = "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t0\troot\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t_\t_\t_\t_\n\n";

let nlp;
before(async () => nlp = await load("en"));
after(() => nlp.close());

// command returns what the program prints about some input.
const command = (input, ...flags) =>
	execFileSync(process.env.PARSER_BINARY, ["parse", "--model", small, "--quiet", ...flags, "-"], {input, encoding: "utf8"});

test("a text is parsed as by the program", async () => {
	const offsets = ["--text", "--offsets", "utf16"];
	for (const [options, flags] of [
		[undefined, []], [{lines: true}, ["--lines"]], [{paragraphs: true}, ["--paragraphs"]], [{valid: true}, ["--valid"]],
		[{nbest: 2, confidence: true}, ["--nbest", "2", "--confidence"]], [{only: "words"}, ["--only", "words"]], [{only: "tags"}, ["--only", "tags"]],
	]) {
		assert.equal((await nlp(text, options)).toConllu(), command(text, ...offsets, ...flags), JSON.stringify(options));
	}
	const html = "<p>It is <b>la</b>te.</p><script>x</script>";
	assert.equal((await nlp(html, {markup: "html"})).toConllu(), command(html, ...offsets, "--markup", "html"));
	assert.ok((await nlp("It is be-\ncause of it.", {dehyphenate: true})).words.some(word => word.form === "because"));
});

test("words that are given are parsed as by the program", async () => {
	assert.equal((await nlp.conllu(tagged)).toConllu(), command(tagged));
	assert.equal((await nlp.conllu(tagged, {keepHeads: true})).toConllu(), command(tagged, "--keep-heads"));
	const tokens = await nlp.tokens([["The", "dog", "didn't", "bark", "."], ["It", "is", "New York", "!"]]);
	assert.deepEqual(tokens.words.map(word => word.form), ["The", "dog", "did", "n't", "bark", ".", "It", "is", "New York", "!"]);
	assert.deepEqual(tokens.sentences[0].tokens.map(({first, last, form}) => [first, last, form]), [[3, 4, "didn't"]]);
});

test("a document has the names of the other packages", async () => {
	const document = await nlp(text);
	assert.ok(document instanceof Document);
	assert.deepEqual([document.text, document.model, document.language], [text, "en-small", "en"]);
	for (const word of document) assert.equal(text.slice(word.start, word.end), word.form);
	const [sentence] = document.sentences, {root} = sentence;
	assert.deepEqual([sentence.id, sentence.text, root.form, root.head, root.deprel], ["1", "The dog didn't bark.", "bark", 0, "root"]);
	assert.deepEqual(root.children.map(word => word.form), ["dog", "did", "n't", "."]);
	assert.equal(root.headWord, null);
	assert.equal(sentence.words[0].headWord, sentence.words[1]);
	assert.deepEqual(sentence.words[1].deps, [["5", "nsubj"]]);
	assert.deepEqual(JSON.parse(JSON.stringify(sentence.words[1])), {
		id: 2, form: "dog", lemma: "dog", upos: "NOUN", xpos: "NN", feats: {Number: "Sing"}, head: 5, deprel: "nsubj",
		deps: [["5", "nsubj"]], misc: {TokenRange: "4:7"}, start: 4, end: 7,
	});
	assert.deepEqual(Object.keys(JSON.parse(JSON.stringify(document)).sentences[0]), ["id", "text", "comments", "words", "tokens", "empty"]);
	assert.equal(document.sentences.map(each => each.toConllu()).join(""), document.toConllu());
	assert.equal((await nlp("")).length, 0);
});

test("a stream has the sentences of the whole text, however it is cut", async () => {
	const whole = (await nlp(text)).sentences.map(sentence => sentence.toConllu());
	const bytes = new TextEncoder().encode(text);
	const cut = function* (given, size) {
		for (let i = 0; i < given.length; i += size) yield given.slice(i, i + size);
	};
	const streams = [text, cut(text, 1), cut(bytes, 1), [text.slice(0, 30), "", text.slice(30)], new Blob([text]).stream(),
		new Blob([text]).stream().pipeThrough(new TextDecoderStream())];
	for (const stream of streams) {
		const sentences = [];
		for await (const sentence of nlp.stream(stream)) sentences.push(sentence.toConllu());
		assert.deepEqual(sentences, whole);
	}
});

test("a stream reads only some ahead, and ends with its source", async () => {
	let read = 0, closed = false;
	const endless = (async function* () {
		try {
			for (;;) {
				read++;
				yield "The dog barked. It was late. ";
			}
		} finally {
			closed = true;
		}
	})();
	for await (const sentence of nlp.stream(endless)) {
		assert.equal(sentence.text, "The dog barked.");
		break;
	}
	assert.ok(closed && read < 5000, `read ${read} pieces`); // of 28 bytes: two buffers of 64 KB
	const failing = (function* () {
		yield "The dog ";
		throw new RangeError("no more");
	})();
	await assert.rejects(nlp.stream(failing).next(), RangeError);
	await assert.rejects(nlp.stream([1]).next(), /a piece of a stream is a text or a Uint8Array/);
	await assert.rejects(nlp.stream(1).next(), /a stream is a ReadableStream/);
	assert.equal((await nlp("It is late.")).length, 4, "the worker goes on");
});

test("a pipe yields documents in their order", async () => {
	const lengths = [];
	for await (const document of nlp.pipe(["The dog barked.", "", "It is late. Yes."])) lengths.push(document.length);
	assert.deepEqual(lengths, [4, 0, 6]);
	for await (const document of nlp.pipe([[["Dogs", "bark"]]], {input: "tokens"})) assert.equal(document.length, 2);
	const malformed = nlp.pipe([tagged, "1\tDogs\n\n"], {input: "conllu"});
	assert.equal((await malformed.next()).value.length, 2);
	await assert.rejects(malformed.next(), ParseError);
});

test("errors say what is wrong, and where", async () => {
	await assert.rejects(nlp.conllu("# sent_id = a\n1\tDogs\n\n", {file: "dogs.conllu"}), error => {
		assert.ok(error instanceof ParseError);
		assert.deepEqual([error.file, error.line, error.column], ["dogs.conllu", 2, 7]);
		return /wrong number of columns/.test(error.message);
	});
	await assert.rejects(nlp("x", {nonsense: true}), /there is no option "nonsense" of the input text/);
	await assert.rejects(nlp("x", {beam: 5000}), /beam is out of range/);
	await assert.rejects(nlp.conllu(tagged, {lines: true}), /no option "lines" of the input conllu/);
	await assert.rejects(nlp(null), /this is no text but null/);
	await assert.rejects(nlp.tokens(["The dog"]), /a sentence is an array of tokens/);
	await assert.rejects(nlp.tokens([["a\nb"]]), /"a\\nb" is no token/);
	assert.equal((await nlp("It is late.")).length, 4, "the worker goes on");
});

test("a model comes from a file, a URL, a folder of models, or bytes", async t => {
	const bytes = await readFile(small);
	const server = createServer((request, answer) => {
		if (request.url !== "/models/da.npz") return answer.writeHead(404).end();
		return readFile(`${process.env.MODELS}/da/da.npz`).then(model => answer.end(model));
	});
	await new Promise(done => server.listen(0, "127.0.0.1", done));
	t.after(() => server.close());
	const base = `http://127.0.0.1:${server.address().port}`;
	for (const [language, model, options] of [
		["en", small], ["en", pathToFileURL(small)], ["da", `${base}/models/da.npz`], ["da", "da", {models: `${base}/models`}],
		["en", bytes], ["en", new Response(bytes)],
	]) {
		const other = await load(model, options);
		assert.equal(other.model.language, language);
		assert.equal((await other(language === "en" ? "The dog barked." : "Hunden gøede.")).words[1].upos, language === "en" ? "NOUN" : "VERB");
		other.close();
	}
	await assert.rejects(load(`${base}/en.npz`), /en\.npz: 404/);
	await assert.rejects(load("./nowhere.npz"), /nowhere\.npz/);
	await assert.rejects(load("da"), /the package has no model da, only en/);
	await assert.rejects(load(bytes.subarray(0, 1000)), WorkerError);
	await writeFile("text.npz", "no model");
	await assert.rejects(load("./text.npz"), /it is text/);
	await assert.rejects(load(`${process.env.MODELS}/en-brackets/en-brackets.npz`), WorkerError);
	await assert.rejects(load(1), TypeError);
});

test("a parser that is closed fails, and one that is not lets the process end", async () => {
	const other = await load("en"), long = other("The dog barked. ".repeat(200));
	other.close();
	await assert.rejects(long, WorkerError);
	await assert.rejects(other("x"), /the parser was closed/);
	const script = `import {load} from "parser"; const nlp = await load("en"); console.log((await nlp("It is late.")).length);`;
	assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", script], {encoding: "utf8"}), "4\n");
});

test("the caller goes on while a text is parsed", async t => {
	let ticks = 0;
	const timer = setInterval(() => ticks++, 1);
	await nlp("The dog barked at the children. ".repeat(30));
	clearInterval(timer);
	assert.ok(ticks > 3, `${ticks} ticks`);
	t.diagnostic(JSON.stringify({...await measure(load), "memory of the process in MB": Math.round(process.memoryUsage.rss() / 1e6)}));
});
