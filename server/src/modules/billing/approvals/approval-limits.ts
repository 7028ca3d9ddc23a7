import { type Currency, currencies, minorOfAmount } from "@litfass/contract/kernel/money";

/** Amounts above which a second person decides, in minor units: one for every currency, and those of single ones. */
export type ApprovalLimits = { every: number; single: ReadonlyMap<Currency, number> };

/** Reads `10000,DKK=75000,GBP=9000`: whole units. Null for another form, an unknown currency or one named twice. */
export function readApprovalLimits(text: string): ApprovalLimits | null {
  const [every = "", ...others] = text.split(",").map((part) => part.trim());
  if (!isWhole(every)) return null;
  const single = new Map<Currency, number>();
  for (const other of others) {
    const [code, amount = "", ...rest] = other.split("=");
    const currency = currencies.find((each) => each === code);
    if (currency === undefined || single.has(currency) || !isWhole(amount) || rest.length > 0) return null;
    single.set(currency, minorOfAmount(Number(amount)));
  }
  return { every: minorOfAmount(Number(every)), single };
}

/** The limit of a currency in minor units. */
export const approvalLimitOf = ({ every, single }: ApprovalLimits, currency: Currency): number =>
  single.get(currency) ?? every;

const isWhole = (text: string): boolean => /^\d{1,8}$/.test(text);
