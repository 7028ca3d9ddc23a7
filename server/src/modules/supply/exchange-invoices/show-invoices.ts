import { type CsvCell, csvOf } from "@litfass/contract/kernel/csv";
import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { metaOf } from "@litfass/contract/kernel/paging";
import type {
  ExchangeInvoice,
  ExchangeInvoiceDetail,
  ExchangeInvoiceLine,
  exchangeInvoiceEndpoints,
} from "@litfass/contract/supply/exchange-invoices";
import { differenceReasons } from "@litfass/contract/supply/exchange-invoices";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { findInvoice, findLines, listInvoices, listRevisions, type StoredInvoice } from "./invoice-sql.ts";
import { type InvoiceResult, reconcileInvoice } from "./reconcile-invoice.ts";

type Page = { page: number; per_page: number };

/** The current imports, newest month first. */
export async function showInvoices({ db }: Platform, { page, per_page }: Page) {
  const { rows, total } = await listInvoices(db, { limit: per_page, offset: (page - 1) * per_page });
  return { data: rows, meta: metaOf(page, per_page, total) };
}

/** An import as it is listed. @throws 404 */
export async function showListed(platform: Platform, id: number): Promise<ExchangeInvoice> {
  const { fingerprint: _fingerprint, result: _result, ...listed } = await load(platform, id);
  return listed;
}

/** An import with its sums and postings. @throws 404 */
export async function showInvoice(platform: Platform, id: number): Promise<ExchangeInvoiceDetail> {
  const { fingerprint: _fingerprint, result: _result, ...listed } = await load(platform, id);
  const { day_offset_hours, totals, postings } = await resultOf(platform, id);
  const history = await listRevisions(platform.db, listed.exchange, listed.month);
  return {
    ...listed,
    day_offset_hours,
    totals,
    postings,
    history: history.map(({ id, revision, state, imported_at }) => ({ id, revision, state, imported_at })),
  };
}

/** A page of the reconciled lines. @throws 404 */
export async function showLines(
  platform: Platform,
  id: number,
  { page, per_page, only_differences }: Page & { only_differences: boolean },
): Promise<CallOutput<(typeof exchangeInvoiceEndpoints)["listExchangeInvoiceLines"]>> {
  const lines = chosenLines(await resultOf(platform, id), only_differences);
  const from = (page - 1) * per_page;
  return { data: lines.slice(from, from + per_page), meta: metaOf(page, per_page, lines.length) };
}

/** The reconciled lines as CSV, with an amount per reason. Its header is in the terms of the API. @throws 404 */
export async function exportLines(platform: Platform, id: number, onlyDifferences: boolean) {
  const { exchange, month } = await load(platform, id);
  const figure = (amount: string): CsvCell => ({ figure: amount });
  const rows = chosenLines(await resultOf(platform, id), onlyDifferences).map((line): CsvCell[] => [
    line.day,
    line.currency,
    line.site,
    line.campaign,
    line.impressions,
    line.booked_impressions,
    figure(line.invoiced),
    figure(line.booked),
    figure(line.difference),
    ...differenceReasons.map((reason) => {
      const part = line.parts.find((each) => each.reason === reason);
      return part ? figure(part.amount) : null;
    }),
  ]);
  const header = ["day", "currency", "site", "campaign", "impressions", "booked_impressions", "invoiced", "booked"];
  return {
    body: csvOf([[...header, "difference", ...differenceReasons], ...rows]),
    contentType: "text/csv; charset=utf-8",
    filename: `exchange-invoice-${exchange}-${month}.csv`,
  };
}

async function load({ db }: Platform, id: number): Promise<StoredInvoice> {
  const invoice = await findInvoice(db, id);
  if (!invoice) throw notFound();
  return invoice;
}

/** As it was accepted, or as it compares now. */
async function resultOf(platform: Platform, id: number): Promise<InvoiceResult> {
  const { exchange, month, result } = await load(platform, id);
  return result ?? reconcileInvoice(platform, { exchange, month, lines: await findLines(platform.db, id) });
}

const chosenLines = ({ lines }: InvoiceResult, onlyDifferences: boolean): ExchangeInvoiceLine[] =>
  onlyDifferences ? lines.filter(({ parts }) => parts.length > 0) : lines;
