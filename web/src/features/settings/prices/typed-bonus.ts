import type { CallResult } from "../../../api/api.ts";
import { type ApiAmounts, amountIn, numberOf, type TypedCurrency } from "./typed-currencies.ts";

type Steps = CallResult<"showOperatorSettings">["prices"]["settings"]["volume_bonus"];

/**
 * An amount and a percentage on each line, then the amounts of currencies with prices of their own: `1000 3 GBP 900`.
 * The amount may have spaces.
 */
function stepOf(line: string): { amount: string; percent: string; own: Record<string, string> } {
  const words = line.trim().split(/\s+/);
  const own: Record<string, string> = {};
  while (words.length > 3 && /^[A-Z]{3}$/.test(words.at(-2) ?? "")) {
    const [code = "", amount = ""] = words.splice(-2);
    own[code] = amount;
  }
  const unit = words.at(-1) === "%" ? words.pop() : "";
  const percent = `${words.pop() ?? ""}${unit}`.replace(/%$/, "");
  return { amount: words.join(" "), percent, own };
}

export const apiSteps = (text: string, typed: TypedCurrency[]): Steps =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(stepOf)
    .map(({ amount, percent, own }) => ({ at_least: atLeast(amount, own, typed), percent: numberOf(percent) }));

function atLeast(amount: string, named: Record<string, string>, typed: TypedCurrency[]): ApiAmounts {
  if (typed.every(({ hasOwn }) => !hasOwn) && Object.keys(named).length === 0) return numberOf(amount);
  return Object.fromEntries(typed.map(({ code }) => [code, numberOf(named[code] ?? amount)]));
}

export const typedSteps = (steps: Steps, typed: TypedCurrency[]): string =>
  steps
    .map(({ at_least, percent }) => {
      const first = typed[0] ? amountIn(at_least, typed[0].code) : undefined;
      const own = typed
        .filter(({ code }) => amountIn(at_least, code) !== first)
        .map(({ code }) => ` ${code} ${amountIn(at_least, code) ?? ""}`);
      return `${first ?? ""} ${percent}${own.join("")}`;
    })
    .join("\n");
