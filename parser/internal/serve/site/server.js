// Where the answers come from on a site without a server: a worker that runs the parser, so that the page never waits.
"use strict";

// The worker starts from a blob, because such a worker has the policy of the page: it cannot connect elsewhere either.
const base = new URL(".", document.baseURI).href;
const first = `const base = ${JSON.stringify(base)}; importScripts(base + "wasm_exec.js", base + "worker.js");`;
const worker = new Worker(URL.createObjectURL(new Blob([first], {type: "text/javascript"})));

// stopped fails when the worker does, which sends nothing else by itself.
const stopped = new Promise((_, fail) => {
	worker.onmessage = ({data}) => fail(new Error(`The parser stopped: ${data}. Reload the page.`));
	worker.onerror = () => fail(new Error("The parser cannot be loaded."));
});
stopped.catch(() => {});

// send has the worker answer a request. Each has a channel of its own for the answer.
function send(path, {method = "GET", headers = {}, body = ""}) {
	const {port1, port2} = new MessageChannel();
	const answered = new Promise(done => port1.onmessage = ({data}) => done(new Response(data.body, data)));
	worker.postMessage({method, path: `/${path}`, type: headers["Content-Type"] ?? "", body, port: port2}, [port2]);
	return Promise.race([answered, stopped]).finally(() => port1.close());
}

// largestFile is how many bytes a model may have here: it and what is made of it must fit into 4 GB.
const largestFile = 5e8;

// addModel adds the model in a file and chooses it.
async function addModel(file) {
	const name = file.name.replace(/\.npz$/, "");
	if (file.size > largestFile) throw new Error(`${file.name} has more than ${largestFile / 1e6} MB.`);
	say(`Reading ${file.name} …`);
	await ask(`v1/models?name=${encodeURIComponent(name)}`, file);
	await listModels(name);
}

for (const part of document.querySelectorAll(".server, .alone")) part.hidden = part.matches(".server");
$("file").addEventListener("change", ({target}) => trying(async () => {
	for (const file of target.files) await addModel(file);
}).finally(() => target.value = ""));
