/**
 * Parses a typed amount: 1'500, 1500.5, 1500,50, 1,500.00, 1.500,00, 500.- and 500.-- are valid. A comma or point before
 * three digits groups thousands, because an amount has at most two decimals. Null if it is not an amount.
 */
export function amountOf(text: string): number | null {
  const digits = text
    .replace(/['’\s]/g, "")
    .replace(/[.,][-–—]{1,2}$/, "")
    .replace(/[.,](?=\d{3}(?!\d))/g, "")
    .replace(",", ".");
  return /^\d{1,9}(\.\d{0,2})?$/.test(digits) ? Number(digits) : null;
}
