import { type Approval, planIds } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/language";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Pending } from "@litfass/platform/command/execute";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { z } from "zod";
import { namesForStaff } from "../../users/index.ts";
import { bookingName } from "../plans/plan-texts.ts";
import type { ApprovalRow } from "./approval-sql.ts";

/** The response for a credit or refund that waits for a second person. */
export function presentPending({ approvalId, requestedAt, effect }: Pending) {
  const isRefund = effect.direction === "refund";
  const amount = minorOfMicros(isRefund ? -effect.amountMicros : effect.amountMicros);
  return {
    id: `approval-${approvalId}`,
    kind: isRefund ? "refund" : "manual",
    description: effect.description,
    amount,
    amount_formatted: formatMinor(amount),
    currency: effect.currency,
    campaign_id: null,
    created_at: requestedAt.toISOString(),
    user: effect.customerUid,
    approval: approvalId,
  };
}

/** The transaction that a request refunds; null if it is not a refund. */
const refundedTransaction = (request: unknown): string | null =>
  typeof request === "object" && request !== null && "transaction" in request ? String(request.transaction) : null;

const bookedPlanSchema = z.object({ plan: z.enum(planIds), months: z.number() });

/** A booked plan has a name in every language; all else is described in the words of the person who asked. */
function descriptionOf({ kind, request, description }: ApprovalRow, lang: Language): string {
  const booked = kind === "plan" ? bookedPlanSchema.safeParse(request) : null;
  return booked?.success ? bookingName(booked.data, lang) : description;
}

/** Requests in the format of the API, for one reader. */
export async function presentApprovals(
  db: Executor,
  caller: Caller,
  rows: ApprovalRow[],
  lang: Language,
): Promise<Approval[]> {
  const uids = rows.flatMap((row) => [row.ownerUid, row.requestedBy, ...(row.decidedBy ? [row.decidedBy] : [])]);
  const names = await namesForStaff(db, [...new Set(uids)]);
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
      description: descriptionOf(row, lang),
      transaction: refundedTransaction(row.request),
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
