import type { DashboardFilter } from "../use-filter.ts";
import { AdjustmentsPanel } from "./adjustments-panel.tsx";
import { DeliveryPanel } from "./delivery-panel.tsx";

/** The delivery and the adjustments of one campaign. */
export function SelectedCampaignPanels(props: { filter: DashboardFilter; campaignId: number }) {
  return (
    <>
      <DeliveryPanel {...props} />
      <AdjustmentsPanel {...props} />
    </>
  );
}
