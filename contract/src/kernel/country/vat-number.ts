import { companyUidDigits } from "./company-uid.ts";

/**
 * The format of a VAT number by country, without spaces, dots and dashes. Source: the member states' formats in VIES.
 */
const shapes: Record<string, RegExp> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  ES: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  GR: /^EL\d{9}$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}$/,
  IE: /^IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^IT\d{11}$/,
  LT: /^LT(\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL\d{9}B\d{2}$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO\d{2,10}$/,
  SE: /^SE\d{12}$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
};

/**
 * Whether `value` can be a VAT number of the country (ISO 3166-1 alpha-2). Countries without a known format accept 4
 * to 20 letters and digits.
 */
export function isVatNumber(value: string, countryCode: string): boolean {
  const compact = value.toUpperCase().replace(/[\s.-]/g, "");
  if (countryCode === "CH" || countryCode === "LI") {
    if (compact.startsWith("CHE")) return companyUidDigits(compact) !== null;
    return countryCode === "LI" && /^\d{5}$/.test(compact);
  }
  return (shapes[countryCode] ?? /^[A-Z0-9]{4,20}$/).test(compact);
}
