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

/** How well a part of a page answers; 0 where a word is nowhere in it. */
function weight(part, words) {
  let total = 0;
  for (const word of words) {
    const places = [[part.title, 12], [part.heading, 8], [part.words, 1]];
    let best = 0;
    for (const [text, worth] of places) {
      const at = text.indexOf(word);
      if (at < 0) continue;
      const begins = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
      best = Math.max(best, worth * (begins ? 2 : 1));
    }
    if (!best) return 0;
    total += best;
  }
  return total - part.depth * 0.1;
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
      this.parts = parts.map(([page, id, heading, text]) => {
        const [address, name] = pages[page];
        return {
          href: this.field.dataset.root + address + (id ? "#" + encodeURIComponent(id) : ""), name, said: heading, text,
          title: folded(name), heading: folded(heading), words: folded(text), depth: id ? 1 : 0,
        };
      });
      this.show();
    };
    script.onerror = () => this.say(this.field.dataset.missing);
    document.head.append(script);
  }

  show() {
    const words = folded(this.field.value).split(/\s+/).filter(Boolean);
    this.list.replaceChildren();
    this.box.hidden = !words.length;
    if (!words.length || !this.parts) return;
    const found = this.parts.map((part) => [weight(part, words), part]).filter(([worth]) => worth > 0);
    found.sort((one, other) => other[0] - one[0]);
    this.say(found.length ? "" : this.field.dataset.nothing.replace("{query}", () => this.field.value.trim()));
    this.list.append(...found.slice(0, MOST_FOUND).map(([, part]) => this.row(part, words)));
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
    const at = Math.max(0, part.words.indexOf(words[0]));
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

document.addEventListener("DOMContentLoaded", () => {
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
