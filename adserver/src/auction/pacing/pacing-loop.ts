import type { CompiledCampaign } from "../campaign-index/index-compile.ts";
import { type CampaignState, spentToday } from "../campaign-state.ts";
import { newDayMargin } from "../day-margin.ts";
import type { Engine } from "../engine.ts";
import { openBids } from "../in-flight.ts";
import { noteAdjustment } from "./adjustments.ts";
import { type DayShare, dayShare } from "./day-share.ts";
import { type Plan, tick, tickMs, yieldPerEntry } from "./pacing.ts";

/** Today's plan of a campaign in this process; undefined outside its period or before the first lease. */
function shareOf(campaign: CompiledCampaign, state: CampaignState, nowMs: number): DayShare | undefined {
  if (nowMs < campaign.startMs || nowMs >= campaign.endMs || state.evenDayMicros === 0) return undefined;
  const { snapshot } = campaign;
  return dayShare({
    nowMs,
    startMs: campaign.startMs,
    endMs: campaign.endMs,
    timeZone: snapshot.timeZone,
    pacing: snapshot.pacing,
    budgetMicros: Number(snapshot.budgetMicros),
    evenDayMicros: state.evenDayMicros,
    spentBeforeMicros: state.spentBeforeTodayMicros,
  });
}

/** One control step of every campaign, due every `tickMs`. Missed steps are not repeated. */
export const pace = (engine: Engine): void => pacePart(engine, 0, 1);

/** Parts of a step, between which requests are answered. */
const parts = 8;
/** So many campaigns or fewer take no longer than a request: one part, and one timer instead of eight. */
const maxInOnePart = 200;

/**
 * One part of a step per call; returns in how many milliseconds the next one is due. A part is consecutive campaigns,
 * whose state is adjacent in memory.
 */
export function pacingInParts(engine: Engine): () => number {
  let part = 0;
  return () => {
    if (engine.index.campaigns.length <= maxInOnePart) {
      pace(engine);
      return tickMs;
    }
    pacePart(engine, part, parts);
    part = (part + 1) % parts;
    return tickMs / parts;
  };
}

function pacePart(engine: Engine, part: number, of: number): void {
  const nowMs = engine.clock.now().getTime();
  const { campaigns } = engine.index;
  const end = Math.floor((campaigns.length * (part + 1)) / of);
  for (let ordinal = Math.floor((campaigns.length * part) / of); ordinal < end; ordinal++) {
    const campaign = campaigns[ordinal];
    const state = engine.stateOf[ordinal];
    if (campaign !== undefined && state?.isLive) paceCampaign(engine, campaign, state, nowMs);
  }
}

function paceCampaign(engine: Engine, campaign: CompiledCampaign, state: CampaignState, nowMs: number): void {
  const { campaignId } = campaign.snapshot;
  const lease = engine.leases.current.get(campaignId);
  const known = state.pace.plan;
  const isOver = known === undefined || nowMs >= known.untilMs;
  if (lease === undefined || (isOver && lease.dayOn === known?.dayOn)) {
    if (isOver) state.pace.plan = undefined;
    return;
  }
  if (state.margin.dayOn !== lease.dayOn) state.margin = newDayMargin(lease.dayOn, state.margin);
  const spentMicros = spentToday(state, lease, engine.processes);
  const plan = isOver ? newPlan(campaign, state, nowMs, spentMicros) : known;
  if (plan === undefined || plan.dayOn !== lease.dayOn) return;
  const priceMicros = campaign.priceMicros;
  const expected = openBids(state.inFlight, nowMs) * Math.min(yieldPerEntry(state.pace), priceMicros);
  const adjustment = tick(state.pace, {
    campaignId,
    nowMs,
    priceMicros,
    plan,
    spentTodayMicros: spentMicros + expected,
    part: 1 / Math.max(1, engine.processes),
    slot: engine.adjustmentSlots.ownSlotAt(nowMs),
  });
  state.pace.plan = plan;
  if (adjustment !== undefined) noteAdjustment(engine.adjustments, adjustment);
}

function newPlan(
  campaign: CompiledCampaign,
  state: CampaignState,
  nowMs: number,
  spentMicros: number,
): Plan | undefined {
  const share = shareOf(campaign, state, nowMs);
  if (share === undefined) return undefined;
  return {
    dayOn: share.dayOn,
    shareMicros: share.shareMicros,
    plannedMs: share.plannedMs,
    untilMs: share.untilMs,
    anchorMs: nowMs,
    anchorMicros: spentMicros,
  };
}
