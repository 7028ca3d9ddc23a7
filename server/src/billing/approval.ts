import type { Approval } from "@litfass/contract/billing";
import { formatMinor, microsOfMinor, minorOfMicros } from "@litfass/contract/money";
import type { Caller } from "@litfass/contract/roles";
import { isAdmin, isCustomer } from "@litfass/contract/roles";
import { recordAudit } from "../platform/audit.ts";
import type { Platform } from "../platform/platform.ts";
import type { Database, Transaction } from "../platform/postgres.ts";
import { conflict, forbidden, invalid, notFound } from "../platform/problem.ts";
import { currencyOf, namesOf } from "../users/index.ts";
import {
  type ApprovalRow,
  decideApproval,
  findApprovalOfRequest,
  insertApproval,
  lockApproval,
  pendingRefunds,
} from "./approval-sql.ts";
import type { CardProcessor } from "./card-processor.ts";
import { findUserWithinReach, type MakeTransaction, makeTransaction } from "./make-transaction.ts";
import { bookRefund, type Refund, sendIfAnswered } from "./refund-transaction.ts";
import { refundableMicros } from "./transaction.ts";
import { findMovements, lockEntry } from "./transaction-sql.ts";

/** Whether an amount of new or returned money needs a second person. */
export const needsApproval = ({ config }: Platform, amountMicros: bigint): boolean =>
  amountMicros > microsOfMinor(config.approvalAboveMinor);

type Request = { kind: ApprovalRow["kind"]; ownerUid: string } & Pick<
  ApprovalRow,
  "currency" | "amountMicros" | "request"
>;

async function ask(tx: Transaction, platform: Platform, caller: Caller, key: string, request: Request) {
  const at = platform.clock.now();
  const { row, isNew } = await insertApproval(tx, {
    ...request,
    requestKey: key,
    state: "pending",
    requestedBy: caller.uid,
    requestedAt: at,
  });
  if (isNew) await audit(tx, row, caller.uid, "approval_requested", at);
  return row;
}

const audit = (
  tx: Transaction,
  row: ApprovalRow,
  actorUid: string,
  action: "approval_requested" | "approval_given" | "approval_refused",
  at: Date,
): Promise<void> =>
  recordAudit(tx, {
    at,
    actorUid,
    subjectUid: row.ownerUid,
    relatedUid: row.requestedBy,
    action,
    changes: [
      { field: row.kind, before: null, after: { amount: minorOfMicros(row.amountMicros), currency: row.currency } },
    ],
    details: { transaction: `approval-${row.id}`, ...(row.note ? { description: row.note } : {}) },
  });

/** Keeps a credit above the limit for a second person. null: it needs none, because it is small or no new money. */
export async function askForCredit(
  platform: Platform,
  caller: Caller,
  input: MakeTransaction,
  key: string,
): Promise<ApprovalRow | null> {
  const amountMicros = microsOfMinor(input.amount);
  if (!isAdmin(caller.role) || !needsApproval(platform, amountMicros)) return null;
  return platform.db.transaction(async (tx) => {
    const user = await findUserWithinReach(tx, caller, input.user);
    if (!user) throw notFound();
    if (!isCustomer(user.role) && user.role !== "sales") throw invalid({ user: ["rule.oneOf"] });
    const currency = currencyOf(user.countryCode);
    return ask(tx, platform, caller, key, {
      kind: "credit",
      ownerUid: user.uid,
      currency,
      amountMicros,
      request: input,
    });
  });
}

/** Keeps a refund above the limit for a second person. null: it needs none. @throws 404, 422 as a refund does. */
export async function askForRefund(
  platform: Platform,
  caller: Caller,
  refund: Refund,
  key: string,
): Promise<ApprovalRow | null> {
  return platform.db.transaction(async (tx) => {
    const entryId = BigInt(refund.transaction);
    await lockEntry(tx, entryId);
    const movement = (await findMovements(tx, entryId)).find((each) => each.amountMicros > 0n);
    if (!movement) throw notFound();
    const waiting = await pendingRefunds(tx, refund.transaction);
    const left = refundableMicros(movement) - waiting;
    const amountMicros = refund.amount === undefined ? left : microsOfMinor(refund.amount);
    // Parts that are small one by one and large together need a second person, too.
    if (!needsApproval(platform, amountMicros + waiting + movement.refundedMicros)) return null;
    const { ownerUid, currency } = movement;
    const request = { ...refund, amount: minorOfMicros(amountMicros) };
    if (amountMicros <= 0n || amountMicros > left) {
      const known = await findApprovalOfRequest(tx, key);
      if (known) return known;
      throw invalid({ amount: ["refund.too_much"] });
    }
    return ask(tx, platform, caller, key, { kind: "refund", ownerUid, currency, amountMicros, request });
  });
}

