import { amountOf } from "../../../i18n/parse-amount.ts";

/** One line of a pasted list: customer, branch, budget and link. */
export type CustomerLine = {
  /** Counted from 1. */
  line: number;
  customer: string;
  branch: string;
  budget: number | null;
  destination_url: string | null;
  /** The invalid cell, if any. */
  bad: "budget" | "link" | null;
};

/**
 * Parses a list pasted from a spreadsheet: customer, branch, budget and link, separated by tabs, semicolons or commas,
 * optionally quoted. A first line whose third cell is text without digits is a header.
 */
export function customerLines(text: string): CustomerLine[] {
  const lines = text.split(/\r?\n/).map((each, index) => ({ cells: cellsOf(each), line: index + 1 }));
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ""));
  const [first] = filled;
  const hasHeading = first !== undefined && /^\p{L}\D*$/u.test(first.cells[2] ?? "");
  return filled
    .slice(hasHeading ? 1 : 0)
    .map(({ cells: [customer = "", branch = "", amount = "", link = ""], line }) => {
      const budget = amount === "" ? null : amountOf(amount.replace(/^(CHF|EUR)\s*/i, ""));
      const url = link === "" || /^https?:\/\//i.test(link) ? link : `https://${link}`;
      const bad = amount !== "" && budget === null ? "budget" : url !== "" && !URL.canParse(url) ? "link" : null;
      return { line, customer, branch, budget, destination_url: url || null, bad };
    });
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
