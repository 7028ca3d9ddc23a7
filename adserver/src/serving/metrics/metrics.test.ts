import { expect, test } from "vitest";
import { addGauge, createMetrics } from "./metrics.ts";
import { observe } from "./tally.ts";

test("shows counters, gauges and durations in Prometheus' text format", async () => {
  const metrics = createMetrics();
  metrics.impressions.count += 2;
  metrics.invalid.of("bot").count++;
  metrics.chargedMicros.of("CHF").count += 25_000;
  metrics.chargedMicros.of("EUR").count += 1;
  let campaigns = 3;
  addGauge(metrics, "campaigns", "Campaigns in the index", () => campaigns);
  for (const seconds of [0.00005, 0.0006, 0.0007, 4]) observe(metrics.bidSeconds, seconds);
  const text = await metrics.registry.metrics();
  expect(text.split("\n")).toEqual(
    expect.arrayContaining([
      "# TYPE litfass_impressions_total counter",
      "litfass_impressions_total 2",
      'litfass_invalid_total{reason="bot"} 1',
      'litfass_charged_micros_total{currency="CHF"} 25000',
      'litfass_charged_micros_total{currency="EUR"} 1',
      "# TYPE litfass_campaigns gauge",
      "litfass_campaigns 3",
      "# TYPE litfass_bid_seconds histogram",
      'litfass_bid_seconds_bucket{le="0.00005"} 1',
      'litfass_bid_seconds_bucket{le="0.0005"} 1',
      'litfass_bid_seconds_bucket{le="0.001"} 3',
      'litfass_bid_seconds_bucket{le="0.25"} 3',
      'litfass_bid_seconds_bucket{le="+Inf"} 4',
      "litfass_bid_seconds_sum 4.00135",
      "litfass_bid_seconds_count 4",
    ]),
  );
  campaigns = 4;
  metrics.impressions.count++;
  const later = await metrics.registry.metrics();
  expect(later).toContain("litfass_impressions_total 3");
  expect(later).toContain("litfass_campaigns 4");
});
