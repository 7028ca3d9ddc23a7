import { matchTraffic } from "@litfass/adserver/index";
import type { Forecast, forecastEndpoints } from "@litfass/contract/campaigns/forecast";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { formats, sizeOf } from "@litfass/contract/kernel/formats";
import type { Caller } from "@litfass/contract/kernel/roles";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Database } from "@litfass/platform/postgres/postgres";
import type { z } from "zod";
import { currencyOf, findUser } from "../../users/index.ts";
import { chosenLists } from "../domain-lists/chosen-lists.ts";
import { getCampaign } from "../get-campaign.ts";
import { snapshotOf } from "../lifecycle/snapshot.ts";
import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";
import type { TrafficSource } from "../traffic-source.ts";
import { forecastOf } from "./forecast.ts";
import { variationsOf } from "./forecast-variations.ts";

type Question = z.output<NonNullable<typeof forecastEndpoints.forecastCampaign.body>>;
const dayMs = 86_400_000;
/** What is told where no period is set yet. */
const usualDays = 30;
const timeZone = "Europe/Zurich";

/**
 * What settings would bring if they were a campaign's (nothing is saved): through the same matching as bids. A campaign
 * that is edited must be within the caller's reach.
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
  const ownerUid = edited?.ownerUid ?? caller.uid;
  const currency = edited?.currency ?? currencyOf((await findUser(db, ownerUid))?.countryCode ?? null);
  const days = daysOf(question, now);
  const { requests, ...traffic } = await source();
  const { variations, snapshots } = variationsOf(await imagined(db, question, { ownerUid, currency }, now));
  return forecastOf(
    {
      strategy: question.strategy ?? "awareness",
      budget: question.total_budget ?? null,
      days,
      currency,
    },
    { ...traffic, size: requests.length },
    matchTraffic(requests, snapshots, rates),
    variations,
  );
}

/** Days still ahead in the chosen period, or a month. */
function daysOf({ start_on, end_on }: Question, now: Date): number {
  if (!start_on || !end_on) return usualDays;
  const today = todayIn(now, timeZone);
  const from = start_on < today ? today : start_on;
  return Math.max(0, Math.round((Date.parse(end_on) - Date.parse(from)) / dayMs) + 1);
}

/** A campaign of these settings, with banners in every format or a video, as delivery would know it. */
async function imagined(
  db: Database,
  question: Question,
  { ownerUid, currency }: Pick<CampaignRow, "ownerUid" | "currency">,
  now: Date,
) {
  const targeting = question.targeting ?? targetingSchema.parse({});
  const creative = { uuid: "", fileHash: "", width: 1, height: 1 };
  const creatives =
    question.type === "video"
      ? [{ ...creative, format: "video", kind: "video" as const }]
      : formats.map((format) => ({ ...creative, ...sizeOf(format), format, kind: "html" as const }));
  const row = {
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
    language: question.language ?? null,
    destinationUrl: question.destination_url ?? null,
    targeting,
  } as const;
  const lists = await chosenLists(db, row);
  const endAt = new Date(now.getTime() + usualDays * dayMs);
  return snapshotOf(row, { startAt: now, endAt, creatives, advertiserName: "", ...lists });
}
