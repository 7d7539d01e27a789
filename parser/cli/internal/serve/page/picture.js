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

// options puts choices into a select: pairs of value and text. The one chosen before stays.
function options(select, pairs) {
	const before = select.value;
	select.replaceChildren(...pairs.map(([value, text]) => make("option", {value, textContent: text})));
	if (pairs.some(([value]) => value === before)) select.value = before;
}

// fill puts a table into the page, with a row for each word, and hides it if there are none.
function fill(id, names, rows) {
	$(id).hidden = !rows.length;
	inside(id, "thead tr").replaceChildren(...names.map(text => make("th", {textContent: text, scope: "col"})));
	inside(id, "tbody").replaceChildren(...rows.map(([word, ...cells]) => make("tr", {},
		make("th", {textContent: word, scope: "row", dir: "auto"}), ...cells.map(text => make("td", {textContent: text, dir: "auto"})))));
}

const choices = ".label, .word .form";

// draw shows a picture of words in a language. It is one stop of the Tab key; arrow keys go on from there.
function draw(panel, svg, language) {
	const picture = inside(panel, ".picture");
	picture.innerHTML = svg;
	picture.firstElementChild?.removeAttribute("role"); // role=img has no parts
	const description = picture.querySelector("desc");
	if (description) {
		description.id = `${panel}-described`;
		picture.setAttribute("aria-describedby", description.id);
	}
	for (const [i, item] of picture.querySelectorAll(choices).entries()) {
		item.setAttribute("tabindex", i ? "-1" : "0");
		item.setAttribute("role", "button");
		if (item.matches(".form")) item.setAttribute("lang", language);
		else item.setAttribute("aria-label", spoken(picture, item));
	}
}

// wordIn is a word of a picture with its number.
function wordIn(picture, id) {
	const form = picture.querySelector(`.word[data-id="${id}"] .form`)?.textContent;
	return form ? `${id} ${form}` : "the root";
}

// spoken is what a label says to those who do not see where it stands.
function spoken(picture, label) {
	const {head, dep} = label.closest(".arc")?.dataset ?? {};
	return `${label.firstChild.textContent}: ${meaningOf(label)}` + (dep ? `; ${wordIn(picture, dep)}, of ${wordIn(picture, head)}` : "");
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

// relations reads off the picture of a tree what each word is of which, in the tree and, if it has two layers, in the
// enhanced graph.
function relations() {
	const picture = inside("tree", ".picture"), layers = picture.querySelector(".basic, .enhanced") ? [".enhanced", ".basic"] : [".enhanced"];
	if (!picture.querySelector(".arc")) return [];
	return [...picture.querySelectorAll(".word")].map(word => {
		const {id} = word.dataset;
		const heads = other => [...picture.querySelectorAll(`.arc:not(${other})[data-dep="${id}"] .label`)]
			.map(label => `${labelName(label)} of ${wordIn(picture, label.closest(".arc").dataset.head)}`);
		return [wordIn(picture, id), word.querySelector(".tag")?.firstChild.textContent ?? "", ...layers.map(other => [...new Set(heads(other))].join(", "))];
	});
}

// differingWords reads off a picture of two trees which words differ, with what each of both trees has of them.
function differingWords() {
	const picture = inside("differences", ".picture"), rows = new Map();
	for (const arc of picture.querySelectorAll(".arc.gold, .arc.system")) {
		const {head, dep} = arc.dataset, row = rows.get(dep) ?? [wordIn(picture, dep), "", ""];
		const label = arc.querySelector(".label")?.dataset.label;
		if (label) row[arc.matches(".gold") ? 1 : 2] = `${label} of ${wordIn(picture, head)}`;
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
		for (const name of ["role", "tabindex", "aria-label", "lang"]) item.removeAttribute(name);
	}
	const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
	style.textContent = await (await fetch("draw.css")).text();
	picture.prepend(style);
	save(name, "image/svg+xml", new XMLSerializer().serializeToString(picture));
}
