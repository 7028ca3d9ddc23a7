import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { jobActor, runCommand } from "../run-command.ts";
import { bookOpenSpend } from "./open-spend-sql.ts";

const job = "billing.book-spend";
const hourMs = 3_600_000;
/** Reservations are locked until the transaction ends, and settling waits for them. */
const entriesPerRun = 500;

/** The beginning of the current hour: hours before it have ended. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs);

/**
 * Books open spend of hours that have ended: one entry per campaign and hour, and per payee of media cost and hour. What is
 * booked is no longer open, in the same transaction. @returns the number of entries, at most those of one run.
 */
export const bookSpend = command({
  name: "billing.book_spend",
  errors: [],
  async run({ ctx: { tx, clock, audit } }: CommandCall<null>): Promise<number> {
    audit.unchanged("an entry in the books is evidence itself");
    return bookOpenSpend(tx, { before: hourOf(clock.now()), limit: entriesPerRun });
  },
});

/** Books every hour that has ended and is still open. @returns the number of entries. */
export async function runBookSpend<Services>(execute: Execute<Services>): Promise<number> {
  let booked = 0;
  while (true) {
    const entries = await runCommand(execute, bookSpend, jobActor(job), null);
    booked += entries;
    if (entries < entriesPerRun) return booked;
  }
}

/** A few minutes after each hour, and again until the next, in case a run failed. */
export function spendJobs({ jobs, log }: Pick<Platform, "jobs" | "log">, execute: Execute<unknown>): void {
  jobs.work(job, async () => {
    const entries = await runBookSpend(execute);
    if (entries > 0) log.info({ entries }, "spend was booked");
  });
  jobs.schedule(job, "2,12,22,32,42,52 * * * *");
}
