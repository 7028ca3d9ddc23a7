import { type InFlight, newInFlight } from "./in-flight.ts";
import { newPace, type Pace } from "./pacing/pacing.ts";
import { type CampaignViewability, newCampaignViewability } from "./viewability/viewability.ts";

/** The state of a campaign across snapshots. */
export type CampaignState = {
  campaignId: number;
  /** The version of the snapshot in the index. */
  version: number;
  /** False as soon as a pause is known, before the next index is compiled. */
  isLive: boolean;
  pace: Pace;
  inFlight: InFlight;
  viewability: CampaignViewability;
  /** From the last lease: figures of all processes together. */
  evenDayMicros: number;
  /** The snapshot's version when they were asked for. */
  evenDayVersion: number;
  spentBeforeTodayMicros: number;
  othersTodayMicros: number;
  /** The day of `othersTodayMicros`. */
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
    viewability: newCampaignViewability(),
    evenDayMicros: 0,
    evenDayVersion: version,
    spentBeforeTodayMicros: 0,
    othersTodayMicros: 0,
    dayOn: "",
  };
}
