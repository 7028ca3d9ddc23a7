import { isDeepStrictEqual } from "node:util";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { chosenCreatives, contentChangedAt } from "../../creatives/index.ts";
import type { CampaignRow } from "../tables.ts";
import type { ReviewRow } from "./review-tables.ts";

/** Whether banners, video or spot were changed, or others chosen, since a submission. */
export async function hasUnsubmittedContent(
  db: Executor,
  row: Pick<CampaignRow, "id" | "type">,
  submitted: Pick<ReviewRow, "creatives" | "submittedAt">,
): Promise<boolean> {
  const changedAt = await contentChangedAt(db, row.id, row.type);
  if (changedAt !== null && changedAt > submitted.submittedAt) return true;
  if (row.type === "video") return false;
  const chosen = (await chosenCreatives(db, [row.id])).get(row.id) ?? [];
  const shown = new Set(submitted.creatives.flatMap(({ kind, uuid }) => (kind === "audio" ? [] : [uuid])));
  return !isDeepStrictEqual([...chosen].sort(), [...shown].sort());
}
