/** What the exchange charges for one day in one currency. Amounts are exact decimals with 13 places. */
export type InvoiceLine = {
  day: string;
  currency: string;
  impressions: number;
  media: string;
  fee: string;
  total: string;
};
export type Invoice = { exchange: string; month: string; fee_percent: number; lines: InvoiceLine[] };

export type Invoices = {
  /** Charges one shown ad by its clearing price per thousand. */
  charge(at: Date, currency: string, clearing: number): void;
  /** The charges of a month, like `2026-11`, since the start of the process. */
  ofMonth(month: string): Invoice;
};

/** Sums are in ten-trillionths of the currency: a price per thousand has six decimals, a fee two of a percent. */
const digits = 13;
const perMicro = 10_000n;

function decimal(sum: bigint): string {
  const text = String(sum).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The books of an exchange that charges this percentage of the clearing price in addition. */
export function openInvoices(exchange: string, feePercent: number): Invoices {
  const sums = new Map<string, { day: string; currency: string; impressions: number; media: bigint }>();
  const feeHundredths = BigInt(Math.round(feePercent * 100));
  return {
    charge(at, currency, clearing) {
      const day = at.toISOString().slice(0, 10);
      const key = `${day} ${currency}`;
      const sum = sums.get(key) ?? { day, currency, impressions: 0, media: 0n };
      sum.impressions += 1;
      // Micros per thousand impressions are billionths for one.
      sum.media += BigInt(Math.round(clearing * 1_000_000)) * perMicro;
      sums.set(key, sum);
    },
    ofMonth(month) {
      const lines = [...sums]
        .filter(([key]) => key.startsWith(month))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { day, currency, impressions, media }]) => {
          const fee = (media * feeHundredths) / 10_000n;
          return { day, currency, impressions, media: decimal(media), fee: decimal(fee), total: decimal(media + fee) };
        });
      return { exchange, month, fee_percent: feePercent, lines };
    },
  };
}
