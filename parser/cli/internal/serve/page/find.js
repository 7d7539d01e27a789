// What the page finds in all that was parsed: matches of a pattern, by /v1/search, and what sets describe, by /v1/extract.
"use strict";

// mostListed is how many matches are listed: nobody reads more.
const mostListed = 200;

// everything is what requests about all sentences send: the trees as they were found.
const everything = () => ({input: parsed.kind.form, data: parsed.sentences.map(s => s.source).join("\n")});

// seek searches the pattern, unless that was done, and shows the sentence that is looked at with its matches.
async function seek() {
	const asked = {pattern: $("pattern").value.trim(), enhanced: $("graph").value === "enhanced"}, key = JSON.stringify(asked);
	if (parsed.sought !== key) {
		parsed.sought = parsed.matches = null;
		$("matches").replaceChildren();
		inside("search", ".count").textContent = "";
		$("pattern").ariaInvalid = "false";
		if (asked.pattern) parsed.matches = (await ask("v1/search", {...asked, ...everything(), context: true}).catch(problem => {
			pointTo(problem.message);
			throw problem;
		})).matches;
		parsed.sought = key;
		$("matches").replaceChildren(...(parsed.matches ?? []).slice(0, mostListed).map(itemOf));
	}
	showMatches();
}

// pointTo puts the cursor where a message says that the pattern is wrong.
function pointTo(message) {
	const column = Number(/.*: column (\d+): /.exec(message)?.[1]);
	if (!column) return;
	const place = [...$("pattern").value.trimStart()].slice(0, column - 1).join("").length + $("pattern").value.search(/\S|$/);
	$("pattern").ariaInvalid = "true";
	$("pattern").focus();
	$("pattern").setSelectionRange(place, place + 1);
}

// itemOf is a match in the list: a button that shows it alone.
function itemOf(match) {
	const {text, nbest} = parsed.sentences[match.sentence - 1], button = make("button", {type: "button", textContent: match.context ?? text, dir: "auto"});
	button.lang = languageOf(match.sentence - 1);
	if (nbest) button.append(` (tree ${nbest})`);
	button.addEventListener("click", () => trying(async () => {
		await show(match.sentence - 1);
		showMatches(match);
	}));
	return make("li", {value: parsed.sentences[match.sentence - 1].number}, button);
}

// showMatches draws the sentence that is looked at, and marks all its matches or only one.
function showMatches(only) {
	const {matches} = parsed, here = (matches ?? []).filter(m => only ? m === only : m.sentence === at + 1);
	draw("search", sentence().svg, languageOf(at));
	for (const match of here) markMatch(match);
	inside("search", ".meaning").textContent = "";
	for (const [i, item] of [...$("matches").children].entries()) item.firstChild.ariaPressed = String(here.includes(matches[i]));
	const numbers = new Set((matches ?? []).map(m => parsed.sentences[m.sentence - 1].number)); // of sentences, which may have several trees
	inside("search", ".count").textContent = !matches ? "" : !matches.length ? "Nothing was found." :
		`${count(matches.length, "match", "matches")} in ${numbers.size.toLocaleString("en")} of ${count(parsed.sentences.at(-1).number, "sentence")}` +
		(here.length ? "." : "; none in this one.") + (matches.length > mostListed ? ` The first ${mostListed} are listed.` : "");
}

// markMatch marks the nodes of a match in the picture, those that the pattern begins with or names, and the arcs between them.
function markMatch({match, nodes = []}) {
	const picture = inside("search", ".picture"), marked = new Set(), other = $("graph").value === "enhanced" ? "basic" : "enhanced";
	const same = n => n.words === match.words && n.label === match.label;
	for (const {words, label} of nodes.some(same) ? nodes : [match, ...nodes]) {
		const [first, last = first] = words.split("-");
		const found = [...picture.querySelectorAll(`.node[data-first="${first}"][data-last="${last}"]`)].filter(n => label && n.querySelector(":scope > .label")?.dataset.label === label);
		for (const element of found.length ? found : picture.querySelectorAll(`.word[data-id="${words}"]`)) element.classList.add("found");
		marked.add(words);
	}
	for (const arc of picture.querySelectorAll(`.arc:not(.${other})`)) if (marked.has(arc.dataset.head) && marked.has(arc.dataset.dep)) arc.classList.add("found");
}

// take lists what a set describes.
async function take() {
	const set = $("set").value, {name, roles, nothing} = sets[set];
	inside("extract", ".count").textContent = "";
	parsed.extracted ??= {};
	const items = parsed.extracted[set] ??= (await ask("v1/extract", {...everything(), set, keep: true})).items;
	inside("extract", ".count").textContent = items.length ? `${name}: ${items.length.toLocaleString("en")}.` : nothing;
	inside("extract", ".wide").hidden = !items.length;
	inside("extract", "thead tr").replaceChildren(...["Sentence", ...Object.values(roles), "Notes"].map(text => make("th", {textContent: text, scope: "col"})));
	inside("extract", "tbody").replaceChildren(...items.map(item => {
		const own = parsed.sentences[item.sentence - 1], button = make("button", {type: "button", textContent: own.number + (own.nbest ? ` (tree ${own.nbest})` : "")});
		button.ariaLabel = `Show the tree of sentence ${button.textContent}`;
		button.addEventListener("click", () => trying(async () => {
			mark($("tab-tree"));
			await show(item.sentence - 1);
			$("tab-tree").focus();
		}));
		const notes = Object.entries(item.notes ?? {}).map(([note, value]) => value === "yes" ? note : value).join(", ");
		const cells = Object.keys(roles).map(role => make("td", {textContent: item.parts[role]?.text ?? "", dir: "auto", lang: languageOf(item.sentence - 1)}));
		return make("tr", {}, make("td", {}, button), ...cells, make("td", {textContent: notes}));
	}));
}

// readyToFind offers what can be found in what was parsed.
function readyToFind() {
	const {form} = parsed.kind, {language, examples} = patterns[form] ?? {};
	$("tab-search").hidden = !examples;
	$("tab-extract").hidden = form !== kinds.dependencies.form;
	if (!examples) return;
	$("pattern-language").textContent = language;
	$("pattern").placeholder = examples[0][0];
	list(inside("search", "dl"), examples);
	$("graphs").hidden = !parsed.sentences.some(s => /class="[^"]*\b(basic|enhanced|empty)\b/.test(s.svg));
	if ($("graphs").hidden) $("graph").value = "";
}

function listenForFinding() {
	const search = () => trying(() => choose($("tab-search")));
	$("seek").addEventListener("submit", event => {
		event.preventDefault();
		search();
	});
	$("graph").addEventListener("change", search);
	options($("set"), Object.entries(sets).map(([set, {name}]) => [set, name]));
	$("set").addEventListener("change", () => trying(() => choose($("tab-extract"))));
	listenTo("search", about, text => inside("search", ".meaning").textContent = text);
}
