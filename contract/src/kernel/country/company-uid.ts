/** The Swiss UID's check digit: weights 5 4 3 2 7 6 5 4, modulo 11 (eCH-0097). */
function hasCheckDigit(digits: string): boolean {
  const weights = [5, 4, 3, 2, 7, 6, 5, 4];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const check = (11 - (sum % 11)) % 11;
  return check !== 10 && check === Number(digits[8]);
}

/** The nine digits of a Swiss company's UID, as written or with the suffix of a VAT number; null if it is none. */
export function companyUidDigits(value: string): string | null {
  const compact = value.toUpperCase().replace(/[\s.-]/g, "");
  const digits = /^(?:CHE)?(\d{9})(?:MWST|TVA|IVA)?$/.exec(compact)?.[1];
  return digits !== undefined && hasCheckDigit(digits) ? digits : null;
}

/** CHE-123.456.788 */
export const formatCompanyUid = (digits: string): string =>
  `CHE-${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`;
