// Runs the script of a report on a table of three rows in just enough of a document; prints the rows after each click.
"use strict";
const fs = require("fs");
const vm = require("vm");

const head = () => {
  const attributes = {};
  const self = {
    querySelector: () => ({addEventListener: (name, listener) => (self.click = listener)}),
    getAttribute: (name) => attributes[name] ?? null,
    setAttribute: (name, value) => (attributes[name] = value),
    removeAttribute: (name) => delete attributes[name],
  };
  return self;
};
const row = (name, number) => ({
  cells: [{textContent: name, dataset: {}}, {textContent: number, dataset: {v: number}}],
});
const heads = [head(), head()];
const body = {
  rows: [row("a", "9"), row("b", "10"), row("c", "2")],
  append(...rows) { this.rows = rows; },
};
const table = {tHead: {rows: [{cells: heads}]}, tBodies: [body]};
vm.runInNewContext(fs.readFileSync(process.argv[2], "utf-8"), {document: {querySelectorAll: () => [table]}});
const states = [1, 1, 0, 0].map((column) => {
  heads[column].click();
  const rows = body.rows.map((r) => r.cells.map((cell) => cell.textContent).join(" "));
  return [...rows, heads.map((h) => h.getAttribute("aria-sort") ?? "-").join(" ")];
});
console.log(JSON.stringify(states));
