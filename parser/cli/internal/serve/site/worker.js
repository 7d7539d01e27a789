// The worker of the site: it runs parser.wasm with the small English model, and hands it the requests that the page posts.
"use strict";

const go = new Go();
const ready = new Promise(done => globalThis.ready = done); // which parser.wasm calls with the function that answers

async function read(name) {
	const file = await fetch(base + name);
	if (!file.ok) throw new Error(`${name}: ${file.status} ${file.statusText}`);
	return file.arrayBuffer();
}

async function run() {
	await go.run(await instantiateGo(await read("parser.wasm"), go));
	throw new Error("it ended");
}

async function load() {
	const model = new Uint8Array(await read("en-small.npz")), answer = await ready;
	await new Promise((done, failed) => answer("POST", "/v1/models?name=en-small", "", model, (status, _, body) =>
		status === 200 ? done() : failed(new Error(new TextDecoder().decode(body)))));
	return answer;
}

const fail = problem => postMessage(problem.message);
run().catch(fail);
const loaded = load();
loaded.catch(fail);

onmessage = async ({data: {method, path, type, body, port}}) => {
	const answer = await loaded;
	answer(method, path, type, body, (status, headers, body) => port.postMessage({status, headers, body}, [body.buffer]));
};
