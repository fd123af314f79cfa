"use strict";
// A click on a heading sorts its table: numbers downwards first, names upwards first.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  };
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const rows = [...table.tBodies[0].rows];
      const isNumber = rows.every((row) => typeof value(row, column) === "number");
      const before = head.getAttribute("aria-sort");
      const isUp = before ? before === "descending" : !isNumber;
      rows.sort((a, b) => {
        const [x, y] = [value(a, column), value(b, column)];
        return (isNumber ? x - y : String(x).localeCompare(String(y))) * (isUp ? 1 : -1);
      });
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      table.tBodies[0].append(...rows);
    });
  });
}
