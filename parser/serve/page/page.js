// The page of the server: a text is parsed by /v1/parse, its steps come from /v1/trace and the
// differences between two models from /v1/compare. Pictures are drawn by the server.
"use strict";

const $ = id => document.getElementById(id);
const inside = (panel, selector) => $(panel).querySelector(selector);

// What the page knows: the models there are, what was parsed and by which, which sentence
// is looked at, and the trace of it with the step that is shown.
let models = [], parsed = null, at = 0, trace = null, step = 0, script = "";

// Inputs that models of a kind read, with their names. Raw text needs a model that cuts it.
const inputs = {
	text: "Raw text", tagged: "word/TAG", brackets: "Penn brackets", conllu: "CoNLL-U", penman: "PENMAN",
};

// What files of each kind of model are written in.
const forms = {dependencies: "conllu", constituents: "brackets", graphs: "penman"};

// make returns a new element with properties and children.
function make(name, properties = {}, ...children) {
	const element = Object.assign(document.createElement(name), properties);
	element.append(...children);
	return element;
}

// options puts choices into a select: pairs of value and text. The one chosen before stays.
function options(select, pairs) {
	const before = select.value;
	select.replaceChildren(...pairs.map(([value, text]) => make("option", {value, textContent: text})));
	if (pairs.some(([value]) => value === before)) select.value = before;
}

// say tells people what happened.
function say(text, wrong = false) {
	$("status").textContent = text;
	$("status").className = wrong ? "error" : "";
}

// ask sends a request and returns the answer; what the server has against it is an Error.
async function ask(path, body) {
	const request = {headers: $("token").value ? {Authorization: `Bearer ${$("token").value}`} : {}};
	if (body) {
		request.method = "POST";
		request.headers["Content-Type"] = "application/json";
		request.body = JSON.stringify(body);
	}
	let answer;
	try {
		answer = await fetch(path, request);
	} catch {
		throw new Error("The server does not answer.");
	}
	if (answer.status === 401) $("locked").hidden = false;
	const value = await answer.json().catch(() => null);
	if (!answer.ok || value === null) throw new Error(value?.error?.message ?? `The server answered ${answer.status} ${answer.statusText}.`);
	return value;
}

// trying runs what a person asked for, once at a time, and says what goes wrong. Buttons stay
// enabled, so that the focus stays where it is.
async function trying(work) {
	if (document.body.ariaBusy === "true") return;
	document.body.ariaBusy = "true";
	try {
		await work();
	} catch (problem) {
		say(problem.message, true);
	} finally {
		document.body.ariaBusy = "false";
	}
}

// sentence is the one that is looked at.
const sentence = () => parsed.sentences[at];

// document returns what a file of the sentence begins a request with: its words as they were
// found, so that all models are asked about the same.
const question = () => ({model: parsed.model, input: parsed.form, data: sentence().source});

// draw shows a picture; its labels can be chosen by mouse and keyboard, and tell their meaning.
function draw(panel, svg) {
	const picture = inside(panel, ".picture");
	picture.innerHTML = svg;
	picture.firstElementChild?.removeAttribute("role"); // role=img has no parts
	for (const label of picture.querySelectorAll(".label")) {
		label.setAttribute("tabindex", "0");
		label.setAttribute("role", "button");
	}
}

// labelName and meaningOf read off a label what it is called and what that means.
const meaningOf = label => label.querySelector("title")?.textContent || "no description of this label";
const labelName = label => label.dataset.label || label.firstChild.textContent;

// listMeanings says below the tree what its labels mean.
function listMeanings() {
	const all = new Map();
	for (const label of inside("tree", ".picture").querySelectorAll(".label")) all.set(labelName(label), meaningOf(label));
	const names = [...all.keys()].sort();
	inside("tree", "dl").replaceChildren(...names.flatMap(name => [make("dt", {textContent: name}), make("dd", {textContent: all.get(name)})]));
}

// width is how wide pictures may be, in pixels: longer sentences go on in further rows.
const width = () => Math.max(300, Math.floor(document.querySelector("main").clientWidth) - 24);

async function parse() {
	const started = performance.now();
	say("Parsing …");
	const answer = await ask("v1/parse", {model: $("model").value, input: $("input").value, data: $("data").value, output: "json", pictures: true, width: width()});
	if (!answer.sentences.length) throw new Error("There is no sentence in this text.");
	const model = models.find(m => m.name === answer.model);
	const sentences = answer.sentences.map((s, i) => ({...s, source: answer.sources[i], svg: answer.pictures[i]}));
	parsed = {model: answer.model, sentences, form: forms[model.kind], other: $("other").value, differences: null};
	const words = sentences.reduce((sum, s) => sum + (s.words ?? s.text.split(/\s+/)).length, 0);
	say(`${count(answer.sentences.length, "sentence")}, ${count(words, "word")}, by ${answer.model} in ${Math.round(performance.now() - started)} ms`);
	options($("sentence"), answer.sentences.map((s, i) => [String(i), `${i + 1}: ${s.text || s.words.map(w => w.form).join(" ")}`]));
	$("which").hidden = answer.sentences.length < 2;
	$("tab-differences").hidden = !parsed.other;
	options($("costs"), [["self", "this tree"], ...(parsed.other ? [["model:" + parsed.other, parsed.other]] : []), ...($("input").value === parsed.form ? [["given", "the tree that was typed"]] : [])]);
	$("result").hidden = false;
	await show(0);
}

