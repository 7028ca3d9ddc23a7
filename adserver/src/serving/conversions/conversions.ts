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
