import type { Executor } from "@litfass/platform/postgres/postgres";
import { audioReadiness, videoReadiness } from "../../creatives/index.ts";
import type { CampaignRow } from "../tables.ts";
import type { MediaReadiness } from "./readiness.ts";

/** Whether the video or the spot of a campaign can be delivered; null for a display campaign. */
export async function mediaReadiness(
  db: Executor,
  { id, type }: Pick<CampaignRow, "id" | "type">,
): Promise<MediaReadiness | null> {
  if (type === "video") return { kind: type, state: await videoReadiness(db, id) };
  return type === "audio" ? { kind: type, state: await audioReadiness(db, id) } : null;
}
