import { daySchema } from "@litfass/contract/kernel/validation";
import { childOf, childrenOf, listOf, textAt, type XmlNode } from "./bank-xml.ts";
import { FileProblem } from "./file-problem.ts";
import type { BankAmount } from "./parsed-file.ts";

const referenceLength = 35;
export const textLength = 140;

/** A reference of at most 35 characters; banks write NOTPROVIDED for none. */
export function referenceOf(node: unknown, ...path: string[]): string | null {
  const value = textAt(node, referenceLength, ...path);
  return value === null || /^(?:NOTPROVIDED|NOTAVAILABLE)$/i.test(value) ? null : value;
}

/** Micros of an amount with at most five decimal places; null for anything else. */
function microsOf(text: string | null): bigint | null {
  const [, units, places = ""] = /^(\d{1,13})(?:\.(\d{0,5}))?$/.exec(text ?? "") ?? [];
  return units === undefined ? null : BigInt(units) * 1_000_000n + BigInt(places.padEnd(6, "0"));
}

/** An amount with its currency; null if there is none. */
export function amountOf(node: unknown, ...path: string[]): BankAmount | null {
  const micros = microsOf(textAt(node, 20, ...path));
  const [element] = listOf(childOf(node, ...path));
  const currency = (element as XmlNode | undefined)?.["@Ccy"];
  if (micros === null || typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return null;
  return { currency, micros };
}

/** The day of a date or a date and time; null if there is none. */
export function dayOf(node: unknown, ...path: string[]): string | null {
  const text = textAt(node, 40, ...path, "Dt") ?? textAt(node, 40, ...path, "DtTm") ?? textAt(node, 40, ...path) ?? "";
  const day = daySchema.safeParse(text.slice(0, 10));
  return day.success ? day.data : null;
}

/** An IBAN, or another account number, without spaces. */
export const accountOf = (node: unknown, ...path: string[]): string | null =>
  (textAt(node, 42, ...path, "Id", "IBAN") ?? textAt(node, 42, ...path, "Id", "Othr", "Id"))?.replaceAll(" ", "") ??
  null;

/** A reason code, of ISO 20022 or of the bank. */
export function reasonCodeOf(node: unknown, ...path: string[]): string | null {
  const code = textAt(node, 35, ...path, "Cd") ?? textAt(node, 35, ...path, "Prtry");
  return code !== null && /^[A-Z0-9]{1,35}$/.test(code) ? code : null;
}

/** The texts of repeated elements on one line. */
export function joinedText(node: unknown, ...path: string[]): string | null {
  const parts = childrenOf(node, ...path).flatMap((each) => textAt(each, textLength) ?? []);
  return parts.length === 0 ? null : parts.join(" ").slice(0, textLength).toWellFormed();
}

/** @throws FileProblem that names the entry and the element */
export function required<Value>(value: Value | null, entry: number, element: string): Value {
  if (value === null) throw new FileProblem("bank.entry", { entry, element });
  return value;
}
