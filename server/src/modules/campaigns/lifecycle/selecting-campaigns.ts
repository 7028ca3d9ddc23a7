import type { SelectingCampaigns } from "../../targeting/index.ts";
import { campaignsSelecting, lockCampaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { publish } from "./publish-campaign.ts";

/** Finds the campaigns that use targeting's lists and audiences, and republishes running ones after a change. */
export const selectingCampaigns: SelectingCampaigns = {
  async isSelected(tx, selection) {
    return (await campaignsSelecting(tx, selection, ["DRAFT", "ACTIVE", "PAUSED"])).length > 0;
  },
  async republish(tx, selection, now) {
    for (const id of await campaignsSelecting(tx, selection, ["ACTIVE"])) {
      const row = await lockCampaignRowById(tx, id);
      if (row?.status === "ACTIVE") await publish(tx, await updateCampaignRow(tx, row, {}, now));
    }
  },
};
