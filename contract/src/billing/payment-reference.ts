import { hasIbanChecksum } from "../kernel/iban.ts";

/** Year and number of an invoice. */
export type InvoiceNumber = { year: number; sequence: number };

const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** Whether the last digit of a QR reference is its check digit (modulo 10, recursive). */
function hasCheckDigit(digits: string): boolean {
  let carry = 0;
  for (const digit of digits.slice(0, -1)) carry = carries[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10 === Number(digits.at(-1));
}

/**
 * The invoice that a payment reference of this installation names: a QR reference of 27 digits, or a creditor reference
 * (ISO 11649), without spaces. Null for any other, and for a wrong check digit.
 */
export function invoiceOfReference(reference: string): InvoiceNumber | null {
  const [, year, sequence] =
    /^0{13}(20\d{2})(\d{9})\d$/.exec(reference) ?? /^RF\d{2}T(20\d{2})(\d{5,9})$/.exec(reference) ?? [];
  if (year === undefined || sequence === undefined) return null;
  const isRight = reference.startsWith("RF") ? hasIbanChecksum(reference) : hasCheckDigit(reference);
  return isRight ? { year: Number(year), sequence: Number(sequence) } : null;
}
