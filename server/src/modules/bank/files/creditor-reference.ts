import { invoiceOfReference } from "@litfass/contract/billing/payment-reference";

/** The reference of an invoice in a credit: a structured one, or one that the payer wrote as text. */
export function findReference(structured: readonly string[], text: string | null): string | null {
  const own = structured.map((each) => each.replaceAll(/\s/g, "").toUpperCase());
  const written = (text ?? "").replaceAll(/\s/g, "").toUpperCase();
  const candidates = [...own, ...(written.match(/RF\d{2}T\d{9,20}|\d{27}/g) ?? [])];
  return candidates.find((each) => invoiceOfReference(each) !== null) ?? own[0] ?? null;
}
