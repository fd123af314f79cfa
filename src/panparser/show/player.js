"use strict";
// Plays a derivation. Everything it shows is in the page's data; text from there only ever becomes text nodes.
(() => {
  const byId = (id) => document.getElementById(id);
  const {derivation, warnings, row} = JSON.parse(byId("data").textContent);
  const LABELLED_FROM_END = ["stack", "left"];  // lists that are worked on at their end
  const LISTS = ["stack", "left", "right", "buffer"];
  const WORD = 17, NOTE = 10.5, LABEL = 11, LEVEL = 25, BASE = 27, CORNER = 9, PORT = 8, TOP = 26;
  const INTERVAL = 900;  // milliseconds between steps while playing
  const placeOf = new Map(row.nodes.map((node, place) => [node, place]));

  // --- what is to be seen, step by step ---

  const arcsOf = (heads, labels) =>
    heads.flatMap((head, i) => (head === null ? [] : [{head, dependent: i + 1, label: labels[i]}]));
  const isIn = (arcs, arc) => arcs.some((a) => a.head === arc.head && a.dependent === arc.dependent);

  function frameOf(shot, step) {
    const made = step ? step.made : [], removed = step ? step.removed : [];
    const arcs = arcsOf(shot.heads, shot.labels).map((arc) => ({...arc, style: isIn(made, arc) ? "new" : "old"}));
    return {shot, step, made, removed, arcs: [...arcs, ...removed.map((arc) => ({...arc, style: "gone"}))]};
  }

  const shots = [derivation.initial, ...derivation.steps.map((step) => step.after)];
  const end = shots[shots.length - 1];
  const hasResult = derivation.heads.some((head, i) => head !== end.heads[i]);
  const last = shots.length - 1 + (hasResult ? 1 : 0);

  function frame(k) {
    if (k < shots.length) return frameOf(shots[k], k ? derivation.steps[k - 1] : null);
    const labels = derivation.deprels.map((label) => (label === "_" ? null : label));
    const made = arcsOf(derivation.heads, labels).filter((arc) => end.heads[arc.dependent - 1] !== arc.head);
    return frameOf({heads: derivation.heads, labels}, {action: null, made, removed: [], costs: null});
  }

  // --- the picture ---

  function element(name, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // An arc lies above every shorter one that it shares a stretch with; arcs from a ROOT without place come from above.
  function stacked(arcs) {
    const placed = [];
    const inRow = arcs.filter((arc) => placeOf.has(arc.head)).map((arc) => {
      const from = placeOf.get(arc.head), to = placeOf.get(arc.dependent);
      return {...arc, from, to, low: Math.min(from, to), high: Math.max(from, to)};
    });
    inRow.sort((a, b) => a.high - a.low - (b.high - b.low) || a.from - b.from || a.to - b.to);
    for (const arc of inRow) {
      let level = 1;
      for (const other of placed)
        if (other.low < arc.high && arc.low < other.high) level = Math.max(level, other.level + 1);
      placed.push({...arc, level});
    }
    return placed;
  }

  // By place, what ends there from left to right: in this order no lines cross.
  function portsOf(arcs, roots) {
    const ports = row.nodes.map(() => []);
    for (const arc of [...arcs].sort((a, b) => a.level - b.level)) ports[arc.high].push(arc);
    for (const arc of roots) ports[placeOf.get(arc.dependent)].push(arc);
    for (const arc of [...arcs].sort((a, b) => b.level - a.level)) ports[arc.low].push(arc);
    const turn = row.mirrored ? -1 : 1;
    return (place, arc) =>
      row.centres[place] + turn * PORT * (ports[place].indexOf(arc) - (ports[place].length - 1) / 2);
  }

  const everyArc = new Map();
  for (const arc of [...derivation.steps.flatMap((step) => step.made), ...arcsOf(derivation.heads, derivation.deprels)])
    everyArc.set(`${arc.head} ${arc.dependent}`, arc);
  const highest = Math.max(1, ...stacked([...everyArc.values()]).map((arc) => arc.level));
  const line = TOP + BASE + 14 + LEVEL * (highest - 1);  // the words do not move from step to step
  const foot = line + WORD + 6 + (row.tags.some(Boolean) ? NOTE + 5 : 0);
  const height = foot + NOTE + 16;

  function marksOf(shot) {
    const marks = new Map();
    for (const name of LISTS) {
      if (!shot[name]) continue;
      const nodes = LABELLED_FROM_END.includes(name) ? [...shot[name]].reverse() : shot[name];
      nodes.forEach((node, k) => marks.set(node, {name, mark: name[0].toUpperCase() + k}));
    }
    return marks;
  }

  function drawArc(picture, d, tipX, style) {
    picture.append(element("path", {class: `arc ${style}`, d}));
    picture.append(element("path", {class: `tip ${style}`, d: `M${tipX} ${line - 3}l-3.6 -7.5h7.2z`}));
  }

  function draw(current) {
    const picture = byId("picture");
    picture.replaceChildren();
    const marks = marksOf(current.shot);
    row.nodes.forEach((node, place) => {
      const x = row.centres[place], wide = row.widths[place];
      const {name, mark} = marks.get(node) || {name: "done", mark: ""};
      picture.append(element("rect", {class: name, x: x - wide / 2, y: line, width: wide, height: foot - line, rx: 5}));
      picture.append(element("text", {class: "word", x, y: line + WORD - 1}, row.forms[place]));
      for (const [y, note] of [[line + WORD + NOTE + 3, row.tags[place]], [foot + NOTE + 3, mark]])
        if (note) picture.append(element("text", {class: "note", x, y}, note));
    });
    const arcs = stacked(current.arcs), roots = current.arcs.filter((arc) => !placeOf.has(arc.head));
    const port = portsOf(arcs, roots);
    const order = {old: 0, gone: 1, new: 2};
    for (const arc of [...arcs].sort((a, b) => order[a.style] - order[b.style] || b.level - a.level)) {
      const start = port(arc.from, arc), stop = port(arc.to, arc), turn = stop > start ? CORNER : -CORNER;
      arc.y = line - 8 - BASE - LEVEL * (arc.level - 1);
      arc.x = (start + stop) / 2;
      drawArc(picture, `M${start} ${line - 3}V${arc.y + CORNER}Q${start} ${arc.y} ${start + turn} ${arc.y}` +
        `H${stop - turn}Q${stop} ${arc.y} ${stop} ${arc.y + CORNER}V${line - 8}`, stop, arc.style);
    }
    for (const arc of roots) {
      arc.x = port(placeOf.get(arc.dependent), arc);
      arc.y = TOP - 10;
      drawArc(picture, `M${arc.x} ${TOP - 6}V${line - 8}`, arc.x, arc.style);
    }
    for (const arc of [...arcs, ...roots.map((arc) => ({...arc, label: arc.label || "root"}))])
      if (arc.label)
        picture.append(element("text", {class: `label ${arc.style}`, x: arc.x, y: arc.y + LABEL * 0.34}, arc.label));
  }

  // --- the words around it ---

  const nameOf = (node) => (node === 0 ? "ROOT" : derivation.forms[node - 1]);
  const namesOf = (arc) => `${nameOf(arc.head)} → ${nameOf(arc.dependent)}${arc.label ? ` (${arc.label})` : ""}`;

  function paragraph(parts) {
    const made = document.createElement("p");
    for (const [text, style] of parts) {
      const part = document.createElement("span");
      part.textContent = text;
      if (style) part.className = style;
      made.append(part);
    }
    return made;
  }

  function describe(k, current) {
    const {step} = current;
    const title = !step ? "Start" : step.action === null ? "heads for the words that are left over"
      : step.label ? `${step.action} (${step.label})` : step.action;
    const lines = [paragraph([[`Step ${k} of ${last}: `, "soft"], [title, "action"]])];
    const changes = [
      ...current.made.map((arc) => [["new arc: ", "soft"], [namesOf(arc), "made"], ["  ", ""]]),
      ...current.removed.map((arc) => [["taken back: ", "soft"], [namesOf(arc), "removed"], ["  ", ""]]),
    ].flat();
    if (changes.length) lines.push(paragraph(changes));
    if (k && warnings[k - 1]) lines.push(paragraph([[warnings[k - 1], "lossy"]]));
    byId("status").replaceChildren(...lines);
    byId("slider").setAttribute("aria-valuetext", `step ${k} of ${last}, ${title}`);
    const arcs = current.arcs.filter((arc) => arc.style !== "gone").map(namesOf).join(", ");
    byId("picture").setAttribute("aria-label", `Arcs so far: ${arcs || "none"}`);
  }

  function showLists(shot) {
    byId("lists").replaceChildren(...LISTS.filter((name) => shot[name]).flatMap((name) => {
      const term = document.createElement("dt"), words = document.createElement("dd");
      term.className = name;
      term.textContent = name;
      shot[name].forEach((node, k) => {
        const word = document.createElement("bdi");
        word.textContent = nameOf(node);
        words.append(...(k ? [" ", word] : [word]));
      });
      return [term, words];
    }));
  }

  function showCosts(step) {
    const table = byId("costs"), costs = step && step.costs;
    table.hidden = !costs;
    const lowest = costs ? Math.min(...Object.values(costs)) : 0;
    const lost = (cost) => Math.floor(cost / derivation.cost_unit);
    // Costs may also rank actions that lose the same.
    const isRanked = (cost) => cost > lowest && lost(cost) === lost(lowest);
    const more = (cost) => `${lost(cost) - lost(lowest)}${isRanked(cost) ? ", ranked lower" : ""}`;
    table.querySelector("tbody").replaceChildren(...Object.entries(costs || {}).map(([action, cost]) => {
      const tr = document.createElement("tr");
      for (const text of [action, more(cost), action === step.action ? "taken" : ""]) {
        const td = document.createElement("td");
        td.textContent = text;
        tr.append(td);
      }
      if (action === step.action) tr.className = cost > lowest ? "taken lossy" : "taken";
      return tr;
    }));
  }

  // --- moving ---

  let at = 0, timer = null;

  function show(k) {
    at = Math.min(Math.max(k, 0), last);
    const current = frame(at);
    draw(current);
    describe(at, current);
    showLists(current.shot);
    showCosts(current.step);
    byId("slider").value = String(at);
    byId("first").disabled = byId("previous").disabled = at === 0;
    byId("last").disabled = byId("next").disabled = at === last;
    if (at === last) pause();
  }

  function pause() {
    if (timer !== null) clearInterval(timer);
    timer = null;
    byId("play").textContent = "▶";
    byId("play").setAttribute("aria-label", "Play");
  }

  function play() {
    if (timer !== null) return pause();
    if (at === last) show(0);
    if (last === 0) return;
    timer = setInterval(() => show(at + 1), INTERVAL);
    byId("play").textContent = "❚❚";
    byId("play").setAttribute("aria-label", "Pause");
  }

  const jump = (k) => { pause(); show(k()); };
  const moves = {ArrowLeft: () => at - 1, ArrowRight: () => at + 1, Home: () => 0, End: () => last};
  for (const [id, key] of [["first", "Home"], ["previous", "ArrowLeft"], ["next", "ArrowRight"], ["last", "End"]])
    byId(id).addEventListener("click", () => jump(moves[key]));
  byId("play").addEventListener("click", play);
  byId("slider").addEventListener("input", () => jump(() => Number(byId("slider").value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === byId("slider")) return;
    if (moves[event.key]) jump(moves[event.key]);
    // On a button or a summary, the space bar already means something.
    else if (event.key === " " && !["BUTTON", "SUMMARY"].includes(event.target.tagName)) play();
    else return;
    event.preventDefault();
  });

  const picture = byId("picture");
  picture.setAttribute("width", row.width);
  picture.setAttribute("height", height);
  picture.setAttribute("viewBox", `0 0 ${row.width} ${height}`);
  byId("slider").max = String(last);
  byId("player").hidden = false;
  show(0);
})();
