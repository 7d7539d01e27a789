(() => {
  "use strict";
  const byId = id => document.getElementById(id);
  const steps = [...document.querySelectorAll(".step")], last = steps.length - 1;
  const names = steps.map(s => "#" + s.id);
  const picture = document.querySelector("main > .picture") || document.createElement("div"); // graphs have one for each step
  const parts = [...picture.querySelectorAll("[data-since]:not(.leaf)")];
  const words = [...picture.querySelectorAll(".word")], buttons = [...document.querySelectorAll("[data-to]")];
  const where = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => last };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };
  let at = -1;

  // The configuration of a step, and of the drawing what was there then.
  const show = to => {
    to = Math.max(0, Math.min(last, to));
    if (to === at) return;
    at = to;
    const step = steps[at];
    steps.forEach(s => { s.hidden = s !== step; });
    let fresh = null;
    for (const part of parts) {
      const since = Number(part.dataset.since);
      part.classList.toggle("unbuilt", since > at + 1);
      part.classList.toggle("new", at > 0 && since === at + 1);
      if (at > 0 && since === at + 1) fresh = part;
    }
    for (const word of words) {
      const state = { s: "stack", b: "buffer", d: "done" }[step.dataset.states[word.dataset.id - 1]];
      for (const name of ["stack", "buffer", "done"]) word.classList.toggle(name, name === state);
    }
    const wide = picture.scrollWidth > picture.clientWidth || picture.scrollHeight > picture.clientHeight;
    const seen = fresh || words.find(w => w.classList.contains("buffer"));
    if (wide && seen) {
      const box = seen.getBoundingClientRect(), frame = picture.getBoundingClientRect();
      picture.scrollBy(box.left + box.width / 2 - frame.left - frame.width / 2, box.top + box.height / 2 - frame.top - frame.height / 2);
    }
    byId("place").textContent = `${at + 1} of ${steps.length}`;
    byId("range").value = at + 1;
    for (const b of buttons) b.disabled = at === (b.dataset.to === "first" || b.dataset.to === "back" ? 0 : last);
    byId("said").textContent = step.dataset.said;
    if (location.hash !== names[at]) history.replaceState(null, "", names[at]);
  };

  for (const b of buttons) {
    b.addEventListener("click", () => {
      show(where[b.dataset.to]());
      if (b.disabled) byId("range").focus();
    });
  }
  byId("range").addEventListener("input", e => show(e.target.value - 1));
  document.addEventListener("keydown", e => {
    const scrolls = e.target !== document.body && e.target.scrollWidth > e.target.clientWidth && e.target.matches(":focus-visible");
    if (!keys[e.key] || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || e.target.matches("input") || scrolls) return;
    e.preventDefault();
    show(where[keys[e.key]]());
  });
  // Addresses name a step; the page does not jump there, since it has no element of that name.
  for (const step of steps) step.removeAttribute("id");
  window.addEventListener("hashchange", () => { if (names.includes(location.hash)) show(names.indexOf(location.hash)); });
  byId("controls").hidden = false;
  show(Math.max(0, names.indexOf(location.hash)));
})();
