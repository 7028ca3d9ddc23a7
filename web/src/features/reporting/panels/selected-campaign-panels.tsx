import type { DashboardFilter } from "../use-filter.ts";
import { AdjustmentsPanel } from "./adjustments-panel.tsx";
import { DeliveryPanel } from "./delivery-panel.tsx";

/** How one campaign is delivered, and how delivery steers it. */
export function SelectedCampaignPanels(props: { filter: DashboardFilter; campaignId: number }) {
  return (
    <>
      <DeliveryPanel {...props} />
      <AdjustmentsPanel {...props} />
    </>
  );
}
