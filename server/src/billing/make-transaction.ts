import { formatMinor, microsOfMinor, minorOfMicros } from "@litfass/contract/money";
import type { Caller } from "@litfass/contract/roles";
import { isAdmin, isCustomer } from "@litfass/contract/roles";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "../platform/audit.ts";
import type { Platform } from "../platform/platform.ts";
import type { Executor, Transaction } from "../platform/postgres.ts";
import { invalid, notFound, Problem } from "../platform/problem.ts";
import { currencyOf, findUser, type UserRow, uidsWithinReach, users } from "../users/index.ts";
import { creditManually, creditSubsidy } from "./credit.ts";
import { available, InsufficientFunds, line, linesOf } from "./ledger.ts";
import { type Posted, postEntry, sumsOf } from "./ledger-sql.ts";
import { lockOwner } from "./subscription-sql.ts";
import { managerCeilings } from "./tables.ts";
import type { Movement } from "./transaction.ts";
import { findMovements } from "./transaction-sql.ts";

export type MakeTransaction = { user: string; amount: number; kind: "manual" | "subsidy"; description?: string };

/**
 * Credits a user: admins give new budget, account managers pass on of their own to a customer assigned to them (ACT-006).
 * @throws 404 for a user out of reach, 422 where the user holds no money, a manager's maximum would be passed, or the
 * manager's own balance does not cover it.
 */
export async function makeTransaction(
  platform: Platform,
  caller: Caller,
  input: MakeTransaction,
  key: string,
): Promise<Movement> {
  return platform.db.transaction(async (tx) => {
    const user = await findUserWithinReach(tx, caller, input.user);
    if (!user) throw notFound();
    if (!isCustomer(user.role) && user.role !== "sales") throw invalid({ user: ["rule.oneOf"] });
    const give = isAdmin(caller.role) ? creditByAdmin : passOn;
    const { entryId, posted } = await give(tx, platform, caller, user, input, key);
    if (posted) {
      const after = await availableOf(tx, user);
      const before = { ...after, amount: after.amount - input.amount };
      const isPassedOn = !isAdmin(caller.role);
      await recordAudit(tx, {
        at: platform.clock.now(),
        actorUid: caller.uid,
        subjectUid: user.uid,
        ...(isPassedOn ? { relatedUid: caller.uid } : {}),
        action: isPassedOn ? "budget_passed_on" : "budget_credited",
        changes: [{ field: "balance", before, after }],
        details: { transaction: entryId.toString(), ...(input.description ? { description: input.description } : {}) },
      });
    }
    const movement = (await findMovements(tx, entryId)).find((each) => each.ownerUid === user.uid);
    if (!movement) throw new Error(`Entry ${entryId} did not move the money of ${user.uid}`);
    return movement;
  });
}

/** What a user has left to spend, in minor units. */
async function availableOf(tx: Transaction, user: UserRow) {
  const currency = currencyOf(user.countryCode);
  const { availableMicros } = await sumsOf(tx, user.uid, currency);
  return { amount: minorOfMicros(availableMicros), currency };
}

/** The user of a uid if the caller reaches it, else null. */
export async function findUserWithinReach(
  db: Executor,
  caller: Pick<Caller, "uid" | "reach">,
  uid: string,
): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.uid, uid), uidsWithinReach(users.uid, caller)));
  return user ?? null;
}

async function creditByAdmin(
  tx: Transaction,
  platform: Platform,
  caller: Caller,
  user: UserRow,
  input: MakeTransaction,
  key: string,
): Promise<Posted> {
  const currency = currencyOf(user.countryCode);
  const amountMicros = microsOfMinor(input.amount);
  if (user.role === "sales") await checkCeiling(tx, user, amountMicros);
  const credit = input.kind === "subsidy" ? creditSubsidy : creditManually;
  return credit(tx, {
    ownerUid: user.uid,
    currency,
    amountMicros,
    key,
    description: input.description,
    actorUid: caller.uid,
    at: platform.clock.now(),
  });
}

/** @throws 422 where a credit would lift the manager's own balance above its maximum. */
async function checkCeiling(tx: Transaction, user: UserRow, amountMicros: bigint): Promise<void> {
  await lockOwner(tx, user.uid);
  const [ceiling] = await tx.select().from(managerCeilings).where(eq(managerCeilings.ownerUid, user.uid));
  if (!ceiling) return;
  const { availableMicros } = await sumsOf(tx, user.uid, currencyOf(user.countryCode));
  if (availableMicros + amountMicros <= ceiling.ceilingMicros) return;
  const max = `${ceiling.currency} ${formatMinor(minorOfMicros(ceiling.ceilingMicros))}`;
  throw new Problem("invalid", { errors: { amount: ["balance.over_maximum"] }, values: { max } });
}

async function passOn(
  tx: Transaction,
  platform: Platform,
  caller: Caller,
  customer: UserRow,
  input: MakeTransaction,
  key: string,
): Promise<Posted> {
  const manager = await findUser(tx, caller.uid);
  if (!manager || manager.uid === customer.uid) throw notFound();
  if (input.kind !== "manual") throw invalid({ kind: ["rule.oneOf"] });
  const currency = currencyOf(manager.countryCode);
  if (currency !== currencyOf(customer.countryCode)) throw invalid({ user: ["currency.differs"] });
  const amountMicros = microsOfMinor(input.amount);
  try {
    return await postEntry(tx, {
      key,
      kind: "passed_on",
      fund: "manual",
      description: input.description,
      details: { from: manager.uid, to: customer.uid },
      actorUid: caller.uid,
      at: platform.clock.now(),
      lines: linesOf(
        line(available(manager.uid, currency), -amountMicros),
        line(available(customer.uid, currency), amountMicros),
      ),
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) throw invalid({ amount: ["balance.insufficient"] });
    throw error;
  }
}
