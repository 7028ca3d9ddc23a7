import type { Language } from "@litfass/contract/kernel/language";
import { minorFloorOfMicros, minorOfMicros } from "@litfass/contract/kernel/money";
import type { FileAnswer } from "@litfass/platform/http/file-answer";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { letterheadOf } from "@litfass/platform/settings/letterhead";
import { findCompany } from "@litfass/platform/settings/read-settings";
import { renderInWorker } from "@litfass/platform/worker/render-in-worker";
import { currencyOf, type UserRow } from "../../users/index.ts";
import { buyerOf, dayOf, daysLater } from "../invoices/invoice.ts";
import { campaignSpend } from "../ledger/campaign-spend.ts";
import { sellerOf } from "../seller.ts";
import { t } from "../texts.ts";
import { presentLine } from "./statement.ts";
import type { PrintedStatement } from "./statement-pdf.ts";
import { listStatement, sumStatement } from "./statement-sql.ts";

/** The maximum number of lines of a printed month. */
const maxLines = 5000;

const task = new URL("./draw-statement-task.ts", import.meta.url);

/** The statement of a month (YYYY-MM) as PDF; the current month ends today. @throws 404 for a future month, 429 while many are rendered. */
export async function printStatement(
  platform: Platform,
  user: UserRow,
  month: string,
  language: Language,
): Promise<FileAnswer> {
  const { db, clock, config } = platform;
  const today = dayOf(clock.now());
  const from = `${month}-01`;
  if (from > today) throw notFound();
  const last = daysLater(`${daysLater(from, 31).slice(0, 7)}-01`, -1);
  const to = last < today ? last : today;
  const owner = { ownerUid: user.uid, currency: currencyOf(user) };
  const lines = await listStatement(db, owner, { from, to, direction: "asc", limit: maxLines, offset: 0 });
  const sums = await sumStatement(db, owner, { from, to });
  const statement: PrintedStatement = {
    language,
    currency: owner.currency,
    seller: sellerOf(await findCompany(db, config.company, clock.now()), owner.currency),
    letterhead: await letterheadOf(platform),
    buyer: buyerOf(user),
    from,
    to,
    printedAt: clock.now(),
    opening: minorFloorOfMicros(sums.openingMicros),
    debits: minorOfMicros(sums.debitMicros),
    credits: minorOfMicros(sums.creditMicros),
    closing: minorFloorOfMicros(sums.openingMicros + sums.creditMicros - sums.debitMicros),
    lines: lines.map((line) => presentLine(line, language)),
    spend: await campaignSpend(db, owner, { from, to }),
  };
  const body = await renderInWorker(platform.workers.of(user.uid), task, statement);
  return { body, contentType: "application/pdf", filename: `${t(language, "statement.file")}-${month}.pdf` };
}
