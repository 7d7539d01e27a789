// Runs the worker of a site in node: node node.js FOLDER. Each line of the standard input is a request in JSON, whose
// body may be in a file; each line of the standard output is its answer.
"use strict";
const {readFileSync} = require("fs"), vm = require("vm");

const folder = process.argv[2];
globalThis.base = `${folder}/`;
globalThis.fetch = async name => new Response(readFileSync(name));
globalThis.onmessage = null;
globalThis.postMessage = message => {
	console.error(message);
	process.exit(1);
};
for (const name of ["wasm_exec.js", "simd.js", "worker.js"]) vm.runInThisContext(readFileSync(base + name, "utf8"), name);

const ask = ({method, path, type, body, file}) => new Promise(done => {
	const {port1, port2} = new MessageChannel();
	port1.onmessage = ({data}) => done({...data, headers: Object.fromEntries(data.headers), body: new TextDecoder().decode(data.body)});
	onmessage({data: {method, path, type, body: file ? readFileSync(file) : new TextEncoder().encode(body), port: port2}});
});

(async () => {
	for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) console.log(JSON.stringify(await ask(JSON.parse(line))));
	process.exit(0);
})();
