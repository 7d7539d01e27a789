// The worker of the site: it runs parser.wasm, and hands it the requests that the page posts.
"use strict";

const go = new Go();
const loaded = new Promise(done => globalThis.ready = done); // which parser.wasm calls with the function that answers

async function run() {
	const file = await fetch(`${base}parser.wasm`);
	if (!file.ok) throw new Error(`parser.wasm: ${file.status} ${file.statusText}`);
	const {instance} = await WebAssembly.instantiate(await file.arrayBuffer(), go.importObject);
	await go.run(instance);
	throw new Error("it ended");
}
run().catch(problem => postMessage(problem.message));

onmessage = async ({data: {method, path, type, body, port}}) => {
	const answer = await loaded;
	answer(method, path, type, body, (status, headers, body) => port.postMessage({status, headers, body}, [body.buffer]));
};
