import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { Platform } from "@litfass/platform/platform";
import {
  approveStatement,
  changePayee,
  closePayment,
  createPayment,
  issueStatements,
  statementsOfOwner,
} from "../../modules/publishers/index.ts";
import { demoRunner, runAs } from "./demo-runner.ts";

type People = Record<"accountant" | "publisher", { uid: string }>;

/** Statements are issued from this day of the month on. */
const issued = { day: 3, hour: 6 };

/** The instant of a month's statements, `back` months before that of `now`. */
const issuedAt = (now: Date, back: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, issued.day, issued.hour));

/**
 * The newspaper's statements of the last two whole months that are over, issued by the job on its days. The older one is
 * approved and paid, so that each state can be seen.
 */
export async function seedDemoStatements(platform: Platform, people: People): Promise<void> {
  const now = platform.clock.now();
  const owner = { uid: people.publisher.uid, role: "customer", reach: "own", lang: "de" } as const;
  const known = await statementsOfOwner(platform.db, owner.uid, now);
  if (known === null || known.statements.length > 0) return;
  const { publisher } = known;
  const days = [2, 1, 0].map((back) => issuedAt(now, back)).filter((day) => day <= now);
  const [first = now] = days.slice(-2);
  await runAs(demoRunner(platform, first), owner, changePayee, {
    publisher,
    payee: {
      company: "Anzeiger Aaretal AG",
      street: "Bälliz",
      house_number: "40",
      postal_code: "3600",
      city: "Thun",
      country_code: "CH",
      vat_number: "CHE-116.281.710 MWST",
      iban: "CH9300762011623852957",
      language: "de",
    },
  });
  for (const day of days.slice(-2)) {
    const runner = demoRunner(platform, day);
    await issueStatements(runner.platform, runner.execute);
  }
  const issuedNow = await statementsOfOwner(platform.db, owner.uid, now);
  const oldest = issuedNow?.statements[0];
  if (oldest === undefined) return;
  const accountant = { uid: people.accountant.uid, role: "accountant", reach: "all", lang: "en" } as const;
  const runner = demoRunner(platform, first);
  const net = minorOfMicros(oldest.netMicros);
  await runAs(runner, accountant, approveStatement, { statement: oldest.id, net });
  const execute_on = first.toISOString().slice(0, 10);
  const { id: payment } = await runAs(runner, accountant, createPayment, { statements: [oldest.id], execute_on });
  await runAs(runner, accountant, closePayment, { payment, state: "paid" });
}
