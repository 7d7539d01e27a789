"use strict";
// The search, buttons that copy commands, and what the keyboard needs. Pages are complete without it.

const root = document.currentScript.dataset.root;
const form = document.querySelector('[role="search"]');
const input = document.getElementById("search");
const results = document.getElementById("results");
const found = document.getElementById("found");
const most = 12;

form.hidden = false;
form.addEventListener("submit", (event) => {
	event.preventDefault();
	results.querySelector("a")?.click();
});

// What the search looks in is a script of its own, which is loaded when the search is used first. Pages that were opened
// as files could read it in no other way.
let words;
function load() {
	words ??= new Promise((done) => {
		const script = document.createElement("script");
		script.src = root + "words.js";
		script.onload = () => done(window.siteWords.map(([link, title, heading, text]) => {
			return { link, title, heading, text, low: [title, heading, text].map((part) => part.toLowerCase()) };
		}));
		document.head.append(script);
	});
	return words;
}
input.addEventListener("focus", load);

// beginning returns what matches the beginning of words.
function beginning(terms) {
	return new RegExp("(?<![\\p{L}\\p{N}])(?:" + terms.map((term) => term.replace(/[^\p{L}\p{N}]/gu, "\\$&")).join("|") + ")", "giu");
}

// score says how well a part of a page answers the terms: 0 if it lacks one. A term in a heading is worth more than one in
// the text, and the beginning of a word more than its middle.
function score(part, terms) {
	let sum = 0;
	for (const term of terms) {
		const [title, heading, text] = part.low;
		const begins = (where) => where.search(beginning([term])) >= 0;
		const whole = (where) => where.split(/[^\p{L}\p{N}-]+/u).includes(term);
		let worth = begins(text) ? 2 : text.includes(term) ? 0.5 : 0;
		if (begins(heading)) {
			worth += whole(heading) ? 12 : 6;
		}
		if (begins(title)) {
			worth += part.heading ? 2 : whole(title) ? 16 : 8;
		}
		if (worth === 0) {
			return 0;
		}
		sum += worth;
	}
	return sum / Math.log(200 + part.text.length);
}

// marked returns what stands around the first term, with all terms marked.
function marked(part, terms) {
	const pattern = beginning(terms);
	const at = part.text.search(pattern);
	const from = Math.max(0, part.text.lastIndexOf(" ", Math.max(0, at - 40)));
	const shown = (from > 0 ? "…" : "") + part.text.slice(from, from + 160);
	const line = document.createElement("span");
	let end = 0;
	for (const match of shown.matchAll(pattern)) {
		const mark = document.createElement("mark");
		mark.textContent = match[0];
		line.append(shown.slice(end, match.index), mark);
		end = match.index + match[0].length;
	}
	line.append(shown.slice(end));
	return line;
}

async function search() {
	const all = await load();
	const terms = input.value.toLowerCase().split(/\s+/).filter(Boolean);
	const best = terms.length === 0 ? [] : all.map((part) => [score(part, terms), part]).filter(([s]) => s > 0)
		.sort((a, b) => b[0] - a[0]).slice(0, most);
	results.replaceChildren(...best.map(([, part]) => {
		const item = document.createElement("li");
		const link = document.createElement("a");
		const name = document.createElement("b");
		link.href = root + part.link;
		name.textContent = part.heading ? part.title + " › " + part.heading : part.title;
		link.append(name, marked(part, terms));
		item.append(link);
		return item;
	}));
	results.hidden = best.length === 0;
	found.textContent = terms.length === 0 ? "" : best.length === 0 ? "Nothing found" : best.length + " found";
}
input.addEventListener("input", search);

function close() {
	results.hidden = true;
}
results.addEventListener("click", close);
document.addEventListener("click", (event) => {
	if (!form.contains(event.target)) {
		close();
	}
});
form.addEventListener("focusout", (event) => {
	if (event.relatedTarget && !form.contains(event.relatedTarget)) {
		close();
	}
});
document.addEventListener("keydown", (event) => {
	const links = [...results.querySelectorAll("a")];
	const at = links.indexOf(document.activeElement);
	if (event.key === "/" && !event.target.closest("input, textarea")) {
		event.preventDefault();
		input.focus();
	} else if (event.key === "Escape" && !results.hidden) {
		close();
		input.focus();
	} else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !results.hidden && form.contains(event.target)) {
		event.preventDefault();
		const next = at + (event.key === "ArrowDown" ? 1 : -1);
		(next < 0 ? input : links[Math.min(next, links.length - 1)]).focus();
	}
});

// What scrolls can be scrolled by keys.
function reach() {
	for (const box of document.querySelectorAll("pre, .scroll")) {
		if (box.scrollWidth > box.clientWidth) {
			box.tabIndex = 0;
		} else {
			box.removeAttribute("tabindex");
		}
	}
}
reach();
addEventListener("load", reach);
addEventListener("resize", reach);

// Of a session the commands are copied, and of other code everything.
for (const code of document.querySelectorAll("pre:is(.console, .sh, .go, .python)")) {
	const block = document.createElement("div");
	const copy = document.createElement("button");
	block.className = "block";
	copy.className = "copy";
	copy.textContent = "Copy";
	copy.addEventListener("click", async () => {
		const commands = [...code.querySelectorAll("b")].map((line) => line.textContent);
		await navigator.clipboard.writeText(commands.length > 0 ? commands.join("\n") + "\n" : code.textContent);
		copy.textContent = "Copied";
		setTimeout(() => { copy.textContent = "Copy"; }, 2000);
	});
	code.replaceWith(block);
	block.append(code, copy);
}
