import type { Language } from "@litfass/contract/kernel/language";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { ReadinessFacts } from "../lifecycle/readiness.ts";
import type { CampaignRow } from "../tables.ts";
import { t } from "../texts.ts";
import { type LandingCheck, listLandingChecks } from "./landing-sql.ts";
import { failuresToNotify } from "./record-landing.ts";

/** What the last check of a campaign's present link found wrong. */
export async function landingProblemOf(
  db: Executor,
  { id, destinationUrl }: Pick<CampaignRow, "id" | "destinationUrl">,
): Promise<ReadinessFacts["landing"]> {
  const check = (await listLandingChecks(db, [id])).get(id);
  if (check === undefined || check.url !== destinationUrl || check.outcome === "ok") return null;
  return { outcome: check.outcome, detail: check.detail };
}

/** The reason of a delivery state with what is wrong with the page, once the owner was told. */
export function withLandingProblem(
  reason: string | null,
  row: Pick<CampaignRow, "status" | "destinationUrl">,
  check: LandingCheck | undefined,
  lang: Language,
): string | null {
  if (row.status !== "ACTIVE" || check === undefined || check.url !== row.destinationUrl) return reason;
  if (check.outcome === "ok" || check.outcome === "malware" || check.failures < failuresToNotify) return reason;
  const problem = t(lang, `state.landing_${check.outcome}`);
  return reason === null ? problem : `${reason}; ${problem}`;
}
