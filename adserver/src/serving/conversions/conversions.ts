import { sourceOf } from "@litfass/platform/config/network";
import { createCallCounter } from "@litfass/platform/http/call-counter";
import type { Log } from "@litfass/platform/log/log";
import type { Conversion, ConversionOutcome } from "../../sync/conversions/conversion-sql.ts";

const reportsPerMinute = 600;
const maxSources = 20_000;
const minuteMs = 60_000;

/** Takes the reports of conversions. */
export type Conversions = {
  isWithinLimit: (address: string) => boolean;
  record: (conversion: Conversion) => Promise<ConversionOutcome>;
  /** Reports that are being stored: the database is shared with bidding. */
  running: number;
};

export function newConversions(record: Conversions["record"], nowMs: () => number): Conversions {
  const limits = { limit: reportsPerMinute, maxKeys: maxSources, windowMs: minuteMs };
  const counter = createCallCounter({ name: "conversions", nowMs, ...limits });
  return { isWithinLimit: (address) => counter.count(sourceOf(address)) === null, record, running: 0 };
}

/** Logs the first failure to store a conversion, and the recovery: senders repeat their reports, so not each of them. */
export function withFailuresLogged(record: Conversions["record"], log: Log): Conversions["record"] {
  let isFailing = false;
  return async (conversion) => {
    try {
      const outcome = await record(conversion);
      if (isFailing) log.info("conversions are stored again");
      isFailing = false;
      return outcome;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, "conversions cannot be stored: their senders are asked to repeat them");
      isFailing = true;
      throw error;
    }
  };
}
