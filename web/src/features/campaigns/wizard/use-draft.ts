import type { Campaign, CampaignChange } from "@litfass/contract/campaigns/campaigns";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "../../../api/api.ts";
import { type Autosave, useAutosave } from "./use-autosave.ts";

/** The campaign, including unsaved changes. */
export type Draft = Omit<Autosave<CampaignChange>, "typed"> & { campaign: Campaign };

/** What the settings steps need: an autosaved draft, or a template saved by its button. */
export type SettingsDraft = {
  campaign: Pick<
    Campaign,
    "name" | "categories" | "line_of_business" | "language" | "strategy" | "performance_goal" | "targeting" | "feed_url"
  > & {
    owner: string | null;
    /** Absent for a template. */
    status?: string;
    impression_trackers?: string[];
    verification_scripts?: string[];
  };
} & Pick<Draft, "change" | "errors">;

/** A campaign that is saved while typing. */
export function useDraft(campaign: Campaign): Draft {
  const client = useQueryClient();
  const send = useCallback(
    async (body: CampaignChange) => {
      const params = { userCampaign: campaign.id };
      const saved = await call("changeCampaign", { params, body, keepalive: true });
      client.setQueryData(["showCampaign", { params }], saved);
    },
    [campaign.id, client],
  );
  const { typed, ...saving } = useAutosave(campaign.updated_at, send);
  return { ...saving, campaign: { ...campaign, ...typed } };
}
