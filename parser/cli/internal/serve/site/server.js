// Where the answers come from on a site without a server: a worker that runs the parser, so that the page never waits.
"use strict";

// The worker starts from a blob, because such a worker has the policy of the page: it cannot connect elsewhere either.
const base = new URL(".", document.baseURI).href;
const first = `const base = ${JSON.stringify(base)}; importScripts(base + "wasm_exec.js", base + "simd.js", base + "worker.js");`;
const program = URL.createObjectURL(new Blob([first], {type: "text/javascript"}));

// worker answers until ended fails, which end makes it do. It has the models again once ready is done.
let worker, ended, end, ready;

// added are the files of models by name, which every new worker needs.
const added = new Map();

// employ runs a worker, in the place of the one before it.
function employ() {
	worker = new Worker(program);
	ended = new Promise((_, fail) => end = fail);
	ended.catch(() => {}); // there may be no request
	worker.onmessage = ({data}) => end(new Error(`The parser stopped: ${data}. Reload the page.`));
	worker.onerror = () => end(new Error(`The parser cannot be loaded.${location.protocol === "file:" ? " Browsers load it from a server alone, such as: python3 -m http.server" : ""}`));
	ready = (async () => { // a file that is gone meanwhile is missed when somebody asks for its model
		for (const [name, file] of added) await post(placeOf(name), {method: "POST", body: file}).catch(() => {});
	})();
}

// placeOf is the path of the request that adds a model.
const placeOf = name => `v1/models?name=${encodeURIComponent(name)}`;

// post has the worker answer a request. Each has a channel of its own for the answer.
async function post(path, {method = "GET", headers = {}, body = ""}) {
	const own = worker, fail = ended, {port1, port2} = new MessageChannel();
	const answered = new Promise(done => port1.onmessage = ({data}) => done(new Response(data.body, data)));
	const bytes = new Uint8Array(await new Response(body).arrayBuffer());
	own.postMessage({method, path: `/${path}`, type: headers["Content-Type"] ?? "", body: bytes, port: port2}, [port2, bytes.buffer]);
	return Promise.race([answered, fail]).finally(() => port1.close());
}

// send sends a request and returns the answer. Its signal ends the worker, which hears nothing while it parses.
async function send(path, request) {
	const own = worker, stop = () => {
		if (worker !== own) return; // it has ended
		own.terminate();
		end(new Error("Stopped."));
		employ();
	};
	request.signal?.addEventListener("abort", stop);
	try {
		await ready;
		request.signal?.throwIfAborted();
		return await post(path, request);
	} finally {
		request.signal?.removeEventListener("abort", stop);
	}
}

// largestFile is how many bytes a model may have here: it and what is made of it must fit into 4 GB.
const largestFile = 5e8;

// addModel adds the model in a file and chooses it.
async function addModel(file) {
	const name = file.name.replace(/\.npz$/, "");
	if (file.size > largestFile) throw new Error(`${file.name} has more than ${largestFile / 1e6} MB.`);
	say(`Reading ${file.name} …`);
	await ask(placeOf(name), file);
	added.set(name, file);
	await listModels(name);
}

employ();
for (const part of document.querySelectorAll(".server, .alone")) part.hidden = part.matches(".server");
$("file").addEventListener("change", ({target}) => trying(async () => {
	for (const file of target.files) await addModel(file);
}).finally(() => target.value = ""));
