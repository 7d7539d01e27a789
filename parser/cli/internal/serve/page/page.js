// The page of the server: a text is parsed by /v1/parse, and the differences between two models come from /v1/compare.
// Pictures are drawn by the server. What finds something is in find.js, and what goes through the moves in steps.js.
"use strict";

// What the page knows: the models there are, what was parsed and by which, which sentence
// is looked at, and the trace of it with the step that is shown.
let models = [], parsed = null, at = 0, trace = null, step = 0, script = "";
let inputChosen = false; // by the person, and not by the model
let stopping = null; // the AbortController of what was asked for; nothing is under way if it is null

// say tells people what happened.
function say(text, wrong = false) {
	$("status").textContent = sentenceOf(text);
	$("status").className = wrong ? "error" : "";
}

// ask sends a request and returns the answer; what the server has against it is an Error, and so is a stop.
async function ask(path, body) {
	const signal = stopping?.signal;
	const request = {signal, headers: $("token").value ? {Authorization: `Bearer ${$("token").value}`} : {}};
	if (body) {
		request.method = "POST";
		request.headers["Content-Type"] = "application/json";
		request.body = body instanceof Blob ? body : JSON.stringify(body);
	}
	const answer = await send(path, request).catch(problem => {
		throw signal?.aborted ? new Error("Stopped.") : problem;
	});
	if (answer.status === 401) $("locked").hidden = false;
	const value = await answer.json().catch(() => null);
	if (signal?.aborted) throw new Error("Stopped.");
	if (!answer.ok || value === null) throw new Error(value?.error?.message ?? `The server answered ${answer.status} ${answer.statusText}.`);
	return value;
}

// patience is how many milliseconds something may take before it can be stopped: a button that comes and goes distracts.
const patience = 400;

// trying runs what a person asked for, once at a time, and says what goes wrong. Buttons stay
// enabled, so that the focus stays where it is.
async function trying(work) {
	if (stopping) return;
	stopping = new AbortController();
	$("result").ariaBusy = "true";
	const slow = setTimeout(() => $("stop").hidden = !models.length, patience);
	try {
		await work();
	} catch (problem) {
		say(problem.message, !stopping.signal.aborted);
	} finally {
		clearTimeout(slow);
		if (document.activeElement === $("stop")) $("parse").focus();
		$("stop").hidden = true;
		$("result").ariaBusy = "false";
		stopping = null;
	}
}

// sentence is the one that is looked at.
const sentence = () => parsed.sentences[at];

// languageOf is the language of a sentence, which says itself which model parsed it if there are several.
const languageOf = which => models.find(m => m.name === (parsed.sentences[which].model ?? parsed.model))?.language ?? "";

// question is what requests about the sentence begin with: its words as they were found, so
// that all models are asked about the same.
const question = () => ({model: sentence().model ?? parsed.model, input: parsed.kind.form, data: sentence().source});

// width is how wide pictures may be, in pixels: longer sentences go on in further rows.
const width = () => Math.max(300, Math.floor(document.querySelector("main").clientWidth) - 24);

// form is what the person asks for; what is on show belongs to it or is greyed.
const form = () => ({text: $("data").value, model: $("model").value, input: $("input").value, other: $("other").value, nbest: $("nbest").value, lexicon: $("lexicon").value});

function check() {
	if (!parsed) return;
	const now = form(), stale = Object.keys(now).some(name => now[name] !== parsed.asked[name]);
	if ($("result").inert === stale) return;
	$("result").inert = stale;
	say(stale ? "The text or a choice has changed: press Parse." : parsed.summary);
}

