import type { VatTreatment } from "@litfass/contract/billing/vat-treatment";
import type { InvoiceRow } from "../tables.ts";
import { t } from "../texts.ts";
import { vatTreatmentOf } from "../vat/vat-treatment.ts";
import type { XmlNode as Node } from "./xml-document.ts";

/** Minor units in the number format of EN 16931: 1500.00. */
export const amount = (minor: number): string =>
  `${Math.trunc(minor / 100)}.${String(Math.abs(minor % 100)).padStart(2, "0")}`;

/**
 * VAT categories (UNTDID 5305). "O", outside VAT, only for a seller without a VAT number: all others but it require one
 * (BR-E-02, BR-G-02), and it allows none (BR-O-02).
 */
const categories: Record<VatTreatment, string> = {
  taxed: "S",
  reverse_charge: "AE",
  export: "G",
  abroad: "E",
  zero_rated: "Z",
  unregistered: "O",
};
export const categoryOf = (invoice: InvoiceRow): string => categories[vatTreatmentOf(invoice)];
/** Such a document names no VAT identifiers and no rate. */
export const isOutsideVat = (invoice: InvoiceRow): boolean => vatTreatmentOf(invoice) === "unregistered";

/** The rate of a tax node; outside VAT there must be none (BR-O-05). */
export const percentNode = (invoice: InvoiceRow): Node[] =>
  isOutsideVat(invoice) ? [] : [["ram:RateApplicablePercent", amount(invoice.vatRate)]];

/** Why there is no VAT; a taxed or zero-rated sale must not state a reason (BR-S-10, BR-Z-10). */
export function exemptionOf({ language, ...invoice }: InvoiceRow): Node[] {
  const treatment = vatTreatmentOf(invoice);
  if (treatment === "taxed" || treatment === "zero_rated") return [];
  return [["ram:ExemptionReason", t(language, `invoice.exempt.${treatment}`)]];
}

/** Codes of the reasons in the VATEX list. */
const exemptionCodes: Partial<Record<VatTreatment, string>> = {
  reverse_charge: "VATEX-EU-AE",
  export: "VATEX-EU-G",
  unregistered: "VATEX-EU-O",
};
export function exemptionCodeOf(invoice: InvoiceRow): Node[] {
  const code = exemptionCodes[vatTreatmentOf(invoice)];
  return code ? [["ram:ExemptionReasonCode", code]] : [];
}
