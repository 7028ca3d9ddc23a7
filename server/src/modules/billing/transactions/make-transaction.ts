import { microsOfMinor, minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import { isAdmin, isCustomer } from "@litfass/contract/kernel/roles";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command, type MoneyEffect } from "@litfass/platform/command/command";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { forbidden, invalid, notFound, Problem } from "@litfass/platform/problem";
import { currencyOf, findUser, type UserRow } from "../../users/index.ts";
import { creditManually, creditSubsidy } from "../ledger/credit.ts";
import { available, InsufficientFunds, line, linesOf } from "../ledger/ledger.ts";
import { entryOfKey, type Posted, postEntry, sumsOf } from "../ledger/ledger-sql.ts";
import { findCeiling, findUserWithinReach } from "../manager-sql.ts";
import { lockOwner } from "../plans/subscription-sql.ts";
import { effectKey, postedBy } from "../posted-by.ts";
import type { Movement } from "./transaction.ts";
import { findMovements } from "./transaction-sql.ts";

export type MakeTransaction = {
  user: string;
  /** Minor units of the user's currency. */
  amount: number;
  kind: "manual" | "subsidy";
  description?: string;
  source: Source;
};

/** `house`: new money, granted by admins. `own`: a transfer from an account manager's balance. */
type Source = "house" | "own";

/**
 * Credits a user: admins grant new budget, account managers transfer their own to an assigned customer (ACT-006).
 * @throws 404 for an inaccessible user, 422 if the user holds no money, a manager's maximum would be exceeded, or the
 * manager's balance is insufficient.
 */
export const makeTransaction = command({
  name: "billing.make_transaction",
  errors: ["not_found"],
  async money({ ctx, input }: CommandCall<MakeTransaction>): Promise<MoneyEffect | null> {
    if (input.source === "own" || (await entryOfKey(ctx.tx, effectKey(ctx, "credit"))) !== null) return null;
    const user = await holderOf(ctx, input.user);
    return {
      direction: "credit",
      customerUid: user.uid,
      currency: currencyOf(user),
      amountMicros: microsOfMinor(input.amount),
      description: input.description ?? "",
    };
  },
  async run({ ctx, input }: CommandCall<MakeTransaction>): Promise<Movement> {
    const { tx } = ctx;
    const user = await holderOf(ctx, input.user);
    const isTransfer = input.source === "own";
    const { entryId, posted } = await (isTransfer ? transferOwn : creditNew)(ctx, user, input);
    if (posted) {
      const after = await availableOf(tx, user);
      const before = { ...after, amount: after.amount - input.amount };
      await ctx.audit.record({
        subjectUid: user.uid,
        ...(isTransfer ? { relatedUid: callerOf(ctx.actor).uid } : {}),
        action: isTransfer ? "budget_passed_on" : "budget_credited",
        changes: [{ field: "balance", before, after }],
        details: { transaction: entryId.toString(), ...(input.description ? { description: input.description } : {}) },
      });
    } else ctx.audit.unchanged("the credit was booked by an earlier call with this key");
    const movement = (await findMovements(tx, entryId)).find((each) => each.ownerUid === user.uid);
    if (!movement) throw new Error(`Entry ${entryId} did not move the money of ${user.uid}`);
    return movement;
  },
});

/** The recipient. @throws 404 if inaccessible, 422 if the role holds no money. */
async function holderOf({ tx, actor }: CommandContext, uid: string): Promise<UserRow> {
  const user = await findUserWithinReach(tx, callerOf(actor), uid);
  if (!user) throw notFound();
  if (!isCustomer(user.role) && user.role !== "sales") throw invalid({ user: ["rule.oneOf"] });
  return user;
}

/** What a user has left to spend, in minor units. */
async function availableOf(tx: Transaction, user: UserRow) {
  const currency = currencyOf(user);
  const { availableMicros } = await sumsOf(tx, user.uid, currency);
  return { amount: minorOfMicros(availableMicros), currency };
}

async function creditNew(ctx: CommandContext, user: UserRow, input: MakeTransaction): Promise<Posted> {
  // An approved credit was requested by an admin; its approver may be an accountant.
  if (!ctx.approval && !isAdmin(callerOf(ctx.actor).role)) throw forbidden();
  const amountMicros = microsOfMinor(input.amount);
  if (user.role === "sales") await checkCeiling(ctx.tx, user, amountMicros);
  const credit = input.kind === "subsidy" ? creditSubsidy : creditManually;
  return credit(ctx.tx, {
    ownerUid: user.uid,
    currency: currencyOf(user),
    amountMicros,
    key: effectKey(ctx, "credit"),
    description: input.description,
    ...postedBy(ctx),
  });
}

/** @throws 422 if a credit would raise the manager's balance above its maximum. */
async function checkCeiling(tx: Transaction, user: UserRow, amountMicros: bigint): Promise<void> {
  await lockOwner(tx, user.uid);
  const ceiling = await findCeiling(tx, user.uid);
  if (!ceiling) return;
  const { availableMicros } = await sumsOf(tx, user.uid, currencyOf(user));
  if (availableMicros + amountMicros <= ceiling.ceilingMicros) return;
  const max = moneyText(minorOfMicros(ceiling.ceilingMicros), ceiling.currency);
  throw new Problem("invalid", { errors: { amount: ["balance.over_maximum"] }, values: { max } });
}

async function transferOwn(ctx: CommandContext, customer: UserRow, input: MakeTransaction): Promise<Posted> {
  const manager = await findUser(ctx.tx, callerOf(ctx.actor).uid);
  if (!manager || manager.uid === customer.uid) throw notFound();
  if (input.kind !== "manual") throw invalid({ kind: ["rule.oneOf"] });
  const currency = currencyOf(manager);
  if (currency !== currencyOf(customer)) throw invalid({ user: ["currency.differs"] });
  const amountMicros = microsOfMinor(input.amount);
  try {
    return await postEntry(ctx.tx, {
      key: effectKey(ctx, "credit"),
      kind: "passed_on",
      fund: "manual",
      description: input.description,
      ...postedBy(ctx),
      details: { from: manager.uid, to: customer.uid },
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
