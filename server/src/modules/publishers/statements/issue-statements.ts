import { type Currency, microsOfMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { minimumPayoutOf } from "@litfass/contract/settings/default-payouts";
import { type CommandCall, type CommandServices, command } from "@litfass/platform/command/command";
import { type Execute, outputOf } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { findPayoutTerms } from "@litfass/platform/settings/read-settings";
import { accruedFor, type CreditLine } from "../../billing/index.ts";
import { accountTimeZone, reportPeriod } from "../../reporting/index.ts";
import { auditSubjectOf, todayOf } from "../publisher-access.ts";
import { lockPublisher, payeeOf } from "../publisher-sql.ts";
import { publisherFigures } from "../report/publisher-figures.ts";
import { statementLines } from "./statement-lines.ts";
import { daysOf, dueMonth } from "./statement-month.ts";
import { type AccruingPublisher, insertStatement, publishersWithout, statedBefore } from "./statement-sql.ts";

export const statementJob = "publishers.issue-statements";
const perRead = 100;

/** Issues the statements of the month before for publishers that have none yet. @returns their number */
export async function issueStatements(platform: Platform, execute: Execute<CommandServices>): Promise<number> {
  const month = dueMonth(todayOf(platform.clock.now()));
  if (month === null) return 0;
  let issued = 0;
  for (let after = 0; ; ) {
    const publishers = await publishersWithout(platform.db, month, { after, limit: perRead });
    for (const publisher of publishers) issued += await issueFor(platform, execute, publisher, month);
    const last = publishers.at(-1);
    if (last === undefined) return issued;
    after = last.id;
  }
}

async function issueFor(
  platform: Platform,
  execute: Execute<CommandServices>,
  publisher: AccruingPublisher,
  month: string,
): Promise<number> {
  const period = reportPeriod(daysOf(month), accountTimeZone, platform.clock.now());
  const accrued = await accruedFor(platform.db, payeeOf(publisher.sellerId), period.endAt);
  if (accrued.size === 0) return 0;
  const figures = await publisherFigures(platform, publisher.id, period);
  let issued = 0;
  for (const currency of accrued.keys()) {
    const lines = statementLines(figures, currency).map((line) => ({ ...line, micros: line.micros.toString() }));
    const input = { ...publisher, month, currency, until: period.endAt.toISOString(), lines };
    const id = outputOf(
      await execute(issueStatement, { actor: { kind: "job", name: statementJob }, input, lang: "en" }),
    );
    if (id !== null) issued += 1;
  }
  return issued;
}

type Issue = AccruingPublisher & {
  month: string;
  currency: Currency;
  /** The end of the month. */
  until: string;
  lines: (Omit<CreditLine, "micros"> & { micros: string })[];
};

/**
 * Issues one statement of what the ledger accrued by the end of the month and no earlier statement covers. What the
 * placements and ad units did not show in this month, such as late impressions of earlier ones, is a line of its own.
 */
export const issueStatement = command({
  name: "publishers.issue_statement",
  errors: [],
  async run({ ctx, input }: CommandCall<Issue>): Promise<number | null> {
    const { tx, clock } = ctx;
    const { id: publisherId, sellerId, month, currency } = input;
    await lockPublisher(tx, publisherId, todayOf(clock.now()));
    const before = await statedBefore(tx, publisherId, currency, month);
    const total = (await accruedFor(tx, payeeOf(sellerId), new Date(input.until))).get(currency) ?? 0n;
    const accruedMicros = total - before.micros;
    const netMinor = minorOfMicros(accruedMicros);
    const minimumMinor = minimumPayoutOf(await findPayoutTerms(tx), month, currency);
    // Without a minimum, what rounds to nothing still waits.
    if (before.hasMonth || netMinor < Math.max(minimumMinor, 1)) {
      ctx.audit.unchanged("there is nothing to state");
      return null;
    }
    const lines = input.lines
      .map((line) => ({ ...line, micros: BigInt(line.micros) }))
      .filter(({ micros }) => micros > 0n);
    const rest = accruedMicros - lines.reduce((sum, { micros }) => sum + micros, 0n);
    if (rest !== 0n) lines.push({ site: "", placement: "", impressions: 0, micros: rest });
    const netMicros = microsOfMinor(netMinor);
    const minimumMicros = microsOfMinor(minimumMinor);
    const statement = { publisherId, month, currency, accruedMicros, netMicros, minimumMicros, lines };
    const id = await insertStatement(tx, statement, clock.now());
    await ctx.audit.record({
      subject: auditSubjectOf(publisherId),
      changes: [{ field: "amount", before: null, after: { amount: netMinor, currency } }],
      details: { description: month },
    });
    return id;
  },
});
