import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import { ConfigError } from "../config/config.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The sampler of OTEL_TRACES_SAMPLER and its argument, which the SDK's core does not read. */
export function samplerOf(env: Env): Sampler {
  const name = env.OTEL_TRACES_SAMPLER || "parentbased_always_on";
  const rest = name.replace(/^parentbased_/, "");
  const sampler = rootSampler(rest, env.OTEL_TRACES_SAMPLER_ARG);
  if (sampler === null) {
    const must = "must be always_on, always_off or traceidratio, with or without parentbased_ before it";
    throw new ConfigError([{ variable: "OTEL_TRACES_SAMPLER", problem: must }]);
  }
  return rest === name ? sampler : new ParentBasedSampler({ root: sampler });
}

function rootSampler(name: string, argument: string | undefined): Sampler | null {
  if (name === "always_on") return new AlwaysOnSampler();
  if (name === "always_off") return new AlwaysOffSampler();
  if (name !== "traceidratio") return null;
  const ratio = argument ? Number(argument) : 1;
  if (ratio >= 0 && ratio <= 1) return new TraceIdRatioBasedSampler(ratio);
  throw new ConfigError([{ variable: "OTEL_TRACES_SAMPLER_ARG", problem: "must be a number from 0 to 1" }]);
}
