import type { BulkCampaign, BulkCampaignChange } from "@litfass/contract/campaigns/bulk-campaigns";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "../../../api/api.ts";
import { type Autosave, useAutosave } from "../wizard/use-autosave.ts";
import type { SettingsDraft } from "../wizard/use-draft.ts";

type Settings = Omit<BulkCampaignChange, "customers" | "creative_groups" | "archived">;
export type BulkDraft = Omit<Autosave<Settings>, "typed"> & {
  /** The bulk campaign, including unsaved changes. */
  bulk: BulkCampaign;
  /** The same draft in the shape of the campaign settings steps. */
  settings: SettingsDraft;
};

/** The settings shared by all campaigns of a bulk campaign, saved while typing. */
export function useBulkDraft(saved: BulkCampaign): BulkDraft {
  const client = useQueryClient();
  const send = useCallback(
    async (body: Settings) => {
      const params = { bulkCampaign: saved.id };
      const answer = await call("changeBulkCampaign", { params, body, keepalive: true });
      client.setQueryData(["showBulkCampaign", { params }], answer);
    },
    [saved.id, client],
  );
  const { typed, ...saving } = useAutosave(saved.updated_at, send);
  const bulk = { ...saved, ...typed };
  const settings = { campaign: bulk, errors: saving.errors, change: (patch: object) => saving.change(patch) };
  return { ...saving, bulk, settings };
}
