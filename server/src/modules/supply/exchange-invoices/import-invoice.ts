import { createHash } from "node:crypto";
import type { Language } from "@litfass/contract/kernel/language";
import { message } from "@litfass/contract/kernel/messages";
import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { EgressError } from "@litfass/platform/egress/egress";
import type { Platform } from "@litfass/platform/platform";
import { invalid, tooMany, unavailable } from "@litfass/platform/problem";
import { WorkerLimitError } from "@litfass/platform/worker/worker-pool";
import type { InvoiceLine } from "./invoice-line.ts";
import { insertInvoice, listRevisions, lockMonth } from "./invoice-sql.ts";
import type { ReadInvoice } from "./read-invoice.ts";
import type { InvoiceText } from "./read-invoice-task.ts";

type Import = { exchange: string; month: string; source: "csv" | "report"; lines: readonly InvoiceLine[] };

/**
 * Stores an exchange's invoice. The content of the current import changes nothing; other content supersedes it.
 * Returns the invoice's number.
 */
export const importInvoice = command({
  name: "supply.import_exchange_invoice",
  errors: [],
  async run({ ctx, input }: CommandCall<Import>): Promise<number> {
    const { exchange, month, source, lines } = input;
    await lockMonth(ctx.tx, exchange, month);
    const fingerprint = fingerprintOf(lines);
    const [current] = await listRevisions(ctx.tx, exchange, month);
    if (current?.fingerprint === fingerprint) {
      ctx.audit.unchanged("the invoice is imported already");
      return current.id;
    }
    const revision = (current?.revision ?? 0) + 1;
    const made = {
      exchange,
      month,
      revision,
      source,
      fingerprint,
      lines,
      at: ctx.clock.now(),
      by: actorUid(ctx.actor),
    };
    const id = await insertInvoice(ctx.tx, made);
    await ctx.audit.record({
      subject: { type: "exchange_invoice", id: String(id) },
      changes: [
        { field: "exchange", before: null, after: exchange },
        { field: "month", before: null, after: month },
        { field: "revision", before: current?.revision ?? null, after: revision },
      ],
    });
    return id;
  },
});

/** The same lines in another order are the same invoice. */
function fingerprintOf(lines: readonly InvoiceLine[]): string {
  const texts = lines.map((line) => Object.values(line).map(String).join("\n")).sort();
  return createHash("sha256").update(texts.join("\n\n")).digest("hex");
}

const retrySeconds = 5;

/** Reads an invoice in a worker thread. @throws 422 that names each wrong line, at most 50; 429 while others are read. */
export async function linesOfInvoice(
  { workers }: Platform,
  input: InvoiceText,
  lang: Language,
): Promise<InvoiceLine[]> {
  const field = input.format === "csv" ? "csv" : "month";
  try {
    const task = new URL("./read-invoice-task.ts", import.meta.url);
    return checkedLines(await workers.run<ReadInvoice>(task, input), field, lang);
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    if (error.limit === "queue") throw tooMany(retrySeconds);
    throw invalid({ [field]: [input.format === "csv" ? "exchange_invoices.csv" : "exchange_invoices.report"] });
  }
}

function checkedLines({ lines, problems }: ReadInvoice, field: "csv" | "month", lang: Language): InvoiceLine[] {
  if (problems.length === 0) return lines;
  throw invalid({
    [field]: problems.map(({ row, column, problem }) =>
      message("exchange_invoices.at_row", lang, { row, column, problem: message(problem, lang, { field: column }) }),
    ),
  });
}

const reportBytes = 5_000_000;
const reportTimeoutMs = 15_000;

/**
 * Reads the monthly report of an exchange, from the address in its settings.
 * @throws 422 for an exchange without one or a report of another month, 503 if it cannot be fetched.
 */
export async function fetchReport(
  platform: Platform,
  { reportUrl, month }: { reportUrl: string | null; month: string },
  lang: Language,
): Promise<InvoiceLine[]> {
  if (reportUrl === null) throw invalid({ exchange: ["exchange_invoices.no_report"] });
  try {
    const url = reportUrl.replaceAll("{month}", month);
    const answer = await platform.egress(url, { timeoutMs: reportTimeoutMs, maxBytes: reportBytes });
    if (answer.status !== 200) throw new EgressError(`status ${answer.status}`);
    return await linesOfInvoice(platform, { format: "report", text: answer.text(), month }, lang);
  } catch (error) {
    if (error instanceof EgressError || error instanceof SyntaxError) {
      throw unavailable("exchange_invoices.unreachable");
    }
    throw error;
  }
}