const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

// show looks at a sentence, in the tab that is open.
async function show(which) {
	if (!parsed.sentences[which]) return;
	at = which;
	$("sentence").value = String(at);
	$("previous").ariaDisabled = String(at === 0);
	$("next").ariaDisabled = String(at === parsed.sentences.length - 1);
	trace = null;
	script = "";
	$("script").value = "";
	draw("tree", sentence().svg);
	listMeanings();
	inside("tree", ".meaning").textContent = "";
	inside("source", "pre").textContent = sentence().source;
	const open = document.querySelector('[role="tab"][aria-selected="true"]');
	await choose(open && !open.hidden ? open : $("tab-tree"));
}

// choose opens a tab; what is behind it is asked for when it is needed.
async function choose(tab) {
	for (const other of document.querySelectorAll('[role="tab"]')) {
		other.setAttribute("aria-selected", String(other === tab));
		other.tabIndex = other === tab ? 0 : -1;
		$(other.getAttribute("aria-controls")).hidden = other !== tab;
	}
	if (tab.id === "tab-steps" && !trace) await follow();
	if (tab.id === "tab-differences") await compare();
}

async function compare() {
	parsed.differences ??= await ask("v1/compare", {models: [parsed.model, parsed.other], input: parsed.form, data: parsed.sentences.map(s => s.source).join("\n"), width: width()});
	const {svg, differences, words} = parsed.differences.sentences[at];
	draw("differences", svg);
	const what = {brackets: `${differences} of ${words} brackets`, penman: count(differences, "part")}[parsed.form] ?? `${differences} of ${words} words`;
	inside("differences", ".count").textContent = differences ? `${what} are not the same by ${parsed.model} and ${parsed.other}.` : `${parsed.model} and ${parsed.other} agree.`;
}

// follow traces the parse: the moves of the model or, where there is a script, these and then
// the model's again.
async function follow(show = 0) {
	const gold = $("costs").value === "given" ? $("data").value : $("costs").value;
	trace = await ask("v1/trace", {...question(), gold, given: at + 1, script, follow: true});
	showStep(show);
}

// showStep shows a step of the trace.
function showStep(which) {
	step = Math.max(0, Math.min(which, trace.steps.length - 1));
	const now = trace.steps[step], end = trace.steps.length - 1;
	$("first").ariaDisabled = $("back").ariaDisabled = String(step === 0); // disabled ones would lose the focus
	$("forward").ariaDisabled = $("last").ariaDisabled = String(step === end);
	draw("steps", now.svg);
	$("stack").replaceChildren(...now.stack.map(item => make("li", {textContent: item})));
	$("buffer").replaceChildren(...now.buffer.map(item => make("li", {textContent: item})));
	let text = `Step ${step + 1} of ${end + 1}`;
	if (now.move) text += `: ${now.move}`;
	if (now.error) text += ` – an error: it costs ${now.error.cost} more than ${now.error.instead.join(" or ")}`;
	if (step === end) text += now.loss === undefined ? ". The tree is complete." : `. The tree is complete, with a loss of ${now.loss}.`;
	$("at").textContent = text;
	$("moves").replaceChildren(...movesOf(now).map(rowOf));
	$("script").value = trace.steps.map(s => s.move).filter(Boolean).join(" ");
}

// movesOf joins what the model and the oracle say of each legal move.
function movesOf(now) {
	const costs = new Map((now.costs?.[0]?.moves ?? []).map(m => [m.move, m]));
	const taken = (now.move ?? "").split("-")[0];
	return (now.scores ?? [...costs.values()]).map(m => {
		const labels = m.labels ?? [], cost = costs.get(m.move), isTaken = m.move === taken;
		return {
			name: isTaken ? now.move : m.move + (labels.length ? `-${labels[0].label ?? labels[0]}` : ""),
			score: m.score, probability: m.probability, labels: labels.filter(l => l.probability >= 0.0005).map(l => `${l.label} ${percent(l.probability)}`).join(", "),
			cost: cost && cost.cost + (cost.labels?.length ? ` as ${cost.labels.join(", ")}` : "") + (cost.best ? ", best" : ""),
			taken: isTaken, best: cost?.best, wrong: isTaken && Boolean(now.error),
		};
	});
}

const percent = p => `${(100 * p).toFixed(1)} %`;

