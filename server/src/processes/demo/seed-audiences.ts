import type { CommandRunner } from "../../modules/campaigns/index.ts";
import { importAudiences } from "../../modules/targeting/index.ts";
import { runAs } from "./demo-runner.ts";

/** A fictitious provider's catalog, with segments of the IAB Audience Taxonomy sent by the demo's exchange. */
const audiences = [
  ["Car drivers", 310_000, "243"],
  ["Families", 340_000, "348"],
  ["Food lovers", 495_000, "368"],
  ["Healthy living", 342_000, "406"],
  ["Garden and home", 338_000, "457"],
  ["News readers", 680_000, "522"],
  ["House hunters", 215_000, "583"],
  ["Shoppers", 430_000, "606"],
  ["Sports fans", 615_000, "607"],
  ["Fashion", 280_000, "676"],
  ["Technology", 402_000, "687"],
  ["Travellers", 465_000, "719"],
] as const;
/** The fictitious provider's price: a part of the clearing price, and an amount per thousand. */
const fee = { percent: 0, per_thousand: 0.6, currency: "CHF" };

export async function seedDemoAudiences(runner: CommandRunner): Promise<void> {
  const rows = audiences.map(([name, size, id]) => ({ name, size, segment_ids: [id], fee }));
  await runAs(runner, "operator", importAudiences, { provider: "Datenhof", audiences: rows });
}
