// The package as npm installs it, in Chromium: page.html reports what it sees to a server of static files.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {mkdtemp, readFile, rm} from "node:fs/promises";
import {createServer} from "node:http";
import {tmpdir} from "node:os";
import {extname, join} from "node:path";
import {test} from "node:test";
import {load} from "parser";

const types = {".html": "text/html", ".js": "text/javascript", ".gz": "application/gzip"};
const text = "It is late. The dog\nbarked at Zoë 😀.";

test("a page parses in a worker", {skip: !process.env.CHROMIUM && "there is no Chromium"}, async t => {
	let report;
	const reported = new Promise(done => report = done);
	const server = createServer(async (request, answer) => {
		if (request.url === "/result") {
			let body = "";
			for await (const part of request.setEncoding("utf8")) body += part;
			answer.end();
			return report(JSON.parse(body));
		}
		if (request.url === "/text") return answer.end(text);
		try {
			const file = await readFile(join(import.meta.dirname, request.url));
			return answer.writeHead(200, {"Content-Type": types[extname(request.url)] ?? "application/octet-stream"}).end(file);
		} catch {
			return answer.writeHead(404).end();
		}
	});
	await new Promise(done => server.listen(0, "127.0.0.1", done));
	const profile = await mkdtemp(join(tmpdir(), "parser-"));
	const browser = spawn(process.env.CHROMIUM, [
		"--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/page.html`,
	], {stdio: "ignore"});
	t.after(async () => {
		browser.kill();
		server.close();
		server.closeAllConnections();
		await new Promise(done => browser.exitCode === null && browser.signalCode === null ? browser.on("exit", done) : done());
		await rm(profile, {recursive: true, force: true, maxRetries: 9});
	});

	const seen = await reported, nlp = await load("en");
	t.after(() => nlp.close());
	assert.equal(seen.error, undefined);
	assert.equal(seen.conllu, (await nlp(seen.text)).toConllu(), "as in Node");
	assert.equal(seen.stream, (await nlp(text)).toConllu());
	assert.ok(seen.longest < seen.took / 2, `the page waited for ${seen.longest} of ${seen.took} ms`);
	assert.match(seen.missing, /nowhere\.npz: 404/);
	assert.deepEqual([seen.model, seen.closed], ["mine", "WorkerError"]);
	t.diagnostic(JSON.stringify(seen.times));
});
