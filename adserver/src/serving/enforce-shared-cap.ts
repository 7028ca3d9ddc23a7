import { type Bid, type Decision, decideBids } from "../auction/auction.ts";
import { capOf } from "../auction/frequency-cap/cap-of.ts";
import { adKey, countedImp } from "../auction/frequency-cap/seen-ads.ts";
import { countCappedBid } from "../auction/funnel.ts";
import { noteOutcome } from "../auction/in-flight.ts";
import type { AdRequest } from "../kernel/ad-request.ts";
import type { CapAnswer, SharedCap } from "../sync/shared-cap.ts";
import type { AdServer } from "./ad-server.ts";

/**
 * Decides on a request. Returns a promise only where a bid needs the shared frequency count; bids beyond the cap are
 * undone.
 */
export function decideWithinSharedCap(adServer: AdServer, request: AdRequest): Decision | Promise<Decision> {
  const decision = decideBids(adServer.engine, request);
  const { sharedCap } = adServer;
  if (sharedCap === undefined || request.visitor.key === "") return decision;
  const { caps } = adServer.engine;
  if (decision.bids.every(({ campaign }) => capOf(caps, campaign) === null)) return decision;
  return enforceCap(adServer, sharedCap, request, decision);
}

async function enforceCap(
  adServer: AdServer,
  sharedCap: SharedCap,
  request: AdRequest,
  { bids, reasons }: Decision,
): Promise<Decision> {
  const { engine, metrics } = adServer;
  const answers = await Promise.all(
    bids.map((bid): Promise<CapAnswer> | undefined => {
      const cap = capOf(engine.caps, bid.campaign);
      if (cap === null) return undefined;
      const { campaignId } = bid.campaign.snapshot;
      const visitorKey = request.visitor.key;
      return sharedCap.reserve({
        campaignId,
        visitorKey,
        bid: adKey({
          exchange: request.exchange,
          auctionId: request.id,
          impId: countedImp(request.exchange, bid.slot),
        }),
        known: engine.frequency.seen(campaignId, visitorKey),
        nowMs: bid.atMs,
        cap,
      });
    }),
  );
  const kept: Bid[] = [];
  for (const [at, bid] of bids.entries()) {
    const answer = answers[at];
    if (answer !== undefined) metrics.sharedCap.of(outcomeOf(answer)).count++;
    if (typeof answer === "object") undoBid(adServer, request, bid, answer.refusedAt);
    else kept.push(bid);
  }
  const refused = bids.length - kept.length;
  return { bids: kept, reasons: [...reasons, ...Array.from({ length: refused }, () => "frequency_cap" as const)] };
}

const outcomeOf = (answer: CapAnswer) => (typeof answer === "object" ? "refused" : answer);

/** Undoes a bid, except for what was learned about the visitor. */
function undoBid({ engine }: AdServer, request: AdRequest, bid: Bid, impressions: number): void {
  const { ordinal, snapshot } = bid.campaign;
  const nowMs = engine.clock.now().getTime();
  engine.frequency.noteRefusal(snapshot.campaignId, request.visitor.key, impressions, nowMs);
  if (engine.index.campaigns[ordinal] === bid.campaign) countCappedBid(engine.funnel, ordinal);
  const state = engine.states.get(snapshot.campaignId);
  if (state === undefined) return;
  noteOutcome(state.inFlight, bid.atMs, nowMs);
  state.pace.bids = Math.max(0, state.pace.bids - 1);
}