// parse asks for the text to be parsed, and shows a sentence of it in a view. If that fails nothing is shown.
async function parse(number = 1, view = "") {
	const started = performance.now(), asked = form();
	parsed = null;
	$("result").inert = true;
	say("Parsing …");
	try {
		const answer = await ask("v1/parse", {model: asked.model, input: asked.input, data: asked.text, output: "json", pictures: true, width: width(), confidence: models.find(m => m.name === asked.model)?.confidence, nbest: Number(asked.nbest), lexicon: asked.lexicon});
		if (!answer.sentences.length) throw new Error("There is no sentence in this text.");
		let number = 0; // of a sentence, which may have several trees
		const sentences = answer.sentences.map((s, i) => ({...s, number: s.nbest > 1 ? number : ++number, source: answer.sources[i], svg: answer.pictures[i]}));
		const words = sentences.reduce((sum, s) => sum + (s.nbest > 1 ? 0 : (s.words ?? s.text.split(/\s+/)).length), 0);
		const summary = `${count(number, "sentence")}, ${count(words, "word")}, by ${answer.model} in ${Math.round(performance.now() - started).toLocaleString("en")} ms`;
		const {kind} = models.find(m => m.name === (asked.model === auto ? auto : answer.model));
		parsed = {asked, summary, model: answer.model, sentences, kind: kinds[kind], differences: null};
	} catch (problem) {
		$("result").hidden = true;
		throw problem;
	}
	const {thing, form: given} = parsed.kind, other = asked.other;
	$("tab-tree").textContent = thing === "graph" ? "Graph" : "Tree";
	inside("tree", ".picture").ariaLabel = $("tab-tree").textContent;
	inside("steps", ".picture").ariaLabel = `The ${thing} so far`;
	inside("differences", ".picture").ariaLabel = `Both ${thing}s in one picture`;
	options($("sentence"), parsed.sentences.map((s, i) => {
		const rank = s.nbest ? ` (tree ${s.nbest}, ${percent(s.probability)})` : "";
		return [String(i), `${s.number}${rank}: ${s.text || s.words.map(w => w.form).join(" ")}`];
	}));
	readyToFind();
	for (const note of document.querySelectorAll(".basic-only")) note.hidden = given !== kinds.dependencies.form;
	$("which").hidden = parsed.sentences.length < 2;
	$("tab-differences").hidden = !other;
	options($("costs"), [["self", `this ${thing}`], ...(other ? [["model:" + other, other]] : []), ...(asked.input === given ? [["given", `the ${thing} that was typed`]] : [])]);
	$("result").hidden = $("result").inert = false;
	say(parsed.summary);
	check(); // for the text may have changed meanwhile
	const tab = $(`tab-${view}`);
	if (tab && !tab.hidden) mark(tab);
	await show(parsed.sentences[number - 1] ? number - 1 : 0);
}

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
	for (const id of ["sentence", "stack", "buffer"]) $(id).lang = languageOf(at);
	draw("tree", sentence().svg, languageOf(at));
	$("layers").hidden = !inside("tree", ".picture").querySelector(".basic, .enhanced");
	fill("words", ["Word", "Tag", "In the tree", ...$("layers").hidden ? [] : ["In the enhanced graph"]], relations());
	fade(sentence().words);
	list(inside("tree", "dl"), meaningsIn("tree"));
	for (const meaning of document.querySelectorAll(".meaning")) meaning.textContent = "";
	inside("source", "pre").textContent = sentence().source;
	const open = document.querySelector('[role="tab"][aria-selected="true"]');
	await choose(open && !open.hidden ? open : $("tab-tree"));
}

// mark makes a tab the one that is open.
function mark(tab) {
	for (const other of document.querySelectorAll('[role="tab"]')) {
		other.setAttribute("aria-selected", String(other === tab));
		other.tabIndex = other === tab ? 0 : -1;
		$(other.getAttribute("aria-controls")).hidden = other !== tab;
	}
}

// choose opens a tab; what is in it is asked for when it is needed, and nothing is in it if that fails.
async function choose(tab) {
	mark(tab);
	const view = tab.getAttribute("aria-controls");
	link(view);
	const fill = {search: seek, extract: take, steps: () => trace || follow(), differences: compare}[view];
	if (!fill) return;
	inside(view, ".problem").textContent = "";
	inside(view, ".body").hidden = true;
	try {
		await fill();
		inside(view, ".body").hidden = false;
	} catch (problem) {
		inside(view, ".problem").textContent = sentenceOf(problem.message);
	}
}

// longestLink is how many characters of a link may be about the text.
const longestLink = 4000;

// link has the page's link lead to what is shown. It stands after #, which browsers send to nobody.
function link(view) {
	const state = new URLSearchParams(parsed.asked);
	for (const name of ["other", "nbest", "lexicon"]) if (!parsed.asked[name]) state.delete(name);
	for (const name of {search: ["pattern", "graph"], extract: ["set"]}[view] ?? []) if ($(name).value) state.set(name, $(name).value);
	if (at) state.set("sentence", at + 1);
	if (view !== "tree") state.set("view", view);
	$("link").href = `#${state}`;
	$("link").hidden = String(state).length > longestLink;
}

// openLink shows what the address says, if it says anything and there are models.
async function openLink() {
	const text = location.hash.slice(1), state = new URLSearchParams(text), model = state.get("model");
	if (!text || !models.length) return;
	if (text.length > longestLink || !state.get("text")) throw new Error("This link is too long, or has no text.");
	if (model && !models.some(m => m.name === model)) throw new Error(`This link is for the model ${model}, which is not served here.`);
	if (model) $("model").value = model;
	inputChosen = false;
	$("data").value = state.get("text");
	chosenModel();
	for (const name of ["input", "other", "nbest", "lexicon", "set", "graph"]) if ([...$(name).options].some(o => o.value === state.get(name))) $(name).value = state.get(name);
	$("pattern").value = state.get("pattern") ?? "";
	chosenInput();
	await parse(Number(state.get("sentence")) || 1, state.get("view") ?? "tree");
}

async function compare() {
	const {asked: {other}, kind: {form, thing}, model, sentences} = parsed, narrowest = 600; // else there is a word a row on phones
	parsed.differences ??= await ask("v1/compare", {models: [model, other], input: form, data: sentences.map(s => s.source).join("\n"), width: Math.max(width(), narrowest)});
	const {svg, differences, words} = parsed.differences.sentences[at];
	draw("differences", svg, languageOf(at));
	fill("apart", ["Word", model, other], differingWords());
	$("apart").open ||= width() < narrowest;
	const what = {brackets: count(differences, "bracket or tag", "brackets or tags"), penman: count(differences, "node or edge", "nodes or edges")}[form] ??
		`${differences.toLocaleString("en")} of ${count(words, "word")}`;
	inside("differences", ".count").textContent = differences ? `${model} and ${other} differ in ${what}.` : `${model} and ${other} build the same ${thing}.`;
}