function rowOf(m) {
	const row = make("tr", {className: [m.taken && "taken", m.best && "best", m.wrong && "wrong"].filter(Boolean).join(" ")});
	const button = make("button", {type: "button", textContent: m.name});
	button.setAttribute("aria-label", m.taken ? `${m.name}, the move taken here` : `Take ${m.name} here`);
	button.addEventListener("click", () => trying(async () => {
		if (m.taken) return showStep(step + 1);
		script = [...trace.steps.slice(0, step).map(s => s.move), m.name].join(" ");
		await follow(step + 1);
		say(`Took ${m.name} instead; the rest are the model's moves.`);
		$("forward").focus();
	}));
	const probability = make("td");
	if (m.probability !== undefined) {
		const meter = make("meter", {min: 0, max: 1, value: m.probability});
		meter.setAttribute("aria-label", `Probability of ${m.name}`);
		probability.append(meter, ` ${percent(m.probability)}`);
	}
	row.append(make("td", {}, button), make("td", {textContent: m.score?.toFixed(2) ?? ""}), probability, make("td", {textContent: m.labels}), make("td", {textContent: m.cost ?? ""}));
	return row;
}

// save gives a file to the person.
function save(name, type, text) {
	const link = make("a", {href: URL.createObjectURL(new Blob([text], {type})), download: name});
	link.click();
	URL.revokeObjectURL(link.href);
}

async function savePicture() {
	const picture = inside("tree", ".picture svg").cloneNode(true);
	for (const label of picture.querySelectorAll(".label")) label.removeAttribute("tabindex");
	for (const label of picture.querySelectorAll("[role]")) label.removeAttribute("role");
	picture.prepend(make("style"));
	const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
	style.textContent = await (await fetch("draw.css")).text();
	picture.firstChild.replaceWith(style);
	save(`sentence-${at + 1}.svg`, "image/svg+xml", new XMLSerializer().serializeToString(picture));
}

// chosenModel says which texts the model can read.
function chosenModel() {
	const model = models.find(m => m.name === $("model").value);
	const all = Object.keys(inputs).filter(name => model.inputs.includes(name));
	options($("input"), all.map(name => [name, inputs[name]]));
	options($("other"), [["", "nothing"], ...models.filter(m => m.name !== model.name && m.kind === model.kind).map(m => [m.name, m.name])]);
}

function listen() {
	$("token").addEventListener("change", () => trying(start));
	$("ask").addEventListener("submit", event => {
		event.preventDefault();
		trying(parse);
	});
	$("data").addEventListener("keydown", event => {
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("ask").requestSubmit();
	});
	$("model").addEventListener("change", chosenModel);
	$("sentence").addEventListener("change", event => trying(() => show(Number(event.target.value))));
	$("previous").addEventListener("click", () => trying(() => show(at - 1)));
	$("next").addEventListener("click", () => trying(() => show(at + 1)));

	const tabs = [...document.querySelectorAll('[role="tab"]')];
	for (const tab of tabs) {
		tab.addEventListener("click", () => trying(() => choose(tab)));
		tab.addEventListener("keydown", event => {
			const there = tabs.filter(t => !t.hidden), turn = {ArrowLeft: -1, ArrowRight: 1}[event.key];
			if (!turn) return;
			const next = there[(there.indexOf(tab) + turn + there.length) % there.length];
			next.click();
			next.focus();
		});
	}
	for (const panel of ["tree", "steps", "differences"]) {
		const tell = event => {
			const label = event.target.closest(".label"), meaning = inside(panel, ".meaning") ?? $("status");
			if (!label || event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
			event.preventDefault();
			meaning.textContent = `${labelName(label)}: ${meaningOf(label)}`;
		};
		inside(panel, ".picture").addEventListener("click", tell);
		inside(panel, ".picture").addEventListener("keydown", tell);
	}
	const turns = {first: () => 0, back: () => step - 1, forward: () => step + 1, last: () => Infinity};
	for (const [id, to] of Object.entries(turns)) $(id).addEventListener("click", () => showStep(to()));
	$("steps").addEventListener("keydown", event => {
		const to = {Home: turns.first, ArrowLeft: turns.back, ArrowRight: turns.forward, End: turns.last}[event.key];
		if (!to || !trace || event.target.matches("input, select")) return;
		event.preventDefault();
		showStep(to());
	});
	$("costs").addEventListener("change", () => trying(() => follow(step)));
	$("play").addEventListener("submit", event => {
		event.preventDefault();
		script = $("script").value.trim();
		trying(async () => {
			await follow(0);
			say(script ? "These moves, and then the model's." : "The model's moves.");
		});
	});
	$("own").addEventListener("click", () => trying(() => {
		script = "";
		return follow(0);
	}));
	$("save-picture").addEventListener("click", () => trying(savePicture));
	$("save-file").addEventListener("click", () => save(`sentence-${at + 1}.${{brackets: "mrg", penman: "amr"}[parsed.form] ?? "conllu"}`, "text/plain", sentence().source));
}

// start asks which models there are; where that needs a token, once it is given.
async function start() {
	const answer = await ask("v1/models");
	say("");
	models = answer.models;
	options($("model"), models.map(m => [m.name, m.name]));
	$("model").value = answer.default;
	chosenModel();
}

listen();
trying(start);
