import type { Currency } from "@litfass/contract/kernel/money";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { available, type EntryKind, line, linesOf, type PlatformAccount, platformAccount } from "./ledger.ts";
import { type Posted, postEntry } from "./ledger-sql.ts";

type Credit = {
  ownerUid: string;
  currency: Currency;
  amountMicros: bigint;
  key: string;
  description?: string;
  details?: Record<string, string | number>;
  actorUid?: string;
  at?: Date;
};

/** Incoming money: the customer's budget, its VAT, and the account that holds the money. */
async function bookPaid(
  tx: Transaction,
  kind: EntryKind,
  from: PlatformAccount,
  credit: Credit & { vatMicros: bigint },
): Promise<Posted> {
  const { ownerUid, currency, amountMicros, vatMicros, ...rest } = credit;
  return postEntry(tx, {
    ...rest,
    kind,
    fund: from === "card_clearing" ? "stripe" : "manual",
    lines: linesOf(
      line(available(ownerUid, currency), amountMicros),
      line(platformAccount("vat", currency), vatMicros),
      line(platformAccount(from, currency), -(amountMicros + vatMicros)),
    ),
  });
}

/** Budget paid by card plus VAT. */
export const topUpByCard = (tx: Transaction, credit: Credit & { vatMicros: bigint }): Promise<Posted> =>
  bookPaid(tx, "card_top_up", "card_clearing", credit);

/** A plan paid by card: its price is budget, like a top-up. */
export const creditPackage = (tx: Transaction, credit: Credit & { vatMicros: bigint }): Promise<Posted> =>
  bookPaid(tx, "package", "card_clearing", credit);

/** An order whose invoice was paid to the bank account. */
export const creditOrder = (tx: Transaction, credit: Credit & { vatMicros: bigint }): Promise<Posted> =>
  bookPaid(tx, "order", "bank", credit);

/** A service whose invoice was paid to the bank account: the operator's revenue, no budget of the customer. */
export const bookService = (tx: Transaction, paid: Credit & { vatMicros: bigint }): Promise<Posted> => {
  const { ownerUid, currency, amountMicros, vatMicros, details, ...rest } = paid;
  return postEntry(tx, {
    ...rest,
    kind: "service",
    details: { ...details, customer: ownerUid },
    lines: linesOf(
      line(platformAccount("services", currency), amountMicros),
      line(platformAccount("vat", currency), vatMicros),
      line(platformAccount("bank", currency), -(amountMicros + vatMicros)),
    ),
  });
};

async function bookGranted(tx: Transaction, kind: EntryKind, from: PlatformAccount, credit: Credit): Promise<Posted> {
  const { ownerUid, currency, amountMicros, ...rest } = credit;
  return postEntry(tx, {
    ...rest,
    kind,
    fund: "manual",
    lines: linesOf(
      line(available(ownerUid, currency), amountMicros),
      line(platformAccount(from, currency), -amountMicros),
    ),
  });
}

/** Budget granted by an admin (PAY-005). */
export const creditManually = (tx: Transaction, credit: Credit): Promise<Posted> =>
  bookGranted(tx, "manual", "manual_credit", credit);

/** A subsidy (AGENCY-009). */
export const creditSubsidy = (tx: Transaction, credit: Credit): Promise<Posted> =>
  bookGranted(tx, "subsidy", "subsidy", credit);

/** The budget of a plan that staff booked for a user. */
export const creditPlan = (tx: Transaction, credit: Credit): Promise<Posted> =>
  bookGranted(tx, "plan", "plan_credit", credit);

/** Viewable impressions that a campaign missed of the guarantee (CLAIM-002). */
export const creditGuarantee = (tx: Transaction, credit: Credit): Promise<Posted> =>
  bookGranted(tx, "guarantee", "guarantee", credit);

/** The budget of a plan or a large payment that costs less: what the customer did not pay, at the operator's cost. */
export const creditDiscount = (tx: Transaction, credit: Credit): Promise<Posted> =>
  bookGranted(tx, "discount", "discount", credit);

/** A gift by a promotion code. */
export const creditPromotion = (tx: Transaction, credit: Credit): Promise<Posted> =>
  bookGranted(tx, "promotion", "promotion", credit);