// chosenModel offers the inputs that the model reads, and takes the first unless the person chose another for a text of theirs.
function chosenModel() {
	const model = models.find(m => m.name === $("model").value), before = $("input").value;
	options($("input"), model.inputs.map(name => [name, inputs[name]?.name ?? name]));
	inputChosen &&= !isExample() && model.inputs.includes(before);
	$("input").value = inputChosen ? before : model.inputs[0];
	options($("other"), [["", "nothing"], ...models.filter(m => ![model.name, auto].includes(m.name) && m.kind === model.kind && model.name !== auto).map(m => [m.name, m.name])]);
	options($("nbest"), [["", "the best"], ...[2, 5, 10, 20].filter(n => n <= model.nbest).map(n => [String(n), `the ${n} most probable`])]);
	$("several").hidden = !model.nbest;
	$("data").lang = model.language ?? "";
	const reader = models.find(m => m.kind === model.kind && m.inputs.includes("text"));
	$("hint").textContent = model.inputs.includes("text") ? "" : `${model.name} reads no raw text.` + (reader ? ` Choose ${reader.name} to type plain sentences.` : "");
	chosenInput();
}

// isExample says whether there is no text of the person's own.
const isExample = () => !$("data").value.trim() || Object.values(inputs).some(input => input.example === $("data").value);

function chosenInput() {
	if (isExample()) $("data").value = inputs[$("input").value]?.example ?? "";
	check();
}

// about tells of a word of the sentence; the meanings of tags are asked for once.
let meanings = null;
async function about(id) {
	meanings ??= await ask("v1/meanings").catch(() => ({}));
	const {words = [], empty = []} = sentence(), word = [...words, ...empty].find(w => String(w.id) === id);
	return word ? columnsOf(word, meanings) : `word ${id}`;
}

function listen() {
	$("token").addEventListener("change", start);
	$("stop").addEventListener("click", () => stopping.abort());
	document.addEventListener("keydown", event => {
		if (event.key === "Escape" && !$("stop").hidden) stopping.abort();
	});
	$("ask").addEventListener("submit", event => {
		event.preventDefault();
		trying(() => parse());
	});
	$("data").addEventListener("keydown", event => {
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("ask").requestSubmit();
	});
	$("data").addEventListener("input", check);
	$("model").addEventListener("change", chosenModel);
	$("input").addEventListener("change", () => {
		inputChosen = true;
		chosenInput();
	});
	for (const name of ["other", "nbest", "lexicon"]) $(name).addEventListener("change", check);
	$("example").addEventListener("click", () => {
		$("data").value = "";
		chosenInput();
	});
	$("sentence").addEventListener("change", event => trying(() => show(Number(event.target.value))));
	$("previous").addEventListener("click", () => trying(() => show(at - 1)));
	$("next").addEventListener("click", () => trying(() => show(at + 1)));

	listenForFinding();
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
	for (const panel of ["tree", "steps", "differences"]) listenTo(panel, about, text => inside(panel, ".meaning").textContent = text);
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
	$("save-picture").addEventListener("click", () => trying(() => savePicture(`sentence-${at + 1}.svg`)));
	$("save-file").addEventListener("click", () => save(`sentence-${at + 1}.${parsed.kind.extension}`, "text/plain", sentence().source));
}

// auto stands for the models of the languages of a text, where there are several.
const auto = "auto";

// titleOf is what a model is called in the list: a code of a language has its name, too.
const titleOf = ({name, language}) => name === auto ? "auto (by language)" :
	name === language && /^[a-z]{2,3}$/.test(name) ? `${name} (${new Intl.DisplayNames("en", {type: "language"}).of(name)})` : name;

// listModels asks which models there are, and chooses one: the default if there is no name.
async function listModels(name) {
	say("Loading …");
	const answer = await ask("v1/models");
	say("");
	models = answer.models;
	const readers = models.filter(m => m.kind === "dependencies" && m.language && m.inputs.includes("text"));
	if (new Set(readers.map(m => m.language)).size > 1) models.push({name: auto, kind: "dependencies", inputs: ["text"], confidence: readers.every(m => m.confidence), nbest: 0});
	options($("model"), models.map(m => [m.name, titleOf(m)]));
	options($("lexicon"), [["", "none"], ...answer.lexicons.map(name => [name, name])]);
	$("dictionary").hidden = !answer.lexicons.length;
	$("model").value = name ?? answer.default;
	chosenModel();
}

// start lists the models; where that needs a token, once it is given.
async function start() {
	await trying(() => listModels());
	await trying(openLink);
}

window.addEventListener("hashchange", () => trying(openLink));
listen();
start();
