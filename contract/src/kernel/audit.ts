import { z } from "zod";
import { type AuditKind, auditFormats, auditKinds } from "./audit-kinds.ts";
import { endpoint } from "./endpoint.ts";
import { amountSchema, currencySchema } from "./money.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { daySchema, instantSchema, say, uidSchema } from "./validation.ts";
import { admins, byRole } from "./who.ts";

/** Every audited action and its group. */
export const auditActions = {
  profile_changed: "profile",
  logo_changed: "profile",
  email_changed: "access",
  role_changed: "access",
  user_disabled: "access",
  user_enabled: "access",
  user_archived: "access",
  user_restored: "access",
  account_opened: "access",
  account_closed: "access",
  account_secured: "access",
  email_verified: "access",
  password_changed: "access",
  sign_in_methods_changed: "access",
  sessions_ended: "access",
  user_invited: "access",
  second_factor_enabled: "access",
  second_factor_disabled: "access",
  second_factor_reset: "access",
  recovery_codes_renewed: "access",
  command_run: "access",
  audit_exported: "access",
  service_connected: "access",
  service_disconnected: "access",
  customer_assigned: "customers",
  customer_unassigned: "customers",
  max_balance_changed: "money",
  budget_credited: "money",
  budget_passed_on: "money",
  promotion_redeemed: "money",
  customer_price_agreed: "money",
  customer_price_ended: "money",
  transaction_refunded: "money",
  refund_paid_by_bank: "money",
  approval_requested: "money",
  approval_given: "money",
  approval_refused: "money",
  plan_changed: "money",
  order_opened: "money",
  order_changed: "money",
  order_status_changed: "money",
  order_cancelled: "money",
  order_deleted: "money",
  campaign_status_changed: "campaigns",
  creatives_approved: "campaigns",
  creatives_rejected: "campaigns",
} as const satisfies Record<string, AuditKind>;
export type AuditAction = keyof typeof auditActions;
const actionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

/** The actions of a group. */
export const actionsOfKind = (kind: AuditKind): AuditAction[] =>
  actionNames.filter((action) => auditActions[action] === kind);

/** A value before or after: plain, or money. */
export const auditValueSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.object({ amount: amountSchema, currency: currencySchema }),
]);
export type AuditValue = z.infer<typeof auditValueSchema>;

export const auditChangeSchema = z.object({
  /** The field's name in the API. */
  field: z.string(),
  before: auditValueSchema,
  after: auditValueSchema,
});
export type AuditChange = z.infer<typeof auditChangeSchema>;

/** What an entry is about other than people. */
export const auditDetailsSchema = z.object({
  campaign: z.object({ id: z.number().int(), name: z.string() }).optional(),
  transaction: z.string().optional(),
  description: z.string().optional(),
  /** Number of an order by invoice. */
  order: z.number().int().optional(),
  /** Who requested what the actor approved, and under which request. */
  requested_by: uidSchema.optional(),
  approval: z.number().int().optional(),
});
export type AuditDetails = z.infer<typeof auditDetailsSchema>;

const personSchema = z.object({ uid: uidSchema, full_name: z.string() });

export const auditEntrySchema = z.object({
  id: z.string(),
  at: instantSchema,
  action: z.enum(actionNames),
  actor_kind: z.enum(["user", "api_key", "job", "operator", "visitor"]),
  /** The user who did it; null for visitors without a session, jobs and the installation's own command line. */
  actor: personSchema.nullable(),
  user: personSchema,
  related: personSchema.nullable(),
  changes: z.array(auditChangeSchema),
  details: auditDetailsSchema,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditExportSchema = z
  .strictObject({
    format: z.enum(auditFormats),
    /** First and last day in Zurich. */
    from: daySchema,
    to: daySchema,
    /** Only entries about this user; without it the whole log, with entries about things. */
    user: uidSchema.optional(),
    kind: z.enum(auditKinds).optional(),
    by: z.enum(["self", "others"]).optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], ...say("campaign.period") });
export type AuditExport = z.output<typeof auditExportSchema>;

export const auditEndpoints = {
  listAuditEntries: endpoint({
    method: "GET",
    path: "/admin/users/:user/audit",
    tag: "User administration",
    summary: "Who changed what about this user, newest first; filtered by group and by who did it",
    who: byRole(admins),
    params: z.object({ user: uidSchema }),
    query: pageQuery(["at"], 15)
      .omit({ search: true, sort: true, direction: true })
      .extend({
        kind: z.enum(auditKinds).optional(),
        /** `self`: the user's own actions; `others`: actions on the user. */
        by: z.enum(["self", "others"]).optional(),
      }),
    output: pageOf(auditEntrySchema),
    errors: ["not_found"],
  }),
  exportAudit: endpoint({
    method: "POST",
    path: "/admin/audit/export",
    tag: "User administration",
    summary: "The audit log of a period as CSV or JSON Lines, oldest first; the export is itself recorded in the log",
    who: byRole(admins),
    body: auditExportSchema,
    output: { file: ["text/csv", "application/jsonl"] },
    errors: ["not_found"],
  }),
};
