import { type CheckResult, runList } from "../run-checks.ts";
import { bidChecks } from "./bid-checks.ts";
import { endpointChecks } from "./endpoint-checks.ts";
import type { ExchangeCheck, ExchangeContext } from "./exchange-check.ts";
import { partnerChecks } from "./partner-checks.ts";
import { type SampleAnswer, samples, sendSample } from "./send-samples.ts";
import { settingsChecks } from "./settings-checks.ts";
import { trafficChecks } from "./traffic-checks-sql.ts";

const checks: readonly ExchangeCheck[] = [
  ...settingsChecks,
  ...endpointChecks,
  ...bidChecks,
  ...partnerChecks,
  ...trafficChecks,
];

/** Runs every check of one exchange. Sends test requests only, which are neither charged nor counted as ads. */
export function examineExchange(
  parts: Omit<ExchangeContext, "samples" | "send">,
  report?: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  let given: Promise<SampleAnswer[]> | undefined;
  const context: ExchangeContext = {
    ...parts,
    samples: () => {
      given ??= Promise.all(samples.map((sample) => sendSample(parts, sample)));
      return given;
    },
    send: (sample, options) => sendSample(parts, sample, options),
  };
  return runList(context, { list: checks }, report);
}
