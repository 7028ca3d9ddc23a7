import { type Alert, type AlertRule, maxAlerts } from "@litfass/contract/reporting/alerts";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { command } from "@litfass/platform/command/command";
import type { Values } from "@litfass/platform/i18n/catalog";
import { conflict, notFound } from "@litfass/platform/problem";
import {
  type AlertRow,
  deleteAlert,
  forgetIncidents,
  insertAlert,
  listIncidents,
  lockAlert,
  saveAlert,
  saveIncidents,
} from "./alert-sql.ts";
import { beginning } from "./incidents.ts";

export const alertMailJob = "statistics.mail-alert";

/** A campaign that an alert is about, with its formatted figures. */
export type Alerted = { campaignId: number; about: string; name: string; values: Values };
export type AlertMail = { alert: string; campaigns: Alerted[] };

export const presentAlert = ({ id, campaignId, campaignName, rule, isActive }: AlertRow): Alert => ({
  id,
  campaign: campaignId,
  campaign_name: campaignName,
  rule,
  is_active: isActive,
});

const audited = ({ campaignId, rule, isActive }: Audited) => ({
  campaign: campaignId,
  rule: JSON.stringify(rule),
  is_active: isActive,
});
const nothing = { campaign: null, rule: null, is_active: null };
type Audited = Pick<AlertRow, "campaignId" | "rule" | "isActive">;

/** The audit entry of an alert that was added or changed. */
export const alertChange = (id: string, before: Audited | null, after: Audited) => ({
  subject: { type: "alert", id },
  changes: changesBetween(before ? audited(before) : nothing, audited(after)),
});

type NewAlert = { campaign: { id: number; name: string } | null; rule: AlertRule };

/** Adds an alert of the caller, who may access the campaign. 409 beyond twenty. */
export const createAlert = command<NewAlert, AlertRow>({
  name: "reporting.create_alert",
  errors: ["conflict"],
  async run({ ctx, input: { campaign, rule } }) {
    const alert: AlertRow = {
      id: ctx.random.id(),
      ownerUid: callerOf(ctx.actor).uid,
      campaignId: campaign?.id ?? null,
      campaignName: campaign?.name ?? null,
      rule,
      isActive: true,
    };
    if (!(await insertAlert(ctx.tx, alert, ctx.clock.now(), maxAlerts)))
      throw conflict("too_many_alerts", "alert.too_many");
    await ctx.audit.record(alertChange(alert.id, null, alert));
    return alert;
  },
});

/** Changes one of the caller's alerts. Another rule starts without incidents. */
export const changeAlert = command<{ id: string; rule?: AlertRule; isActive?: boolean }, AlertRow>({
  name: "reporting.change_alert",
  errors: ["not_found"],
  async run({ ctx, input: { id, rule, isActive } }) {
    const before = await lockAlert(ctx.tx, callerOf(ctx.actor).uid, id);
    if (!before) throw notFound();
    const after = { ...before, rule: rule ?? before.rule, isActive: isActive ?? before.isActive };
    await saveAlert(ctx.tx, after);
    if (rule || isActive !== undefined) await forgetIncidents(ctx.tx, id);
    await ctx.audit.record(alertChange(id, before, after));
    return after;
  },
});

/** Removes one of the caller's alerts. */
export const removeAlert = command<{ id: string }, void>({
  name: "reporting.remove_alert",
  errors: ["not_found"],
  async run({ ctx, input: { id } }) {
    if (!(await deleteAlert(ctx.tx, callerOf(ctx.actor).uid, id))) throw notFound();
    await ctx.audit.record({ subject: { type: "alert", id } });
  },
});

/** Stores to which campaigns an alert applies now, and requests one mail about those where it begins to. */
export const noteIncidents = command<{ id: string; rule: AlertRule; met: Alerted[] }, void>({
  name: "reporting.note_incidents",
  errors: [],
  async run({ ctx, input: { id, rule, met } }) {
    ctx.audit.unchanged("an observation of figures");
    const alert = await lockAlert(ctx.tx, null, id);
    // Removed, switched off or changed since the figures were read.
    if (!alert?.isActive || JSON.stringify(alert.rule) !== JSON.stringify(rule)) return;
    const now = ctx.clock.now();
    const begun = beginning(await listIncidents(ctx.tx, id), met, now);
    await saveIncidents(ctx.tx, id, met, now);
    const mail: AlertMail = { alert: id, campaigns: begun };
    if (begun.length > 0) await ctx.jobs.send(alertMailJob, mail);
  },
});
