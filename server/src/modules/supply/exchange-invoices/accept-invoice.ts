import type { Currency } from "@litfass/contract/kernel/money";
import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command, type MoneyEffect } from "@litfass/platform/command/command";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { bookMediaInvoice, type MediaInvoicePosting, mediaInvoiceAwaitsApproval } from "../../billing/index.ts";
import { microsOfDecimal } from "./invoice-line.ts";
import {
  acceptedPostings,
  findInvoice,
  findLines,
  lockMonth,
  type StoredInvoice,
  saveAcceptance,
} from "./invoice-sql.ts";
import type { InvoiceResult, reconcileInvoice } from "./reconcile-invoice.ts";

/** What the acceptance of an invoice needs beyond the platform. */
export type SupplyServices = {
  reconcileInvoice(invoice: Parameters<typeof reconcileInvoice>[1]): Promise<InvoiceResult>;
};

declare module "@litfass/platform/command/command" {
  interface CommandServices extends SupplyServices {}
}

/** `postings` are those that the caller saw, as decimals. */
type Acceptance = { invoice: number; postings: InvoiceResult["postings"] };
type Call = CommandCall<Acceptance, SupplyServices>;

/**
 * Books an exchange's invoice: its month's accrued cost becomes payable, and the difference is media cost. An accepted
 * earlier import is replaced, so that only the change is booked.
 * @throws 404, 409 if it is not open, awaits a second person, or the booked cost has changed since the caller saw it.
 */
export const acceptInvoice = command({
  name: "supply.accept_exchange_invoice",
  errors: ["not_found", "conflict"],
  async money({ ctx, input }: Call): Promise<MoneyEffect | null> {
    const invoice = await lockOpen(ctx.tx, input.invoice);
    if (await mediaInvoiceAwaitsApproval(ctx.tx, invoice.id)) {
      throw conflict("exchange_invoice_awaits_approval", "exchange_invoices.awaits_approval");
    }
    const seen = microsOf(input.postings);
    // The limit applies to what the month then makes payable, so that corrections in small steps do not evade it.
    const amounts = (await changesOf(ctx.tx, invoice, seen))
      .map(({ currency, payableMicros: change }) => {
        const whole = seen.find((each) => each.currency === currency)?.payableMicros ?? 0n;
        return { currency, micros: magnitude(change) > magnitude(whole) ? magnitude(change) : magnitude(whole) };
      })
      .filter(({ micros }) => micros > 0n)
      .sort((a, b) => (a.micros > b.micros ? -1 : 1));
    const [largest, ...others] = amounts;
    if (!largest) return null;
    const payable = input.postings.map((each) => `${each.currency} ${each.payable}`).join(", ");
    return {
      direction: "credit",
      customerUid: `exchange-${invoice.exchange}`,
      currency: largest.currency,
      amountMicros: largest.micros,
      alongMicros: others.reduce((sum, { micros }) => sum + micros, 0n),
      description: `${invoice.exchange} ${invoice.month}: ${payable}`,
    };
  },
  async run({ ctx, input }: Call): Promise<{ approval: null }> {
    const invoice = await lockOpen(ctx.tx, input.invoice);
    const lines = await findLines(ctx.tx, invoice.id);
    const { exchange, month } = invoice;
    const result = await ctx.services.reconcileInvoice({ exchange, month, lines });
    if (!areSame(result.postings, input.postings)) {
      throw conflict("exchange_invoice_changed", "exchange_invoices.changed");
    }
    const postings = microsOf(result.postings);
    const booked = await changesOf(ctx.tx, invoice, postings);
    await bookMediaInvoice(ctx, { exchange, invoice: invoice.id, postings: booked });
    const by = ctx.approval?.requestedBy ?? actorUid(ctx.actor);
    await saveAcceptance(ctx.tx, { id: invoice.id, result, postings, at: ctx.clock.now(), by });
    await ctx.audit.record({
      subject: { type: "exchange_invoice", id: String(invoice.id) },
      changes: [
        { field: "state", before: "open", after: "accepted" },
        ...result.postings.map(({ currency, accrued, payable }) => ({
          field: currency,
          before: accrued,
          after: payable,
        })),
      ],
    });
    return { approval: null };
  },
});

const magnitude = (micros: bigint): bigint => (micros < 0n ? -micros : micros);

async function lockOpen(tx: WriteTransaction, id: number): Promise<StoredInvoice> {
  const known = await findInvoice(tx, id);
  if (!known) throw notFound();
  await lockMonth(tx, known.exchange, known.month);
  const invoice = await findInvoice(tx, id);
  if (invoice?.state !== "open") throw conflict("exchange_invoice_closed", "exchange_invoices.closed");
  return invoice;
}

const microsOf = (postings: InvoiceResult["postings"]): MediaInvoicePosting[] =>
  postings.map(({ currency, accrued, payable }) => ({
    currency,
    accruedMicros: microsOfDecimal(accrued) ?? 0n,
    payableMicros: microsOfDecimal(payable) ?? 0n,
  }));

const areSame = (found: InvoiceResult["postings"], seen: InvoiceResult["postings"]): boolean =>
  textOf(found) === textOf(seen);
const textOf = (postings: InvoiceResult["postings"]): string =>
  postings
    .map(({ currency, accrued, payable }) => `${currency} ${accrued} ${payable}`)
    .sort()
    .join("\n");

/** What is left to book after an earlier import of the month that was accepted. */
async function changesOf(
  tx: WriteTransaction,
  { exchange, month }: StoredInvoice,
  postings: MediaInvoicePosting[],
): Promise<MediaInvoicePosting[]> {
  const before = await acceptedPostings(tx, exchange, month);
  const named = new Set<Currency>([...before, ...postings].map(({ currency }) => currency));
  return [...named].sort().map((currency) => {
    const next = postings.find((each) => each.currency === currency);
    const last = before.find((each) => each.currency === currency);
    return {
      currency,
      accruedMicros: (next?.accruedMicros ?? 0n) - (last?.accruedMicros ?? 0n),
      payableMicros: (next?.payableMicros ?? 0n) - (last?.payableMicros ?? 0n),
    };
  });
}
