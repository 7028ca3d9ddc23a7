import { type NoBidReason, noBidReasons } from "../../kernel/no-bid.ts";
import type { Metrics } from "./metrics.ts";

/** The outcome of a slot, or of a request that was rejected as a whole. */
export type BidAnswer = NoBidReason | "bid";
export type BidAnswers = Map<BidAnswer, number>;

const reasons = Object.keys(noBidReasons) as NoBidReason[];

/** Takes the outcomes since the last call. Outcomes that could not be saved are returned. */
export function newBidAnswers(metrics: Metrics): { take(): BidAnswers; giveBack(answers: BidAnswers): void } {
  const told: BidAnswers = new Map();
  const note = (answer: BidAnswer, count: number): void => void told.set(answer, (told.get(answer) ?? 0) + count);
  return {
    take() {
      const fresh: BidAnswers = new Map();
      const addNew = (answer: BidAnswer, count: number): void => {
        const more = count - (told.get(answer) ?? 0);
        if (more > 0) fresh.set(answer, more);
      };
      addNew("bid", metrics.bids.count);
      for (const reason of reasons) addNew(reason, metrics.noBids.of(reason).count);
      for (const [answer, count] of fresh) note(answer, count);
      return fresh;
    },
    giveBack(answers) {
      for (const [answer, count] of answers) note(answer, -count);
    },
  };
}
