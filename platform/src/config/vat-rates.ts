/** A rate in hundredths of a percent (8.1% is 810) and the day from which it holds. */
export type VatRate = { fromOn: string; rate: number };

/** `2024-01-01=8.1,2018-01-01=7.7`; null where it does not read so. */
export function readVatRates(text: string): VatRate[] | null {
  const rates: VatRate[] = [];
  for (const part of text.split(",")) {
    const [, fromOn, whole, fraction = ""] = /^\s*(\d{4}-\d{2}-\d{2})=(\d{1,2})(?:\.(\d{1,2}))?\s*$/.exec(part) ?? [];
    if (!fromOn || !whole) return null;
    rates.push({ fromOn, rate: Number(whole) * 100 + Number(fraction.padEnd(2, "0")) });
  }
  return rates;
}
