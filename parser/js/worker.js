// The worker: it runs parser.wasm with one model, so that whoever asks does not wait. It runs in browsers and in Node.
import "./wasm_exec.js";
import "./simd.js";

// Browsers have postMessage in a worker; Node has it elsewhere.
const port = globalThis.postMessage ? globalThis : (await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads")).parentPort;

// calls are the parses that read a stream, by their numbers.
const calls = new Map();

async function read(url) {
	if (url.startsWith("file:")) {
		const {readFile} = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
		return readFile(new URL(url));
	}
	const answer = await fetch(url);
	if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
	return new Uint8Array(await answer.arrayBuffer());
}

// unpack looks through gzip, which some servers have looked through already.
function unpack(bytes) {
	if (bytes[0] !== 0x1f) return bytes;
	return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// open runs the program, and returns what it says about the model, and the function that parses.
async function open(model) {
	const reading = [read(new URL("./parser.wasm.gz", import.meta.url).href).then(unpack), typeof model === "string" ? read(model) : model];
	const [program, file] = await Promise.all(reading);
	const go = new Go(), ready = new Promise(done => globalThis.ready = done); // which the program calls
	go.run(await instantiateGo(program, go)).then(() => port.postMessage({ended: "the program ended"}), error => port.postMessage({ended: error.message}));
	const loaded = (await ready)(file);
	if (loaded.error) throw new Error(loaded.error);
	return loaded;
}

// parse answers a request. Its data are there as a whole, or come piece by piece when they are asked for.
function parse(run, {id, input, name, options, data}) {
	const encoder = new TextEncoder();
	let half = ""; // of a character that is divided between two pieces
	const bytesOf = piece => {
		if (typeof piece !== "string") return piece;
		const text = half + piece, end = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
		half = text.slice(end);
		return encoder.encode(text.slice(0, end));
	};
	const call = {give: null, ended: false, piece(piece) {
		const give = call.give;
		call.give = null;
		if (piece === null) call.ended = true;
		give?.(piece === null ? rest() : bytesOf(piece));
	}};
	const rest = () => {
		if (!half) return null;
		const bytes = encoder.encode(half);
		half = "";
		return bytes;
	};
	calls.set(id, call);
	run(input, name, options, give => {
		if (call.ended) return give(rest());
		call.give = give;
		if (data === undefined) return port.postMessage({id, pull: true});
		call.ended = true;
		return give(encoder.encode(data));
	}, conllu => port.postMessage({id, conllu}), error => {
		calls.delete(id);
		port.postMessage({id, error, done: true});
	});
}

let opened;
const receive = async message => {
	if ("model" in message) {
		opened = open(message.model);
		opened.then(({about}) => port.postMessage({about}), error => port.postMessage({ended: error.message}));
	} else if ("piece" in message) {
		calls.get(message.id)?.piece(message.piece);
	} else {
		parse((await opened).parse, message);
	}
};
if (port === globalThis) globalThis.onmessage = ({data}) => receive(data);
else port.on("message", receive);
