// The moves of a parse, which come from /v1/trace.
"use strict";

// follow traces the parse: the moves of the model or, where there is a script, these and then
// the model's again.
async function follow(show = 0) {
	const gold = $("costs").value === "given" ? parsed.asked.text : $("costs").value;
	trace = await ask("v1/trace", {...question(), gold, given: sentence().number, script, follow: true});
	list(inside("steps", "dl"), [...Object.entries(moveMeanings[trace.heading.system] ?? {}), ...Object.entries(columnMeanings)]);
	showStep(show);
}

// showStep shows a step of the trace.
function showStep(which) {
	step = Math.max(0, Math.min(which, trace.steps.length - 1));
	const now = trace.steps[step], end = trace.steps.length - 1;
	$("first").ariaDisabled = $("back").ariaDisabled = String(step === 0); // disabled ones would lose the focus
	$("forward").ariaDisabled = $("last").ariaDisabled = String(step === end);
	draw("steps", now.svg, languageOf(at));
	inside("steps", ".meaning").textContent = "";
	for (const where of ["stack", "buffer"]) $(where).replaceChildren(...now[where].map(item => make("li", {textContent: item, dir: "auto"})));
	let text = `Step ${step + 1} of ${end + 1}`;
	if (now.move) text += `: ${now.move}`;
	if (now.error) text += ` – an error: it costs ${now.error.cost} more than ${now.error.instead.join(" or ")}`;
	if (step === end) text += `. The ${parsed.kind.thing} is complete` + (now.loss === undefined ? "." : now.loss ? `, with ${count(now.loss, "error")}.` : ", without an error.");
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

function rowOf(m) {
	const row = make("tr", {className: [m.taken && "taken", m.best && "best", m.wrong && "wrong"].filter(Boolean).join(" ")});
	const button = make("button", {type: "button", textContent: m.name});
	button.title = moveMeanings[trace.heading.system]?.[m.name.split("-")[0]] ?? "";
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
