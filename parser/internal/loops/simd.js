// The loops of matrix products for WebAssembly, whose vectors Go's compiler does not use: a module of some 1,300 bytes, made
// here, that works in the memory of a Go program. Worker and page load this file after wasm_exec.js; panels_js.go calls it.
"use strict";

{
	// What the binary format has (WebAssembly Core Specification 2.0, "Binary Format").
	const unsigned = n => n < 128 ? [n] : [n & 127 | 128, ...unsigned(n >>> 7)];
	const vector = items => [...unsigned(items.length), ...items.flat()];
	const section = (id, items) => [id, ...vector([...vector(items)])];
	const name = text => vector([...text].map(letter => letter.charCodeAt(0)));
	const i32 = 0x7f, v128 = 0x7b, none = 0x40, memory = 2, func = 0;

	const get = local => [0x20, local], set = local => [0x21, local], tee = local => [0x22, local];
	const number = n => [0x41, ...(n < 64 ? [n] : [n & 127 | 128, n >>> 7])]; // up to 2¹³
	const vec = code => [0xfd, ...unsigned(code)];
	const both = bits => [...vec(12), ...[0, 1].flatMap(() => [...new Uint8Array(new BigUint64Array([bits]).buffer)])];
	const loadPair = at => [...vec(93), 3, ...unsigned(at)], storePair = at => [...vec(91), 3, ...unsigned(at), 0];
	const promote = vec(95), demote = vec(94), splat = vec(20), multiply = vec(242), add = vec(240), abs = vec(236);
	const less = vec(73), differ = vec(72), equal = vec(214), and = vec(78), or = vec(80), any = vec(83);
	const loadFloat = [0x2a, 2, 0], toDouble = [0xbb], plus = [0x6a], minus = [0x6b];
	const loadWhole = at => [...vec(0), 0, ...unsigned(at)], storeWhole = at => [...vec(11), 0, ...unsigned(at)], loadSplat = [...vec(9), 0, 0];
	const signedLow = vec(135), signedHigh = vec(136), unsignedLow = vec(137), dot = vec(186), addWhole = vec(174);
	const shuffle = lanes => [...vec(13), ...lanes];
	const loop = [0x03, none], again = [0x0d, 0], when = [0x04, none], leave = [0x0f], end = [0x0b];
	const each = (n, of) => Array.from({length: n}, (_, i) => of(i)).flat();

	const rowBytes = 128; // of a row of a panel, of float32s, and of four rows of bytes

	// sixteen(sums, a, stride, panel, rows) sets sums to Σ_k a[k]·panel[k] of sixteen columns, rounded as by fused multiply-adds:
	// products of two float32 are exact in float64. It returns 1 if a sum may have been rounded twice, see roundsTwice in fma.go.
	const sixteen = () => {
		const pairs = 8; // of the columns
		const [sums, a, stride, panel, rows, x, s, doubtful, low, half, least, zero, first] = Array(13).keys();
		const step = pair => [
			get(x), get(panel), loadPair(8 * pair), promote, multiply, get(first + pair), add, set(s),
			get(doubtful), get(s), get(low), and, get(half), equal, or,
			get(s), abs, get(least), less, get(s), get(zero), differ, and, or, set(doubtful),
			get(s), demote, promote, set(first + pair),
		];
		return {parameters: 5, locals: [[first + pairs - x, v128]], body: [
			both((1n << 29n) - 1n), set(low), both(1n << 28n), set(half), both(BigInt(1023 - 126) << 52n), set(least),
			loop,
			get(a), loadFloat, toDouble, splat, set(x), ...each(pairs, step),
			get(a), get(stride), plus, set(a), get(panel), number(rowBytes), plus, set(panel),
			get(rows), number(1), minus, tee(rows), again,
			end,
			get(doubtful), any, when, number(1), leave, end,
			...each(pairs, pair => [get(sums), get(first + pair), demote, storePair(8 * pair)]),
			number(0), end,
		]};
	};

	// bytes(sums, a, stride, rows, panel, groups) sets sixteen sums for each of some rows of a, which begin stride bytes apart, to
	// Σ_k a[k]·panel[k] of sixteen columns: a has bytes from 0 to 255, the panel from −128 to 127, four of each column together.
	// Products of the first two and of the last two of four are added apart, in halves of vectors of two columns. It returns 0.
	const bytes = () => {
		const fours = 4; // of the columns
		const [sums, a, stride, rows, panel, groups, at, from, left, x, y, zero, first] = Array(13).keys();
		const products = (widen, sum) => [get(sum), get(x), get(y), widen, dot, addWhole, set(sum)];
		const step = four => [
			get(from), loadWhole(16 * four), set(y), ...products(signedLow, first + 2 * four), ...products(signedHigh, first + 2 * four + 1),
		];
		const pick = (four, shift) => [get(first + 2 * four), get(first + 2 * four + 1), shuffle([0, 8, 16, 24].flatMap(i => [0, 1, 2, 3].map(k => i + k + shift)))];
		return {parameters: 6, locals: [[x - at, i32], [first + 2 * fours - x, v128]], body: [
			loop,
			get(a), set(at), get(panel), set(from), get(groups), set(left), ...each(2 * fours, i => [get(zero), set(first + i)]),
			loop,
			get(at), loadSplat, unsignedLow, set(x), ...each(fours, step),
			get(at), number(4), plus, set(at), get(from), number(rowBytes), plus, set(from),
			get(left), number(1), minus, tee(left), again,
			end,
			...each(fours, four => [get(sums), ...pick(four, 0), ...pick(four, 4), addWhole, storeWhole(16 * four)]),
			get(sums), number(64), plus, set(sums), get(a), get(stride), plus, set(a),
			get(rows), number(1), minus, tee(rows), again,
			end,
			number(0), end,
		]};
	};

	const all = {sixteen: sixteen(), bytes: bytes()}, names = Object.keys(all), functions = Object.values(all);
	const module = new Uint8Array([
		0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
		...section(1, functions.map(f => [0x60, ...vector(Array(f.parameters).fill([i32])), ...vector([[i32]])])),
		...section(2, [[...name("go"), ...name("mem"), memory, 0, 1]]),
		...section(3, functions.map((_, i) => [i])),
		...section(7, names.map((text, i) => [...name(text), func, i])),
		...section(10, functions.map(f => vector([...vector(f.locals), ...f.body.flat()]))),
	]);

	/** Makes an instance of a Go program; go is what wasm_exec.js makes. */
	globalThis.instantiateGo = async (program, go) => {
		let loops = {sixteen: () => 1, bytes: () => 1}; // for old engines, which lack vectors: Go then does it
		go.importObject.loops = {
			sixteen: (sums, a, stride, panel, rows) => loops.sixteen(sums, a, stride, panel, rows),
			bytes: (sums, a, stride, rows, panel, groups) => loops.bytes(sums, a, stride, rows, panel, groups),
		};
		const {instance} = await WebAssembly.instantiate(program, go.importObject);
		if (WebAssembly.validate(module)) loops = (await WebAssembly.instantiate(module, {go: {mem: instance.exports.mem}})).instance.exports;
		return instance;
	};
}
