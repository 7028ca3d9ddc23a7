import { ROOT_CONTEXT, SpanKind } from "@opentelemetry/api";
import { SamplingDecision } from "@opentelemetry/sdk-trace";
import { expect, test } from "vitest";
import { samplerOf } from "./sampler.ts";

/** Of 1,000 traces without a parent, how many are sampled. */
function sampled(env: Record<string, string>): number {
  const sampler = samplerOf(env);
  const ids = Array.from({ length: 1_000 }, (_, at) => ((at + 1) * 2_654_435_761) % 2 ** 32).map((part) =>
    part.toString(16).padStart(8, "0").padEnd(32, "0"),
  );
  const isSampled = (id: string) =>
    sampler.shouldSample(ROOT_CONTEXT, id, "name", SpanKind.INTERNAL, {}, []).decision ===
    SamplingDecision.RECORD_AND_SAMPLED;
  return ids.filter(isSampled).length;
}

test("the standard variables choose the sampler; by default every trace is sampled", () => {
  expect(sampled({})).toBe(1_000);
  expect(sampled({ OTEL_TRACES_SAMPLER: "always_off" })).toBe(0);
  expect(sampled({ OTEL_TRACES_SAMPLER: "parentbased_always_off" })).toBe(0);
  expect(sampled({ OTEL_TRACES_SAMPLER: "traceidratio" })).toBe(1_000);
  const tenth = sampled({ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" });
  expect(tenth).toBeGreaterThan(50);
  expect(tenth).toBeLessThan(200);
});

test("an unknown sampler or ratio stops the start with one line that names it", () => {
  expect(() => samplerOf({ OTEL_TRACES_SAMPLER: "xray" })).toThrow(/^OTEL_TRACES_SAMPLER: must be always_on/);
  const env = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" };
  expect(() => samplerOf(env)).toThrow("OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1");
});
