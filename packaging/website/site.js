// The look, the contents on a small screen, and the search. It asks nobody: the words of all pages lie beside it.
"use strict";

const root = document.documentElement;
root.classList.add("has-script");

function kept(name) {
  try { return localStorage.getItem(name); } catch { return null; }  // a browser may keep nothing for a page on a disk
}

function keep(name, value) {
  try { localStorage.setItem(name, value); } catch { /* it holds for this page */ }
}

if (["light", "dark"].includes(kept("look"))) root.dataset.look = kept("look");

function changeLook() {
  const isDark = (root.dataset.look || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.dataset.look = isDark ? "light" : "dark";
  keep("look", root.dataset.look);
}

const MOST_FOUND = 30;
const AROUND = 60;

/** Letters that are looked for alike: without accents, small. */
function folded(text) {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
}

/** True if two words are equal but for one letter: missing, too many, another, or two swapped. */
function isNear(one, other) {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)
    || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
}

const LEAST_WITH_TYPO = 4;
const FIELDS = [["title", 4], ["heading", 3], ["words", 1]];

/** The spellings to look for: the word itself, or if no page has it, words of the pages that differ by one letter. */
function spellings(word, parts) {
  if (word.length < LEAST_WITH_TYPO || parts.some((part) => FIELDS.some(([field]) => part[field].includes(word)))) return [word];
  const near = new Set();
  for (const part of parts) {
    for (const [field] of FIELDS) {
      for (const each of part[field].match(/[\p{L}\p{N}-]+/gu) || []) if (isNear(word, each)) near.add(each);
    }
  }
  return near.size ? [...near] : [word];
}

/** What a word is worth in a part: more in a title or a heading, and at the beginning of a word; 0 if it is not there. */
function weight(part, spelled) {
  let best = 0;
  for (const word of spelled) {
    for (const [field, worth] of FIELDS) {
      const text = part[field], at = text.indexOf(word);
      if (at < 0) continue;
      const begins = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
      best = Math.max(best, worth * (begins ? 2 : 1));
    }
  }
  return best;
}

/** The pages that have all words, best first, each with its best part; the guide comes before the reference. */
function foundPages(parts, query) {
  const words = folded(query).split(/\s+/).filter(Boolean).map((word) => spellings(word, parts));
  const pages = new Map();
  for (const part of parts) {
    const weights = words.map((spelled) => weight(part, spelled));
    const total = weights.reduce((sum, each) => sum + each, 0) - part.depth * 0.1;
    const page = pages.get(part.page) || pages.set(part.page, { weights: words.map(() => 0), best: null, total: 0 }).get(part.page);
    page.weights = page.weights.map((known, place) => Math.max(known, weights[place]));
    if (total > page.total) Object.assign(page, { best: part, total });
  }
  const worth = (page) => (page.weights.reduce((sum, each) => sum + each, 0) + page.total) * page.best.rank;
  const found = [...pages.values()].filter((page) => words.length && page.weights.every(Boolean));
  found.sort((one, other) => worth(other) - worth(one));
  return { pages: found.map((page) => page.best), words: words.flat() };
}

/** A row of the index, ready to be searched. */
function partOf([page, id, heading, text], pages, here) {
  const [address, name] = pages[page];
  return {
    page, href: here + address + (id ? "#" + encodeURIComponent(id) : ""), name, said: heading, text, rank: address.includes("guide/") ? 2 : address.includes("decisions/") || address.includes("licences/") ? 0.5 : 1,
    title: folded(name), heading: folded(heading), words: folded(text), depth: id ? 1 : 0,
  };
}

class Search {
  constructor(field) {
    this.field = field;
    this.box = document.getElementById("found");
    this.status = this.box.querySelector("p");
    this.list = this.box.querySelector("ol");
    this.parts = null;
    field.addEventListener("focus", () => this.load());
    field.addEventListener("input", () => this.show());
    document.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("click", (event) => {
      if (!event.target.closest(".search")) this.box.hidden = true;
    });
  }

  /** A script, since a page on a disk may read no other file. */
  load() {
    if (this.parts || this.isLoading) return;
    this.isLoading = true;
    const script = document.createElement("script");
    script.src = this.field.dataset.index;
    script.onload = () => {
      const { pages, parts } = window.ROBOT_STUDIO_SEARCH;
      this.parts = parts.map((row) => partOf(row, pages, this.field.dataset.root));
      this.show();
    };
    script.onerror = () => this.say(this.field.dataset.missing);
    document.head.append(script);
  }

