import type { Log } from "@litfass/platform/log/log";
import type { Conversion, ConversionOutcome } from "../../sync/conversions/conversion-sql.ts";
import { callLimit } from "./call-limit.ts";

/** Takes the reports of conversions. */
export type Conversions = {
  isWithinLimit: (address: string) => boolean;
  record: (conversion: Conversion) => Promise<ConversionOutcome>;
  /** Reports that are being stored: the database is shared with bidding. */
  running: number;
};

export const newConversions = (record: Conversions["record"], nowMs: () => number): Conversions => ({
  isWithinLimit: callLimit(nowMs),
  record,
  running: 0,
});

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
