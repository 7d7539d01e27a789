// The loop of matrix products for WebAssembly, whose vectors Go's compiler does not use: a module of some 800 bytes, made
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
	const loop = [0x03, none], again = [0x0d, 0], when = [0x04, none], leave = [0x0f], end = [0x0b];

	const pairs = 8, rowBytes = 128; // of the sixteen columns; of a row of a panel
	const [sums, a, stride, panel, rows, x, s, doubtful, low, half, least, zero, first] = Array(13).keys();

	// sixteen(sums, a, stride, panel, rows) sets sums to Σ_k a[k]·panel[k] of sixteen columns, rounded as by fused multiply-adds:
	// products of two float32 are exact in float64. It returns 1 if a sum may have been rounded twice, see roundsTwice in fma.go.
	const step = pair => [
		get(x), get(panel), loadPair(8 * pair), promote, multiply, get(first + pair), add, set(s),
		get(doubtful), get(s), get(low), and, get(half), equal, or,
		get(s), abs, get(least), less, get(s), get(zero), differ, and, or, set(doubtful),
		get(s), demote, promote, set(first + pair),
	];
	const each = of => Array.from({length: pairs}, (_, pair) => of(pair)).flat();
	const body = [
		both((1n << 29n) - 1n), set(low), both(1n << 28n), set(half), both(BigInt(1023 - 126) << 52n), set(least),
		loop,
		get(a), loadFloat, toDouble, splat, set(x), ...each(step),
		get(a), get(stride), plus, set(a), get(panel), number(rowBytes), plus, set(panel),
		get(rows), number(1), minus, tee(rows), again,
		end,
		get(doubtful), any, when, number(1), leave, end,
		...each(pair => [get(sums), get(first + pair), demote, storePair(8 * pair)]),
		number(0), end,
	].flat();
	const code = [...vector([[first + pairs - x, v128]]), ...body];
	const module = new Uint8Array([
		0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
		...section(1, [[0x60, ...vector([i32, i32, i32, i32, i32]), ...vector([i32])]]),
		...section(2, [[...name("go"), ...name("mem"), memory, 0, 1]]),
		...section(3, [[0]]),
		...section(7, [[...name("sixteen"), func, 0]]),
		...section(10, [vector(code)]),
	]);

	/** Makes an instance of a Go program; go is what wasm_exec.js makes. */
	globalThis.instantiateGo = async (program, go) => {
		let sixteen = () => 1; // for old engines, which lack vectors: Go then does it
		go.importObject.loops = {sixteen: (...given) => sixteen(...given)};
		const {instance} = await WebAssembly.instantiate(program, go.importObject);
		if (WebAssembly.validate(module)) {
			const loops = await WebAssembly.instantiate(module, {go: {mem: instance.exports.mem}});
			({sixteen} = loops.instance.exports);
		}
		return instance;
	};
}
