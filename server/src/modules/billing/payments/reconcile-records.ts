import type Stripe from "stripe";
import { type Checkout, checkoutOf, checkoutOfIntent, savedCardMark } from "./checkout.ts";

/** A movement of money reported by the processor. */
export type CardMovement = {
  id: string;
  kind: "payment" | "refund";
  refundOf: string | null;
  amountMinor: number;
  currency: string;
  paymentId: string | null;
  refundId: string | null;
  at: Date;
};

/** A refund that the processor could not pay to the card. */
export type FailedRefund = { id: string; refundId: string | null; reason: string };

/** Reads the processor's records, independent of webhooks. */
export type CardRecords = {
  /**
   * Checkouts and charges of saved cards created since an instant, each oldest first. @throws 503 if the processor
   * does not answer.
   */
  checkouts(since: Date): Promise<Checkout[]>;
  /** Successful payments among those created since an instant. */
  payments(since: Date): Promise<CardMovement[]>;
  refunds(since: Date): Promise<{ moved: CardMovement[]; failed: FailedRefund[] }>;
  /** The refund of a payment that has our id, or null. */
  findRefund(reference: string, refundId: string): Promise<string | null>;
};

const perPage = 100;
/** More than a busy day; a longer list is an error instead of being truncated. */
const maxObjects = 50_000;

type Page = { limit: number; starting_after?: string };

/** Every object of a list, oldest first. Paged manually, because the SDK's paging leaves a rejected promise behind. */
async function all<T extends { id: string }>(
  list: (page: Page) => Promise<{ data: T[]; has_more: boolean }>,
): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const last = found.at(-1);
    const { data, has_more } = await list({ limit: perPage, ...(last ? { starting_after: last.id } : {}) });
    found.push(...data);
    if (!has_more) return found.reverse();
    if (found.length >= maxObjects)
      throw new Error(`The card processor lists ${maxObjects} or more: ask for a shorter time`);
  }
}

const createdSince = (since: Date) => ({ created: { gte: Math.floor(since.getTime() / 1000) } });
const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === "string" ? object : (object?.id ?? null);

export function cardRecords(stripe: () => Stripe, request: <T>(call: () => Promise<T>) => Promise<T>): CardRecords {
  return {
    checkouts: (since) =>
      request(async () => [
        ...(await all((page) => stripe().checkout.sessions.list({ ...createdSince(since), ...page })))
          .filter(({ mode }) => mode !== "setup")
          .map(checkoutOf),
        ...(await all((page) => stripe().paymentIntents.list({ ...createdSince(since), ...page })))
          .filter(({ metadata }) => metadata.saved_card === savedCardMark.saved_card)
          .map(checkoutOfIntent),
      ]),
    payments: (since) =>
      request(async () =>
        (await all((page) => stripe().paymentIntents.list({ ...createdSince(since), ...page })))
          .filter(({ status }) => status === "succeeded")
          .map((intent) => ({
            id: intent.id,
            kind: "payment" as const,
            refundOf: null,
            amountMinor: intent.amount_received,
            currency: intent.currency.toUpperCase(),
            paymentId: intent.metadata.payment ?? null,
            refundId: null,
            at: new Date(intent.created * 1000),
          })),
      ),
    refunds: (since) =>
      request(async () => sortRefunds(await all((page) => stripe().refunds.list({ ...createdSince(since), ...page })))),
    findRefund: (reference, refundId) =>
      request(async () => {
        const made = await all((page) => stripe().refunds.list({ payment_intent: reference, ...page }));
        return made.find(({ metadata, status }) => metadata?.refund === refundId && status !== "failed")?.id ?? null;
      }),
  };
}

function sortRefunds(refunds: Stripe.Refund[]): { moved: CardMovement[]; failed: FailedRefund[] } {
  return {
    moved: refunds
      .filter((refund) => !isFailed(refund))
      .map((refund) => ({
        id: refund.id,
        kind: "refund" as const,
        refundOf: idOf(refund.payment_intent),
        amountMinor: refund.amount,
        currency: refund.currency.toUpperCase(),
        paymentId: null,
        refundId: refund.metadata?.refund ?? null,
        at: new Date(refund.created * 1000),
      })),
    failed: refunds.filter(isFailed).map(failedRefundOf),
  };
}

/** A refund may fail long after it succeeded. */
export const isFailed = ({ status }: Stripe.Refund): boolean => status === "failed" || status === "canceled";

export const failedRefundOf = (refund: Stripe.Refund): FailedRefund => ({
  id: refund.id,
  refundId: refund.metadata?.refund ?? null,
  reason: refund.failure_reason ?? refund.status ?? "failed",
});
