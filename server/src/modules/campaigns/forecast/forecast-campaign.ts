import { nativeSizes } from "@litfass/contract/adserver/native-sizes";
import type { Forecast, forecastEndpoints } from "@litfass/contract/campaigns/forecast";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { type Format, formats, sizeOf } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Database } from "@litfass/platform/postgres/postgres";
import { findCampaignDefaults } from "@litfass/platform/settings/read-settings";
import type { z } from "zod";
import { chosenFormats } from "../../creatives/index.ts";
import { selectedDeals } from "../../supply/deals/index.ts";
import { selectedLists } from "../../targeting/index.ts";
import { currencyOf, findUser } from "../../users/index.ts";
import { getCampaign } from "../get-campaign.ts";
import { type Snapshotted, snapshotOf } from "../lifecycle/snapshot.ts";
import { findCpm } from "../price.ts";
import { checkSettings } from "../settings/check-settings.ts";
import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";
import { forecastOf } from "./forecast.ts";
import { variationsOf } from "./forecast-variations.ts";
import { matchSamples } from "./match-samples.ts";
import type { TrafficSource } from "./traffic-source.ts";

type Question = z.output<NonNullable<typeof forecastEndpoints.forecastCampaign.body>>;
const dayMs = 86_400_000;
/** The length of the forecast if no period is set. */
const defaultDays = 30;
const timeZone = "Europe/Zurich";

/**
 * Forecasts the settings with the same matching as bids; nothing is saved. The caller must have access to an edited
 * campaign. @throws 422 for settings that the caller could not save, such as another user's domain lists.
 */
export async function forecastCampaign(
  db: Database,
  caller: Caller,
  question: Question,
  source: TrafficSource,
  now: Date,
  rates: CurrencyRates,
): Promise<Forecast> {
  const edited = question.campaign ? await getCampaign(db, caller, question.campaign) : null;
  await checkSettings(db, caller, question, edited, now);
  const ownerUid = edited?.ownerUid ?? caller.uid;
  const owner = await findUser(db, ownerUid);
  const currency = edited?.currency ?? currencyOf(owner);
  const cpmMinor = await findCpm(db, { cpmMinor: edited?.cpmMinor ?? null, currency, ownerUid }, now);
  const added = edited ? (await chosenFormats(db, edited.id)).map(({ format }) => format) : [];
  const days = daysOf(question, now);
  const usualLanguage = owner?.lang ?? "en";
  const snapshot = await hypothetical(db, now, question, { ownerUid, currency, cpmMinor, usualLanguage, added });
  const { variations, snapshots } = variationsOf(snapshot);
  return forecastOf(
    {
      frequencyCap: (await findCampaignDefaults(db)).frequency_cap[question.strategy ?? "awareness"],
      budget: question.total_budget ?? null,
      days,
      currency,
      cpmMinor,
      isSeen: question.type !== "audio",
    },
    matchSamples(await source(), snapshots, rates),
    variations,
  );
}

/** Remaining days of the chosen period, or a month. */
function daysOf({ start_on, end_on }: Question, now: Date): number {
  if (!start_on || !end_on) return defaultDays;
  const today = todayIn(now, timeZone);
  const from = start_on < today ? today : start_on;
  return Math.max(0, Math.round((Date.parse(end_on) - Date.parse(from)) / dayMs) + 1);
}

const pictureOf = ([width, height]: readonly [number, number]) => ({
  hash: "",
  width,
  height,
  contentType: "image/jpeg",
});

/** Parts of a native ad as long and as large as those of most campaigns, by which forecasts decide which pages they fit. */
const nativeSample = {
  title: "t".repeat(25),
  description: "d".repeat(70),
  buttonText: "b".repeat(12),
  brand: "n".repeat(18),
  logo: pictureOf([300, 120]),
  pictures: [pictureOf([1200, 800])],
  crops: nativeSizes.main.map(pictureOf),
  icons: nativeSizes.icon.map(pictureOf),
};

/**
 * The snapshot that a campaign with these settings would have: with a video or a spot, or with banners in the basic set
 * and in the formats that the edited campaign has added.
 */
export async function hypothetical(
  db: Database,
  now: Date,
  question: Question,
  {
    ownerUid,
    currency,
    cpmMinor,
    usualLanguage,
    added,
  }: Pick<CampaignRow, "ownerUid" | "currency"> & {
    cpmMinor: number;
    usualLanguage: Language;
    added: readonly Format[];
  },
) {
  const targeting = question.targeting ?? targetingSchema.parse({});
  const creative = { uuid: "", fileHash: "", width: 1, height: 1 };
  const creatives =
    question.type === "video" || question.type === "audio"
      ? [{ ...creative, format: question.type, kind: question.type }]
      : [...new Set<Format>([...formats, ...added])].map((format, at) => ({
          ...creative,
          ...sizeOf(format),
          format,
          kind: "html" as const,
          ...(at === 0 && { native: nativeSample }),
        }));
  const row: Snapshotted = {
    id: 1,
    ownerUid,
    currency,
    name: "",
    version: 0,
    timeZone,
    totalBudgetMicros: 0n,
    strategy: question.strategy ?? "awareness",
    pacing: "even",
    categories: question.categories ?? [],
    lineOfBusiness: null,
    language: question.language ?? null,
    destinationUrl: question.destination_url ?? null,
    targeting,
    impressionTrackers: [],
    verificationScripts: [],
    measuresConversions: false,
  };
  const lists = await selectedLists(db, targeting);
  // The sample is of the past, so that no deal that begins later would hold in it.
  const deals = (await selectedDeals(db, targeting, ownerUid)).map((deal) => ({ ...deal, startAt: null, endAt: null }));
  const endAt = new Date(now.getTime() + defaultDays * dayMs);
  const parts = { startAt: now, endAt, creatives, cpmMinor, usualLanguage, advertiserName: "", deals, ...lists };
  return snapshotOf(row, parts);
}
