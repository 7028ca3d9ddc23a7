import { currencies } from "@litfass/contract/kernel/money";
import { trimEnds } from "@litfass/contract/kernel/trim";
import { amountOf } from "../../../i18n/parse-amount.ts";

/** One line of a pasted list: customer, branch, budget, link and place. */
export type CustomerLine = {
  /** Counted from 1. */
  line: number;
  customer: string;
  branch: string;
  budget: number | null;
  destination_url: string | null;
  /** As typed: a town, a zip code or a circle such as "Bern 30 km"; empty for the shared places. */
  place: string;
  /** The invalid cell, if any. */
  bad: "budget" | "link" | null;
};

/** A link has a scheme or a dot inside its first word; "St. Gallen" has not. */
const isLink = (cell: string): boolean => /^(https?:|[^\s.]+\.[^\s.])/i.test(cell);

export type CustomerList = {
  lines: CustomerLine[];
  /** The cells of a first line that is a header, which adds no customer. */
  heading: string[] | null;
};

const codes = currencies.join("|");
const currencyBeside = new RegExp(`^(${codes})|(${codes})$`, "gi");

/**
 * Parses a list pasted from a spreadsheet: customer, branch, budget, then link and place in any order, separated by
 * tabs, semicolons or commas, optionally quoted. A first line without an e-mail address whose third cell is text without digits is a header.
 */
export function customerLines(text: string): CustomerList {
  const filled = text
    .split(/\r?\n/)
    .map((each, index) => ({ cells: cellsOf(each), line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const [first] = filled;
  const hasHeading = first?.cells[0]?.includes("@") === false && /^\p{L}\D*$/u.test(first.cells[2] ?? "");
  const lines = filled.slice(hasHeading ? 1 : 0).map(({ cells, line }): CustomerLine => {
    const [customer = "", branch = "", amount = "", ...rest] = cells;
    const budget = amount === "" ? null : amountOf(amount.replace(currencyBeside, "").trim());
    const link = rest.find(isLink) ?? "";
    const place = rest.find((cell) => cell !== "" && cell !== link) ?? "";
    const url = link === "" || /^https?:\/\//i.test(link) ? link : `https://${link}`;
    const bad = amount !== "" && budget === null ? "budget" : url !== "" && !URL.canParse(url) ? "link" : null;
    return { line, customer, branch, budget, destination_url: url || null, place, bad };
  });
  return { lines, heading: hasHeading ? first.cells.filter(Boolean) : null };
}

function cellsOf(line: string): string[] {
  const separator = ["\t", ";", ","].find((each) => line.includes(each)) ?? "\t";
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

/** A typed place, its circle's radius if any. */
export function parsePlace(text: string): { name: string; radiusKm: number | null } {
  const radius = /(?<!\d)(\d{1,3})\s?km$/i.exec(text);
  const name = radius ? trimEnds(text.slice(0, radius.index), " ,+") : "";
  return radius && name !== "" ? { name, radiusKm: Number(radius[1]) } : { name: text, radiusKm: null };
}