  show() {
    const query = this.field.value.trim();
    this.list.replaceChildren();
    this.box.hidden = !query;
    if (!query || !this.parts) return;
    const { pages, words } = foundPages(this.parts, query);
    this.say(pages.length ? "" : this.field.dataset.nothing.replace("{query}", () => query));
    this.list.append(...pages.slice(0, MOST_FOUND).map((part) => this.row(part, words)));
  }

  say(text) {
    this.status.textContent = text;
    this.box.hidden = !this.field.value.trim();
  }

  row(part, words) {
    const link = document.createElement("a");
    link.href = part.href;
    const name = document.createElement("b");
    name.textContent = part.said && part.said !== part.name ? `${part.name} › ${part.said}` : part.name;
    const excerpt = document.createElement("small");
    const at = Math.max(0, ...words.map((word) => part.words.indexOf(word)).filter((place) => place >= 0).slice(0, 1));
    const first = Math.max(0, at - AROUND);
    if (first) excerpt.append("…");
    excerpt.append(...marked(part.text.slice(first, at + 2 * AROUND), words));
    link.append(name, excerpt);
    const row = document.createElement("li");
    row.append(link);
    return row;
  }

  onKey(event) {
    const links = [...this.list.querySelectorAll("a")];
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.field.focus();
    } else if (event.key === "Escape" && !this.box.hidden) {
      this.box.hidden = true;
      this.field.focus();
    } else if (event.key === "Enter" && document.activeElement === this.field && links.length) {
      links[0].click();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !this.box.hidden && event.target.closest(".search")) {
      event.preventDefault();
      const row = [this.field, ...links];
      const step = event.key === "ArrowDown" ? 1 : -1;
      row[(row.indexOf(document.activeElement) + step + row.length) % row.length].focus();
    }
  }
}

/** A text in pieces, those that were looked for being marked. */
function* marked(text, words) {
  const plain = folded(text);
  if (plain.length !== text.length) {  // where folding changed places, nothing is marked rather than the wrong letters
    yield text;
    return;
  }
  let at = 0;
  while (at < text.length) {
    const next = words.map((word) => [plain.indexOf(word, at), word]).filter(([place]) => place >= 0).sort((a, b) => a[0] - b[0])[0];
    if (!next) break;
    yield text.slice(at, next[0]);
    const mark = document.createElement("mark");
    mark.textContent = text.slice(next[0], next[0] + next[1].length);
    yield mark;
    at = next[0] + next[1].length;
  }
  yield text.slice(at);
}

/** What the systems are called that the table of downloads names, by what a browser says of its own. */
const SYSTEMS = [[/win/i, "Windows"], [/mac/i, "macOS"], [/linux|x11/i, "Linux"]];

/** Name this system on the button, and lead to its file if there is one; two processors or packages are a choice. */
function nameSystem(call) {
  const said = navigator.userAgentData?.platform || navigator.platform || "";
  const system = SYSTEMS.find(([pattern]) => pattern.test(said))?.[1];
  if (!system || /android|iphone|ipad/i.test(navigator.userAgent)) return;
  call.textContent = call.dataset.for.replace("{system}", system);
  const row = [...document.querySelectorAll("main table tr")].find((each) => each.textContent.includes(system));
  const files = row ? row.querySelectorAll("a") : [];
  if (files.length === 1) call.href = files[0].href;
}

document.addEventListener("DOMContentLoaded", () => {
  const call = document.getElementById("download-call");
  if (call) nameSystem(call);
  document.querySelector(".look").addEventListener("click", changeLook);
  const menu = document.querySelector(".menu");
  const contents = document.getElementById("contents");
  menu.addEventListener("click", () => {
    const isOpen = contents.classList.toggle("is-open");
    menu.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) window.scrollTo(0, 0);
  });
  const languages = document.querySelector(".languages");
  document.addEventListener("click", (event) => {
    if (!languages.contains(event.target)) languages.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && languages.open) {
      languages.open = false;
      languages.querySelector("summary").focus();
    }
  });
  const here = contents.querySelector("[aria-current]");
  if (here) contents.scrollTop = here.offsetTop - contents.clientHeight / 2;
  new Search(document.getElementById("query"));
});
