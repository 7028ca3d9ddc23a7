import type { Language } from "@litfass/contract/kernel/language";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { ReadinessFacts } from "../lifecycle/readiness.ts";
import type { CampaignRow } from "../tables.ts";
import { t } from "../texts.ts";
import { failuresToNotify } from "./act-on-landing.ts";
import { type LandingCheck, listLandingChecks } from "./landing-sql.ts";
import { type LinkCheck, listLinks } from "./link-sql.ts";

/** What the last check of a campaign's present link found wrong, or that a product leads to a listed host. */
export async function landingProblemOf(
  db: Executor,
  { id, destinationUrl }: Pick<CampaignRow, "id" | "destinationUrl">,
): Promise<ReadinessFacts["landing"]> {
  const check = (await listLandingChecks(db, [id])).get(id);
  if (check !== undefined && check.url === destinationUrl && check.outcome !== "ok") {
    return { outcome: check.outcome, detail: check.detail };
  }
  const listed = (await listLinks(db, [id])).get(id)?.find(({ outcome }) => outcome === "malware");
  return listed ? { outcome: "malware", detail: listed.detail } : null;
}

const maxNamed = 3;

/** A page that did not open repeatedly, of which the owner was told; listed hosts are the reviewers'. */
const isFailing = <Check extends Pick<LandingCheck, "outcome" | "failures">>(
  check: Check,
): check is Check & { outcome: "unreachable" | "insecure" } =>
  (check.outcome === "unreachable" || check.outcome === "insecure") && check.failures >= failuresToNotify;

/** The reason of a delivery state with what is wrong with the page, once the owner was told. */
export function withLandingProblem(
  reason: string | null,
  row: Pick<CampaignRow, "status" | "destinationUrl">,
  { check, links = [] }: { check: LandingCheck | undefined; links: LinkCheck[] | undefined },
  lang: Language,
): string | null {
  if (row.status !== "ACTIVE") return reason;
  const failing = links.filter(isFailing).slice(0, maxNamed);
  const problems = [
    ...(check?.url === row.destinationUrl && isFailing(check) ? [t(lang, `state.landing_${check.outcome}`)] : []),
    ...failing.map(({ url, formats }) => t(lang, "state.ad_link", { url, formats: formats.join(", ") })),
  ];
  return problems.length === 0 ? reason : [reason, ...problems].filter((each) => each !== null).join("; ");
}
