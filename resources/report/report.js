// Sorts and filters the tables of a report. Without it, they are plain tables.
"use strict";

const LEAST_TO_SORT = 3;
const LEAST_TO_FILTER = 12;
const collator = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });

/** What a cell is sorted by: a number column by its digits, whatever parts them; unknown ("–") is last in both orders. */
function keyOf(text, isNumber) {
  const words = text.trim();
  if (words === "–" || words === "") return null;
  return isNumber ? Number(words.replace(/\D/g, "")) : words;
}

function compare(one, other) {
  return typeof one === "number" ? one - other : collator.compare(one, other);
}

/** The rows in order of a column; equal ones stay as they were. */
function inOrder(rows, column, isNumber, sign) {
  const keyed = rows.map((row) => [keyOf(row.cells[column].textContent, isNumber), row]);
  const known = keyed.filter(([key]) => key !== null).sort((a, b) => sign * compare(a[0], b[0]));
  return [...known, ...keyed.filter(([key]) => key === null)].map(([, row]) => row);
}

function makeSortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const asWritten = [...body.rows];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const next = { none: "ascending", ascending: "descending", descending: "none" }[head.ariaSort || "none"];
      heads.forEach((each) => { each.ariaSort = "none"; });
      head.ariaSort = next;
      const isNumber = head.classList.contains("number");
      const rows = next === "none" ? asWritten : inOrder(asWritten, column, isNumber, next === "ascending" ? 1 : -1);
      body.append(...rows);
    });
  });
}

function makeFilterable(table, words) {
  const field = document.createElement("input");
  field.type = "search";
  field.className = "filter";
  field.placeholder = words;
  field.setAttribute("aria-label", `${words}: ${table.caption.textContent}`);
  field.addEventListener("input", () => {
    const wanted = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLocaleLowerCase();
      row.hidden = !wanted.every((word) => text.includes(word));
    }
  });
  table.before(field);
}

document.addEventListener("DOMContentLoaded", () => {
  for (const table of document.querySelectorAll("table.rows")) {
    const count = table.tBodies[0].rows.length;
    if (count >= LEAST_TO_SORT) makeSortable(table);
    if (count >= LEAST_TO_FILTER) makeFilterable(table, document.body.dataset.filter);
  }
});
