/** Parses a typed amount: 1'500, 1500.5 and 1500,50 are valid. Null if it is not an amount. */
export function amountOf(text: string): number | null {
  const digits = text.replace(/['’\s]/g, "").replace(",", ".");
  return /^\d{1,9}(\.\d{0,2})?$/.test(digits) ? Number(digits) : null;
}
