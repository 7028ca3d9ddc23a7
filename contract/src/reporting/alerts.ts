import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountBetween } from "../kernel/money.ts";
import { idSchema } from "../kernel/validation.ts";
import { advertisers, byRole } from "../kernel/who.ts";

/** Advertisers set alerts for their own campaigns, account managers for those of their customers. */
export const alertRoles = byRole({ ...advertisers, sales: "assigned" });

/** The most alerts of one user. */
export const maxAlerts = 20;

export const alertKinds = ["daily_spend", "low_ctr", "silent", "budget_used"] as const;
export type AlertKind = (typeof alertKinds)[number];

/** When an alert is due. Figures are those of one campaign, without invalid traffic. */
export const alertRuleSchema = z.discriminatedUnion("kind", [
  /** More spend on one day than this, in the campaign's currency. */
  z.strictObject({ kind: z.literal("daily_spend"), amount: amountBetween(1, 100_000_000) }),
  /** A lower CTR since the start, in percent, once there were as many impressions. */
  z.strictObject({
    kind: z.literal("low_ctr"),
    percent: z
      .number()
      .min(0.01)
      .max(100)
      .refine((percent) => Number(percent.toFixed(2)) === percent, { error: "rule.double" }),
    impressions: z.number().int().min(100).max(100_000_000),
  }),
  /** No impression for as many hours while the campaign runs. */
  z.strictObject({ kind: z.literal("silent"), hours: z.number().int().min(1).max(168) }),
  /** At least as many percent of the budget are used. */
  z.strictObject({ kind: z.literal("budget_used"), percent: z.number().int().min(1).max(100) }),
]);
export type AlertRule = z.output<typeof alertRuleSchema>;

const alertSchema = z.object({
  id: z.uuid(),
  /** Null for all campaigns that run. */
  campaign: idSchema.nullable(),
  campaign_name: z.string().nullable(),
  rule: alertRuleSchema,
  is_active: z.boolean(),
});
export type Alert = z.infer<typeof alertSchema>;

const tag = "Alerts";
const id = z.object({ id: z.uuid() });

export const alertEndpoints = {
  listAlerts: endpoint({
    method: "GET",
    path: "/statistics/alerts",
    tag,
    summary: "The caller's own alerts, the oldest first",
    who: alertRoles,
    output: z.array(alertSchema),
  }),
  createAlert: endpoint({
    method: "POST",
    path: "/statistics/alerts",
    tag,
    summary:
      "Sends the caller a mail once the rule applies to a running campaign, and again only after it no longer did",
    who: alertRoles,
    body: z.strictObject({ campaign: idSchema.nullable(), rule: alertRuleSchema }),
    output: alertSchema,
    status: 201,
    errors: ["not_found", "conflict"],
  }),
  changeAlert: endpoint({
    method: "PATCH",
    path: "/statistics/alerts/:id",
    tag,
    summary: "Another rule, which starts without incidents, or switches the alert on or off",
    who: alertRoles,
    params: id,
    body: z.strictObject({ rule: alertRuleSchema.optional(), is_active: z.boolean().optional() }),
    output: alertSchema,
    errors: ["not_found"],
  }),
  removeAlert: endpoint({
    method: "DELETE",
    path: "/statistics/alerts/:id",
    tag,
    summary: "Removes an alert",
    who: alertRoles,
    params: id,
    output: null,
    errors: ["not_found"],
  }),
};
