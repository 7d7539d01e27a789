// Pictures on the page: their labels and words can be chosen by mouse and keyboard, and tell what they are.
"use strict";

const $ = id => document.getElementById(id);
const inside = (panel, selector) => $(panel).querySelector(selector);

// make returns a new element with properties and children.
function make(name, properties = {}, ...children) {
	const element = Object.assign(document.createElement(name), properties);
	element.append(...children);
	return element;
}

const choices = ".label, .word .form";

// draw shows a picture. It is one stop of the Tab key; arrow keys go on from there.
function draw(panel, svg) {
	const picture = inside(panel, ".picture");
	picture.innerHTML = svg;
	picture.firstElementChild?.removeAttribute("role"); // role=img has no parts
	for (const [i, item] of picture.querySelectorAll(choices).entries()) {
		item.setAttribute("tabindex", i ? "-1" : "0");
		item.setAttribute("role", "button");
	}
}

// meaningOf and labelName read off a label what it means and what it is called.
const meaningOf = label => label.querySelector("title")?.textContent || "no description of this label";
const labelName = label => label.dataset.label || label.firstChild.textContent;

// fade draws the arcs of the tree faint to heads that are less probable than half, of words that have probabilities.
function fade(words = []) {
	for (const {id, headProb = 1} of words) {
		for (const arc of inside("tree", ".picture").querySelectorAll(`.arc:not(.enhanced)[data-dep="${id}"]`)) arc.classList.toggle("unsure", headProb < 0.5);
	}
}

// certainty is a probability for people, which is 100 % only if nothing else can be.
const certainty = p => `${Math.floor(100 * p)} %`;

// columnsOf says what is known of a word of a sentence: its lemma, tags and features, and how sure its head and label are.
function columnsOf(word, meanings) {
	const known = tag => meanings[tag] ? `${tag} (${meanings[tag]})` : tag;
	return [
		word.lemma && `lemma ${word.lemma}`, word.upos && known(word.upos), word.xpos && `XPOS ${known(word.xpos)}`,
		word.feats?.replaceAll("|", ", "), word.headProb !== undefined && `head ${certainty(word.headProb)} sure, label ${certainty(word.labelProb)}`,
	].filter(Boolean).join(" · ") || "nothing else is known of this word";
}

// tell says what an item of a picture is: about tells of words by their ID.
async function tell(item, about) {
	if (item.matches(".label")) return `${labelName(item)}: ${meaningOf(item)}`;
	return `${item.textContent}: ${await about(item.closest(".word").dataset.id)}`;
}

// listenTo has the items of a panel's picture answer; say is told what each is.
function listenTo(panel, about, say) {
	const picture = inside(panel, ".picture");
	const go = (from, to) => {
		if (!to) return;
		from.setAttribute("tabindex", "-1");
		to.setAttribute("tabindex", "0");
		to.focus();
	};
	const answer = async (event, item) => {
		event.preventDefault();
		say(await tell(item, about));
	};
	picture.addEventListener("click", event => {
		const item = event.target.closest(choices);
		if (!item) return;
		go(picture.querySelector('[tabindex="0"]'), item);
		answer(event, item);
	});
	picture.addEventListener("keydown", event => {
		const item = event.target.closest(choices);
		if (!item) return;
		if (event.key === "Enter" || event.key === " ") return answer(event, item);
		const all = [...picture.querySelectorAll(choices)], at = all.indexOf(item);
		const next = {ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: all.length - 1}[event.key];
		if (next === undefined) return;
		event.preventDefault();
		event.stopPropagation(); // the steps have these keys, too
		go(item, all.at(next % all.length));
	});
}

// list puts meanings into a list of definitions.
function list(element, pairs) {
	element.replaceChildren(...pairs.flatMap(([name, text]) => [make("dt", {textContent: name}), make("dd", {textContent: text})]));
}

// meaningsIn are those of the labels of a panel's picture, in order.
function meaningsIn(panel) {
	const all = new Map();
	for (const label of inside(panel, ".picture").querySelectorAll(".label")) all.set(labelName(label), meaningOf(label));
	return [...all].sort(([a], [b]) => a < b ? -1 : 1);
}

// differingWords reads off a picture of two trees which words differ, with what each of both trees has of them.
function differingWords() {
	const picture = inside("differences", ".picture"), rows = new Map();
	const form = id => picture.querySelector(`.word[data-id="${id}"] .form`)?.textContent ?? "ROOT";
	for (const arc of picture.querySelectorAll(".arc.gold, .arc.system")) {
		const {head, dep} = arc.dataset, row = rows.get(dep) ?? [form(dep), "", ""];
		const label = arc.querySelector(".label")?.dataset.label;
		if (label) row[arc.matches(".gold") ? 1 : 2] = `${label} ← ${form(head)}`;
		rows.set(dep, row);
	}
	return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}

// save gives a file to the person.
function save(name, type, text) {
	const link = make("a", {href: URL.createObjectURL(new Blob([text], {type})), download: name});
	link.click();
	URL.revokeObjectURL(link.href);
}

// savePicture gives the picture of the tree as a file of its own.
async function savePicture(name) {
	const picture = inside("tree", ".picture svg").cloneNode(true);
	for (const item of picture.querySelectorAll("[role]")) {
		item.removeAttribute("role");
		item.removeAttribute("tabindex");
	}
	const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
	style.textContent = await (await fetch("draw.css")).text();
	picture.prepend(style);
	save(name, "image/svg+xml", new XMLSerializer().serializeToString(picture));
}
