import { type Currency, microsOfMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { minStatementMinor } from "@litfass/contract/publishers/publisher-statements";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import type { HttpKit } from "@litfass/platform/http/kit";
import { accruedFor, type CreditLine } from "../../billing/index.ts";
import { accountTimeZone, reportPeriod } from "../../reporting/index.ts";
import { auditSubjectOf, todayOf } from "../publisher-access.ts";
import { lockPublisher, payeeOf } from "../publisher-sql.ts";
import { listReportedPlacements, listShown } from "../report/placement-figures-sql.ts";
import { type AccruingPublisher, insertStatement, publishersWithout, statedBefore } from "./statement-sql.ts";

export const statementJob = "publishers.issue-statements";
/** Until then, impressions of the month before may still arrive. */
const firstDay = 3;
const perRead = 100;

/** `2026-11` → its first and last day. */
const daysOf = (month: string): { from: string; to: string } => {
  const [year = 0, nth = 0] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, nth, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
};

/** The month before a day's; null in the first days of a month. */
export function dueMonth(today: string): string | null {
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  if (day < firstDay) return null;
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/** Issues the statements of the month before for publishers that have none yet. @returns their number */
export async function issueStatements(kit: Pick<HttpKit, "platform" | "execute">): Promise<number> {
  const month = dueMonth(todayOf(kit.platform.clock.now()));
  if (month === null) return 0;
  let issued = 0;
  for (let after = 0; ; ) {
    const publishers = await publishersWithout(kit.platform.db, month, { after, limit: perRead });
    for (const publisher of publishers) issued += await issueFor(kit, publisher, month);
    const last = publishers.at(-1);
    if (last === undefined) return issued;
    after = last.id;
  }
}

async function issueFor(
  { platform, execute }: Pick<HttpKit, "platform" | "execute">,
  publisher: AccruingPublisher,
  month: string,
): Promise<number> {
  const period = reportPeriod(daysOf(month), accountTimeZone, platform.clock.now());
  const accrued = await accruedFor(platform.db, payeeOf(publisher.sellerId), period.endAt);
  if (accrued.size === 0) return 0;
  const placements = new Map((await listReportedPlacements(platform.db, publisher.id)).map((each) => [each.id, each]));
  const shown = await listShown(platform, [...placements.keys()], period);
  let issued = 0;
  for (const currency of accrued.keys()) {
    const sums = new Map<number, { impressions: number; micros: bigint }>();
    for (const each of shown) {
      if (each.currency !== currency) continue;
      const sum = sums.get(each.placementId) ?? { impressions: 0, micros: 0n };
      const impressions = sum.impressions + each.impressions;
      sums.set(each.placementId, { impressions, micros: sum.micros + each.micros });
    }
    const lines = [...sums].map(([id, { impressions, micros }]) => ({
      site: placements.get(id)?.siteName ?? "",
      placement: placements.get(id)?.name ?? "",
      impressions,
      micros: micros.toString(),
    }));
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
 * placements did not show in this month, such as late impressions of earlier ones, is a line of its own.
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
    if (before.hasMonth || netMinor < minStatementMinor) {
      ctx.audit.unchanged("there is nothing to state");
      return null;
    }
    const lines = input.lines
      .map((line) => ({ ...line, micros: BigInt(line.micros) }))
      .filter(({ micros }) => micros > 0n);
    const rest = accruedMicros - lines.reduce((sum, { micros }) => sum + micros, 0n);
    if (rest !== 0n) lines.push({ site: "", placement: "", impressions: 0, micros: rest });
    const netMicros = microsOfMinor(netMinor);
    const id = await insertStatement(
      tx,
      { publisherId, month, currency, accruedMicros, netMicros, lines },
      clock.now(),
    );
    await ctx.audit.record({
      subject: auditSubjectOf(publisherId),
      changes: [{ field: "amount", before: null, after: { amount: netMinor, currency } }],
      details: { description: month },
    });
    return id;
  },
});
