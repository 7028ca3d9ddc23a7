import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { sharedGroups } from "../../creatives/index.ts";

/** @throws 422 where a group is unknown, inactive, somebody's own, or there twice. */
export async function checkGroups(db: Executor, patternId: number, groups: string[]): Promise<void> {
  const found = await sharedGroups(db, patternId, groups, "en");
  if (found.size < groups.length) throw invalid({ creative_groups: ["rule.oneOf"] });
}
