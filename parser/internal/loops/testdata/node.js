// Runs a Go program, such as tests of this folder, in node with the loops of simd.js:
// GOOS=js GOARCH=wasm go test -exec "node testdata/node.js GOROOT".
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm");

const [, , root, program, ...args] = process.argv;
Object.assign(globalThis, {fs, path});
for (const file of [`${root}/lib/wasm/wasm_exec.js`, `${__dirname}/../simd.js`]) vm.runInThisContext(fs.readFileSync(file, "utf8"), file);

const go = new Go();
go.argv = [program, ...args];
go.env = {...process.env, TMPDIR: require("os").tmpdir()};
go.exit = process.exit;
process.on("exit", code => {
	if (code === 0 && !go.exited) process.exit(1); // nothing is left to do, and the program has not ended
});
instantiateGo(fs.readFileSync(program), go).then(instance => go.run(instance)).catch(error => {
	console.error(error);
	process.exit(1);
});
