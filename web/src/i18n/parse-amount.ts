/** Parses a typed amount to minor units: 1'500, 1500.5 and 1500,50 are valid. Null if it is not an amount. */
export function minorOf(text: string): number | null {
  const digits = text.replace(/['’\s]/g, "").replace(",", ".");
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(digits)) return null;
  const [whole = "0", rest = ""] = digits.split(".");
  return Number(whole) * 100 + Number(rest.padEnd(2, "0"));
}