/** What the call answers that must wait: a movement that is none yet. */
export const presentAsked = (row: ApprovalRow) => {
  const amount = minorOfMicros(row.kind === "refund" ? -row.amountMicros : row.amountMicros);
  return {
    id: `approval-${row.id}`,
    kind: row.kind === "refund" ? "refund" : "manual",
    description: row.request.description ?? "",
    amount,
    amount_formatted: formatMinor(amount),
    currency: row.currency,
    campaign_id: null,
    created_at: row.requestedAt.toISOString(),
    user: row.ownerUid,
    approval: row.id,
  };
};

type Decision = { id: number; note: string | null };

async function lockPending(tx: Transaction, caller: Caller, id: number): Promise<ApprovalRow> {
  const row = await lockApproval(tx, id);
  if (!row) throw notFound();
  if (row.requestedBy === caller.uid) throw forbidden("approval.own");
  if (row.state !== "pending") throw conflict("approval_decided", "approval.decided");
  return row;
}

/**
 * Carries out what somebody else asked for, in the transaction that notes the decision; a card is asked afterwards.
 * @throws 403 for the one who asked, 404, 409 where it is decided, 422 where the money is not there any more.
 */
export async function approve(
  platform: Platform,
  cards: CardProcessor | null,
  caller: Caller,
  { id, note }: Decision,
): Promise<ApprovalRow> {
  const { row, cardRefund } = await platform.db.transaction(async (tx) => {
    const pending = await lockPending(tx, caller, id);
    const at = platform.clock.now();
    const asked: Caller = { uid: pending.requestedBy, role: "admin", reach: "all", lang: caller.lang };
    const key = `approval:${pending.id}`;
    let booked: { entryId: bigint; cardRefund: string | null };
    if (pending.kind === "credit") {
      // The credit's own transaction becomes a part of this one.
      const within: Platform = { ...platform, db: tx as unknown as Database };
      const movement = await makeTransaction(within, asked, pending.request as MakeTransaction, key);
      booked = { entryId: movement.entryId, cardRefund: null };
    } else {
      const made = await bookRefund(tx, platform, cards, asked, pending.request as Refund, key);
      booked = { entryId: made.movement.entryId, cardRefund: made.cardRefund };
    }
    const decision = {
      state: "approved",
      decidedBy: caller.uid,
      decidedAt: at,
      note,
      entryId: booked.entryId,
    } as const;
    const decided = await decideApproval(tx, id, decision);
    await audit(tx, decided, caller.uid, "approval_given", at);
    return { row: decided, cardRefund: booked.cardRefund };
  });
  if (cards && cardRefund) await sendIfAnswered(platform, cards, cardRefund);
  return row;
}

/** Turns down what somebody else asked for. @throws as `approve`. */
export async function reject(platform: Platform, caller: Caller, { id, note }: Decision): Promise<ApprovalRow> {
  return platform.db.transaction(async (tx) => {
    await lockPending(tx, caller, id);
    const at = platform.clock.now();
    const decision = { state: "rejected", decidedBy: caller.uid, decidedAt: at, note, entryId: null } as const;
    const decided = await decideApproval(tx, id, decision);
    await audit(tx, decided, caller.uid, "approval_refused", at);
    return decided;
  });
}

/** Requests as the wire shows them to a reader. */
export async function presentApprovals(db: Database, caller: Caller, rows: ApprovalRow[]): Promise<Approval[]> {
  const uids = rows.flatMap((row) => [row.ownerUid, row.requestedBy, ...(row.decidedBy ? [row.decidedBy] : [])]);
  const names = await namesOf(db, [...new Set(uids)]);
  return rows.map((row) => {
    const amount = minorOfMicros(row.amountMicros);
    return {
      id: row.id,
      kind: row.kind,
      user: row.ownerUid,
      user_name: names.get(row.ownerUid) ?? row.ownerUid,
      amount,
      amount_formatted: formatMinor(amount),
      currency: row.currency,
      description: row.request.description ?? "",
      transaction: "transaction" in row.request ? row.request.transaction : null,
      state: row.state,
      requested_by: row.requestedBy,
      requested_by_name: names.get(row.requestedBy) ?? row.requestedBy,
      requested_at: row.requestedAt.toISOString(),
      decided_by_name: row.decidedBy ? (names.get(row.decidedBy) ?? row.decidedBy) : null,
      decided_at: row.decidedAt?.toISOString() ?? null,
      note: row.note,
      may_decide: row.state === "pending" && row.requestedBy !== caller.uid,
    };
  });
}
