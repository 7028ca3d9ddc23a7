import type { Adjustment } from "./pacing.ts";

const maxStoredPerCampaign = 600;

/** The last adjustments per campaign, and those not recorded yet. */
export type Adjustments = { recent: Map<number, Adjustment[]>; unrecorded: Adjustment[] };

export const newAdjustments = (): Adjustments => ({ recent: new Map(), unrecorded: [] });

export function noteAdjustment(adjustments: Adjustments, adjustment: Adjustment): void {
  let recent = adjustments.recent.get(adjustment.campaignId);
  if (recent === undefined) {
    recent = [];
    adjustments.recent.set(adjustment.campaignId, recent);
  }
  recent.push(adjustment);
  if (recent.length > maxStoredPerCampaign) recent.splice(0, maxStoredPerCampaign / 2);
  adjustments.unrecorded.push(adjustment);
}

export function takeUnrecorded(adjustments: Adjustments): Adjustment[] {
  const taken = adjustments.unrecorded;
  adjustments.unrecorded = [];
  return taken;
}
