import type { Egress } from "@litfass/platform/egress/egress";
import type pg from "pg";
import type { Finding } from "../check.ts";
import type { Bidder, Sample, SampleAnswer } from "./send-samples.ts";

/** What the checks of one exchange examine. */
export type ExchangeContext = Bidder & {
  client: pg.Client;
  now: () => Date;
  /** Calls of the exchange's addresses. */
  egress: Egress;
  /** Answers to the sample bid requests, one for each sample; sent once for all checks. */
  samples(): Promise<SampleAnswer[]>;
  /** Sends one bid request with the exchange's secret, or without. */
  send(sample: Sample, options?: { withSecret?: boolean; isGzipped?: boolean }): Promise<SampleAnswer>;
};

/** A check of one exchange: its ID, and in a few words what it examines. It may throw: that is a failed check. */
export type ExchangeCheck = {
  name: string;
  about: string;
  run(context: ExchangeContext): Promise<Finding | Finding[]>;
};
