import type { BannerItem } from "@litfass/banner/feed-item";
import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";

export type FeedPosition = {
  /** The current item; null if the banners show the typed texts. */
  item: BannerItem | null;
  /** Its position among the items, from 1. */
  number: number;
  count: number;
  /** Why the feed cannot be used. */
  problem: string | null;
  turn: (by: 1 | -1) => void;
};

/** Steps through the items of a campaign's feed; empty without a feed. */
export function useFeedItem(campaignId: number): FeedPosition {
  const feed = useCall("showCampaignFeed", { params: { userCampaign: campaignId } }, { staleMs: 600_000 });
  const [at, setAt] = useState(0);
  const items = feed.data?.items ?? [];
  const count = items.length;
  return {
    item: items[at] ?? items[0] ?? null,
    number: Math.min(at, count) + 1,
    count,
    problem: feed.data?.problem ?? null,
    turn: (by) => setAt((now) => (count === 0 ? 0 : (now + by + count) % count)),
  };
}
