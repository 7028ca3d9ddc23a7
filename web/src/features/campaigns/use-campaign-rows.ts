import type { CallResult } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";
import type { CampaignListRow } from "./campaign-columns.tsx";

type Page = CallResult<"listCampaigns">;
type List = { data: Page | undefined; error: unknown; refetch: () => Promise<unknown> };

const pollMs = 20_000;

/** A page of campaigns with their figures, which are requested in one call and shown once loaded. */
export function useCampaignRows(list: List) {
  const ids = (list.data?.data ?? []).flatMap(({ id, activated_at }) => (activated_at === null ? [] : [id]));
  const overviews = useCall(
    "listCampaignOverviews",
    { query: { campaign_ids: ids.join(",") } },
    { enabled: ids.length > 0, keep: true, everyMs: pollMs },
  );
  const byId = new Map((overviews.data ?? []).map((each) => [each.campaign_id, each]));
  const data: { data: CampaignListRow[]; meta: Page["meta"] } | undefined = list.data && {
    data: list.data.data.map((campaign) => ({ campaign, overview: byId.get(campaign.id) })),
    meta: list.data.meta,
  };
  return { data, error: list.error, refetch: list.refetch };
}
