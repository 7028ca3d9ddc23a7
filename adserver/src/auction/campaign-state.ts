import { type DayMargin, newDayMargin } from "./day-margin.ts";
import { type InFlight, newInFlight } from "./in-flight.ts";
import type { Lease } from "./lease.ts";
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
  margin: DayMargin;
  inFlight: InFlight;
  viewability: CampaignViewability;
  /** From the last lease: figures of all processes together. */
  evenDayMicros: number;
  /** The snapshot's version when they were asked for. */
  evenDayVersion: number;
  spentBeforeTodayMicros: number;
  /** Granted to other processes today; they have spent no more. */
  othersTodayMicros: number;
  /** What they had spent when this process had charged `ownThenMicros`. */
  othersSpentMicros: number;
  ownThenMicros: number;
  /** The day of `othersTodayMicros`. */
  dayOn: string;
};

/**
 * What all processes have spent today: known at the last lease, and since then as much by each other process as by this one,
 * which gets an equal part of the traffic.
 */
export function spentToday(state: CampaignState, { consumedMicros }: Lease, processes: number): number {
  const sinceMicros = Math.max(0, consumedMicros - state.ownThenMicros) * Math.max(0, processes - 1);
  return consumedMicros + Math.min(state.othersTodayMicros, state.othersSpentMicros + sinceMicros);
}

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
    margin: newDayMargin(""),
    inFlight: newInFlight(),
    viewability: newCampaignViewability(),
    evenDayMicros: 0,
    evenDayVersion: version,
    spentBeforeTodayMicros: 0,
    othersTodayMicros: 0,
    othersSpentMicros: 0,
    ownThenMicros: 0,
    dayOn: "",
  };
}
