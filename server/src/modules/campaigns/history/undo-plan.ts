import { isDeepStrictEqual } from "node:util";
import { type SettingsChange, settingsChangeSchema } from "@litfass/contract/campaigns/campaigns";
import type { ContentChange } from "@litfass/contract/creatives/creative-content";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { chosenCreatives, isContentField, presentContent, restoredContent } from "../../creatives/index.ts";
import { frozenSettings } from "../campaign.ts";
import type { CampaignRow, campaignChanges } from "../tables.ts";
import { fieldsOf } from "./campaign-fields.ts";

/** An entry of the history as far as an undo needs it. */
export type UndoEntry = Pick<typeof campaignChanges.$inferSelect, "action" | "fields">;
/** Why a change cannot be undone: it never could, or later changes set these settings again. */
type Obstacle = { kind: "final" } | { kind: "superseded"; settings: string[] };
/** The previous values as a change; `creativeIds` are the previously chosen creatives, `content` is theirs. */
export type Restored = { settings: SettingsChange; creativeIds: string[] | null; content: ContentChange | null };

const settingOf = (field: string): string => field.split(".")[0] ?? field;
const isSetting = (name: string): name is keyof SettingsChange => name in settingsChangeSchema.shape;

/** The settings of a campaign as its history names them, with its chosen creatives. */
export async function presentValues(db: Executor, row: CampaignRow): Promise<Record<string, unknown>> {
  const chosen = (await chosenCreatives(db, [row.id])).get(row.id) ?? [];
  return { ...fieldsOf(row), ...(await presentContent(db, row.id)), creative_ids: chosen };
}

/** Whether a change of the history can be undone; null if so. `present` are the campaign's `presentValues`. */
export function obstacleOf(row: CampaignRow, entry: UndoEntry, present: Record<string, unknown>): Obstacle | null {
  const isUndoable = entry.action === "changed" || entry.action === "banners";
  const settings = entry.fields.map(({ field }) => settingOf(field));
  if (!isUndoable || settings.length === 0) return { kind: "final" };
  if (settings.some((name) => name !== "creative_ids" && name !== "content" && !isSetting(name)))
    return { kind: "final" };
  if (frozenSettings(row.status, settings.filter(isSetting)).length > 0 || isOver(row)) return { kind: "final" };
  if (restoredOf(row, entry) === null) return { kind: "final" };
  const superseded = entry.fields.filter(({ field, after }) => !isSame(field, present[field], after));
  return superseded.length === 0
    ? null
    : { kind: "superseded", settings: [...new Set(superseded.map(({ field }) => settingOf(field)))] };
}

const isOver = ({ status }: CampaignRow): boolean => status === "ENDED" || status === "ARCHIVED";

/** The order of chosen creatives has no meaning. */
const isSame = (field: string, value: unknown, other: unknown): boolean =>
  field === "creative_ids" && Array.isArray(value) && Array.isArray(other)
    ? isDeepStrictEqual([...value].sort(), [...other].sort())
    : isDeepStrictEqual(value, other);

/** The change that restores the values before an entry; null if they no longer fit the present format. */
export function restoredOf(row: CampaignRow, { fields }: UndoEntry): Restored | null {
  const settings: Record<string, unknown> = {};
  const contents: Record<string, unknown> = {};
  let creativeIds: string[] | null = null;
  for (const { field, before } of fields) {
    if (field === "creative_ids") creativeIds = Array.isArray(before) ? before.map(String) : [];
    else if (isContentField(field)) contents[field] = before;
    else if (!field.startsWith("targeting.")) settings[field] = before;
    else {
      settings.targeting ??= targetingSchema.parse(row.targeting);
      Object.assign(settings.targeting as object, { [field.slice("targeting.".length)]: before });
    }
  }
  // Stored budgets are minor units already, which the schema would convert from amounts.
  const { total_budget, ...others } = settings;
  const parsed = settingsChangeSchema.safeParse(others);
  if (!parsed.success) return null;
  const isBudgetKnown = total_budget === undefined || total_budget === null || typeof total_budget === "number";
  if (!isBudgetKnown) return null;
  const content = Object.keys(contents).length > 0 ? restoredContent(contents) : null;
  if (content === null && Object.keys(contents).length > 0) return null;
  return { settings: { ...parsed.data, ...(total_budget !== undefined && { total_budget }) }, creativeIds, content };
}
