// Runs the player of a page (its path is the first argument) on just enough of a document, presses the keys that are the
// other arguments ("#id" clicks instead), and prints what is then to be seen. Needs nothing but Node.
"use strict";
const fs = require("fs");
const vm = require("vm");

class Node {
  constructor(tagName) {
    Object.assign(this, {tagName: tagName.toUpperCase(), children: [], attributes: {}, listeners: {}, className: ""});
  }
  get textContent() { return this.text !== undefined ? this.text : this.children.map((c) => c.textContent ?? c).join(""); }
  set textContent(text) { this.text = String(text); this.children = []; }
  append(...nodes) { this.children.push(...nodes); }
  replaceChildren(...nodes) { this.text = undefined; this.children = nodes; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  addEventListener(name, listener) { this.listeners[name] = listener; }
  querySelector(name) { return (this[name] ??= new Node(name)); }
}

const page = fs.readFileSync(process.argv[2], "utf-8");
const ids = Object.fromEntries([...page.matchAll(/<(\w+)[^>]* id="(\w+)"/g)].map(([, tag, id]) => [id, new Node(tag)]));
ids.data.textContent = page.match(/<script type="application\/json" id="data">(.*?)<\/script>/s)[1];
const document = new Node("document");
document.getElementById = (id) => ids[id];
document.createElement = (name) => new Node(name);
document.createElementNS = (space, name) => new Node(name);
const ticks = [];
const timers = {setInterval: (tick) => ticks.push(tick), clearInterval: () => ticks.pop()};
vm.runInNewContext(page.match(/<script>(.*?)<\/script>/s)[1], {document, ...timers});

const key = (name) =>
  document.listeners.keydown({key: name, target: document, preventDefault() {}});
const seen = () => {
  const shapes = ids.picture.children;
  const byClass = (start) => shapes.filter((s) => (s.attributes.class || "").startsWith(start));
  return {
    status: ids.status.children.map((line) => line.textContent.trim()),
    chips: shapes.filter((s) => s.tagName === "RECT").map((s) => s.attributes.class),
    words: byClass("word").map((s) => s.textContent),
    arcs: byClass("arc").map((s) => s.attributes.class.split(" ")[1]).sort(),
    labels: byClass("label").map((s) => s.textContent).sort(),
    broken: shapes.some((s) => Object.values(s.attributes).some((value) => /NaN|undefined/.test(value))),
    lists: ids.lists.children.map((item) => item.textContent),
    costs: ids.costs.hidden ? null : ids.costs.tbody.children.map((tr) => tr.children.map((td) => td.textContent)),
    slider: [ids.slider.value, ids.slider.max],
    playing: ticks.length,
  };
};
const states = [seen()];
for (const move of process.argv.slice(3)) {
  if (move === "tick") ticks[0]();
  else if (move.startsWith("#")) ids[move.slice(1)].listeners.click();
  else key(move);
  states.push(seen());
}
console.log(JSON.stringify(states));
