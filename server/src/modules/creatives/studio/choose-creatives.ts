import type { Language } from "@litfass/contract/kernel/language";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { copySpot } from "../audio/audio-sql.ts";
import { listTemplatesOf, listUsableCreatives } from "../library/group-sql.ts";
import { copyItems } from "../library/item-sql.ts";
import { nameIn } from "../name-in.ts";
import { copyOwnBanners } from "../uploads/own-banner-sql.ts";
import { copyVastTag } from "../vast-tags/vast-tag-sql.ts";
import { copyCampaignVideo } from "../video/video-creative-sql.ts";
import { chosenUuids, copyChosen, replaceChosen } from "./campaign-creative-sql.ts";
import { copyImages } from "./campaign-image-sql.ts";
import { copyContent } from "./content-sql.ts";

/**
 * Stores the creatives of a campaign; the caller has locked the campaign and checked its state.
 * @returns their group, null if none is chosen.
 * @throws 422 for an unknown creative, one of an inactive group, or creatives of several groups.
 */
export async function chooseCreatives(tx: Transaction, campaignId: number, uuids: string[]): Promise<string | null> {
  const wanted = [...new Set(uuids)];
  const found = await listUsableCreatives(tx, campaignId, wanted);
  const groups = new Set(found.map((creative) => creative.group));
  if (found.length < wanted.length || groups.size > 1) throw invalid({ creative_ids: ["rule.oneOf"] });
  await replaceChosen(tx, campaignId, wanted);
  return found[0]?.group ?? null;
}

/** The templates of creatives that a campaign can no longer choose, by name; null stands for removed banners. */
export async function removedBanners(
  db: Executor,
  campaignId: number,
  uuids: string[],
  lang: Language,
): Promise<(string | null)[]> {
  const usable = await listUsableCreatives(db, campaignId, uuids);
  const removed = uuids.filter((uuid) => !usable.some((creative) => creative.uuid === uuid));
  const templates = await listTemplatesOf(db, removed);
  const names = removed.map((uuid) => templates.find((template) => template.creative === uuid)?.names ?? null);
  return [...new Set(names.map((name) => name && nameIn(name, lang)))];
}

/** The chosen creatives of campaigns, in the order of their formats. */
export const chosenCreatives = (db: Executor, campaignIds: number[]): Promise<Map<number, string[]>> =>
  chosenUuids(db, campaignIds);

/**
 * Copies the creatives, texts, images, video, VAST tag and audio spot of a campaign to a new one.
 * @returns the new group of uploaded banners, null if the campaign has none.
 */
export async function copyCreatives(tx: Transaction, from: number, to: number): Promise<string | null> {
  const { group, copies } = await copyOwnBanners(tx, from, to);
  for (const [creative, copy] of copies) await copyItems(tx, creative, copy);
  await copyChosen(tx, from, to, copies);
  const imageOf = await copyImages(tx, from, to);
  await copyContent(tx, from, to, imageOf);
  await copyCampaignVideo(tx, from, to);
  await copySpot(tx, from, to);
  await copyVastTag(tx, from, to);
  const chosen = (await chosenUuids(tx, [to])).get(to) ?? [];
  return chosen.some((uuid) => [...copies.values()].includes(uuid)) ? group : null;
}
