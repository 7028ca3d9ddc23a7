import { isDeepStrictEqual } from "node:util";
import type { CampaignTemplate, campaignTemplateEndpoints } from "@litfass/contract/campaigns/campaign-templates";
import type { AuditChange, AuditValue } from "@litfass/contract/kernel/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { invalid } from "@litfass/platform/problem";
import type { z } from "zod";
import { getReachableUser } from "../../targeting/index.ts";
import { checkSettings } from "../settings/check-settings.ts";
import type { TemplateSettings } from "../tables.ts";
import {
  countTemplates,
  deleteTemplateRow,
  insertTemplateRow,
  listTemplatesOfUser,
  replaceTemplatesOfUser,
  type TemplateWithUsers,
  updateTemplateRow,
} from "./campaign-template-sql.ts";
import { getTemplate, presentTemplate } from "./campaign-templates.ts";

type NewTemplate = z.output<NonNullable<typeof campaignTemplateEndpoints.createCampaignTemplate.body>>;
type TemplateChange = z.output<NonNullable<typeof campaignTemplateEndpoints.changeCampaignTemplate.body>>;

/** Saves settings as a template (API-CAMP-025); its categories, lists and audiences must exist. */
export const createTemplate = command({
  name: "campaigns.create_template",
  errors: [],
  async run({ ctx, input: { name, ...settings } }: CommandCall<NewTemplate>): Promise<CampaignTemplate> {
    const caller = callerOf(ctx.actor);
    await checkSettings(ctx.tx, caller, settings, null, ctx.clock.now());
    const now = ctx.clock.now();
    const values = { name, settings, createdBy: caller.uid, createdAt: now, updatedAt: now };
    const row = await insertTemplateRow(ctx.tx, values);
    await ctx.audit.record({ subject: subjectOf(row.id), changes: changesOf(null, row) });
    return presentTemplate(row);
  },
});

/** Saves the given fields; existing campaigns are not affected. */
export const changeTemplate = command({
  name: "campaigns.change_template",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ id: number; change: TemplateChange }>): Promise<CampaignTemplate> {
    const { tx, clock } = ctx;
    const { name, ...change } = input.change;
    const before = await getTemplate(tx, input.id);
    await checkSettings(tx, callerOf(ctx.actor), change, knownOf(before), clock.now());
    const settings = { ...before.settings, ...change };
    await updateTemplateRow(tx, input.id, { name, settings, updatedAt: clock.now() });
    const after = await getTemplate(tx, input.id);
    const changes = changesOf(before, after);
    if (changes.length === 0) ctx.audit.unchanged("the template is the same");
    else await ctx.audit.record({ subject: subjectOf(input.id), changes });
    return presentTemplate(after);
  },
});

/** Removes a template; existing campaigns are not affected. */
export const deleteTemplate = command({
  name: "campaigns.delete_template",
  errors: ["not_found"],
  async run({ ctx, input: { id } }: CommandCall<{ id: number }>): Promise<void> {
    const row = await getTemplate(ctx.tx, id);
    await deleteTemplateRow(ctx.tx, id);
    await ctx.audit.record({ subject: subjectOf(id), changes: [{ field: "name", before: row.name, after: null }] });
  },
});

type UserTemplates = { uid: string; templateIds: number[] };

/** Stores which templates a user may use. 422 for an unknown one. */
export const setTemplatesOfUser = command({
  name: "campaigns.set_templates_of_user",
  errors: ["not_found"],
  async run({ ctx, input: { uid, templateIds } }: CommandCall<UserTemplates>): Promise<{ id: number; name: string }[]> {
    const { tx } = ctx;
    await getReachableUser(tx, callerOf(ctx.actor), uid);
    const ids = [...new Set(templateIds)];
    if ((await countTemplates(tx, ids)) < ids.length) throw invalid({ template_ids: ["rule.oneOf"] });
    const before = await listTemplatesOfUser(tx, uid);
    await replaceTemplatesOfUser(tx, uid, ids);
    const after = await listTemplatesOfUser(tx, uid);
    const names = (templates: { name: string }[]) => templates.map(({ name }) => name).join(", ");
    await ctx.audit.record({
      subject: { type: "user_templates", id: uid },
      changes: [{ field: "templates", before: names(before), after: names(after) }],
    });
    return after;
  },
});

const subjectOf = (id: number) => ({ type: "campaign_template", id: String(id) });

/** The template as `checkSettings` takes a campaign: lists of its creator may stay. */
const knownOf = (row: TemplateWithUsers) => ({
  ownerUid: row.createdBy ?? "",
  targeting: row.settings.targeting ?? {},
  feedUrl: row.settings.feed_url ?? null,
});

function changesOf(before: TemplateWithUsers | null, after: TemplateWithUsers): AuditChange[] {
  const fieldsOf = (row: TemplateWithUsers | null): Record<string, unknown> =>
    row ? { name: row.name, ...row.settings } : {};
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys(is).flatMap((field) =>
    isDeepStrictEqual(was[field], is[field])
      ? []
      : [{ field, before: auditValue(was[field]), after: auditValue(is[field]) }],
  );
}

const auditValue = (value: TemplateSettings[keyof TemplateSettings] | unknown): AuditValue =>
  value === undefined || value === null ? null : typeof value === "string" ? value : JSON.stringify(value);
