import type { VatTreatment } from "@litfass/contract/billing/vat-treatment";

/** The VAT area of the EU by the codes of ISO 3166-1. Monaco belongs to France's. */
const euCountries: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK".split(" "),
);

/** Further countries in which a business owes the VAT on services from abroad. */
const otherReverseChargeCountries: ReadonlySet<string> = new Set(["CH", "GB", "IS", "LI", "NO"]);

/** Countries that belong to the VAT area of another one. */
const areas = new Map([
  ["LI", "CH"],
  ["MC", "FR"],
]);
const areaOf = (country: string): string => areas.get(country) ?? country;

type Party = { countryCode: string; vatNumber: string | null };

/**
 * Why an invoice has VAT or none. Reverse charge applies to a business, known by its VAT number, in another VAT area
 * where the recipient owes the tax: the EU (articles 44 and 196 of Directive 2006/112/EC), Switzerland and
 * Liechtenstein (article 45 MWSTG), Great Britain, Iceland and Norway. A customer without a country counts as one at
 * home, as for the rate.
 * @param sale `vatRate` in hundredths of a percent
 */
export function vatTreatmentOf({
  vatRate,
  seller,
  buyer,
}: {
  vatRate: number;
  seller: Party;
  buyer: Party;
}): VatTreatment {
  if (vatRate > 0) return "taxed";
  if (seller.vatNumber === null) return "unregistered";
  const country = buyer.countryCode || seller.countryCode;
  if (areaOf(country) === areaOf(seller.countryCode)) return "zero_rated";
  const isInEu = euCountries.has(country);
  if (buyer.vatNumber && (isInEu || otherReverseChargeCountries.has(country))) return "reverse_charge";
  return isInEu ? "abroad" : "export";
}
