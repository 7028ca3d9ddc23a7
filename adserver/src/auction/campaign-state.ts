import { type InFlight, newInFlight } from "./in-flight.ts";
import { newPace, type Pace } from "./pacing/pacing.ts";
import { type CampaignVisibility, newCampaignVisibility } from "./viewability/viewability.ts";

/** What a process remembers of a campaign from one snapshot to the next. */
export type CampaignState = {
  campaignId: number;
  /** Of the snapshot that is in the index. */
  version: number;
  /** False from the moment a pause is known, before the next index is there. */
  isLive: boolean;
  pace: Pace;
  inFlight: InFlight;
  visibility: CampaignVisibility;
  /** Set with each lease: what the whole installation knows. */
  evenDayMicros: number;
  spentBeforeTodayMicros: number;
  othersTodayMicros: number;
  /** The day that `othersTodayMicros` is about. */
  dayOn: string;
};

export function newCampaignState(
  campaignId: number,
  version: number,
  nowMs: number,
  priceMicros: number,
): CampaignState {
  return {
    campaignId,
    version,
    isLive: true,
    pace: newPace(nowMs, priceMicros),
    inFlight: newInFlight(),
    visibility: newCampaignVisibility(),
    evenDayMicros: 0,
    spentBeforeTodayMicros: 0,
    othersTodayMicros: 0,
    dayOn: "",
  };
}
