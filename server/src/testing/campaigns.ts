import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { systemRandom } from "@litfass/platform/random";
import { expect } from "vitest";
import { creditManually } from "../modules/billing/index.ts";
import { setCampaignGroup } from "../modules/campaigns/index.ts";
import { fillWithSample } from "../modules/creatives/index.ts";
import type { TestClient } from "./client.ts";
import type { Stack } from "./stack.ts";

export const switzerland = { kind: "country", id: "country:CH", name: "Switzerland", country: "CH" };

/** Settings of a campaign that can start, once it has banners and its owner CHF 100. */
export const campaignSettings = {
  name: "Zopf",
  categories: ["IAB8"],
  language: "de",
  total_budget: 100,
  start_on: "2026-03-02",
  end_on: "2026-03-31",
  destination_url: "https://www.brothaus.example/zopf",
  targeting: { locations: [switzerland] },
};

/** Adds Swiss francs to a customer's balance: 2,000 unless stated. */
export async function creditCustomer({ platform }: Stack, ownerUid: string, amountMicros = 2_000_000_000n) {
  const credit = { ownerUid, currency: "CHF" as const, amountMicros, key: systemRandom.id() };
  await platform.db.transaction((tx) => creditManually(tx, credit));
}

/** Gives a campaign the banners of a template with its sample content. */
export async function addSampleBanners(
  { platform }: Stack,
  campaignId: number,
  template: "poster" | "split" | "offer" = "poster",
): Promise<void> {
  const { db, clock, random } = platform;
  await db.transaction(async (tx) => {
    const group = await fillWithSample(tx, { campaignId, template, lang: "de" }, { clock, random });
    await setCampaignGroup(tx as WriteTransaction, campaignId, group, clock.now());
  });
}

/** A draft of the client with `campaignSettings`, changes to them, and banners. @returns its ID. */
export async function createDraft(stack: Stack, client: TestClient, changes: object = {}): Promise<number> {
  const { body } = await client.post("/user-campaigns", { ...campaignSettings, ...changes });
  await addSampleBanners(stack, body.id);
  return body.id;
}

/** Creates a draft and starts it. @returns its ID. */
export async function startCampaign(stack: Stack, client: TestClient, changes: object = {}): Promise<number> {
  const id = await createDraft(stack, client, changes);
  expect((await client.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  return id;
}
