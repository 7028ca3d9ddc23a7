import type { ExchangeRates } from "@litfass/contract/settings/operator-settings";
import type { HttpServices } from "@litfass/platform/http/http-services";
import type { Platform } from "@litfass/platform/platform";
import { maxRatesAgeDays, ratesAgeDays } from "@litfass/platform/settings/rates-age";
import { readSettings } from "@litfass/platform/settings/read-settings";
import { changeSettings } from "../change-settings.ts";
import { readEcbRates } from "./parse-ecb-rates.ts";

export const dailyRatesJob = "settings.daily-rates";
/** The note of these versions: the name of the file. */
const note = "eurofxref-daily.xml";

const maxBytes = 256 * 1024;
const timeoutMs = 15_000;
/** A currency that moves more than this in a day points to a damaged file, and bids would be far off. */
const maxChange = 0.2;

/**
 * Reads the published exchange rates every hour: the European Central Bank publishes at about 16:00 Frankfurt time on
 * working days, sometimes later.
 */
export function dailyRatesJobs(services: Pick<HttpServices, "platform" | "execute">): void {
  const { jobs, config } = services.platform;
  const url = config.exchangeRatesUrl;
  if (url === null) return;
  jobs.work(dailyRatesJob, () => takeDailyRates(services, url), { retries: 3 });
  jobs.schedule(dailyRatesJob, "20 * * * *");
}

/** Asks for the published rates at once while those of the configuration apply, as in a new installation. */
export function requestFirstRates({ jobs, config, settings }: Platform): Promise<unknown> {
  const isNeeded = config.exchangeRatesUrl !== null && settings.current().rates.source === "configuration";
  return isNeeded ? jobs.send(dailyRatesJob, {}) : Promise.resolve();
}

/**
 * Stores the published rates as a new version of the settings, unless the stored ones are of the same day or a later
 * one. @throws if the file cannot be read, or if a currency moved by more than 20%: someone has to look, and may enter
 * the rates by hand.
 */
async function takeDailyRates(
  { platform, execute }: Pick<HttpServices, "platform" | "execute">,
  url: string,
): Promise<void> {
  try {
    const answer = await platform.egress(url, { timeoutMs, maxBytes });
    if (answer.status !== 200) throw new Error(`the exchange rates answered ${answer.status}`);
    const published = readEcbRates(answer.text());
    const { settings, versions } = await readSettings(platform.db, platform.defaultSettings);
    if (settings.rates.as_of_on >= published.as_of_on) return;
    const moved = movedCurrency(settings.rates, published);
    if (moved && versions.rates > 0) throw new Error(`${moved} moved by more than ${maxChange * 100}%`);
    const input = { section: "rates", version: versions.rates, settings: published, note } as const;
    await execute(changeSettings, { actor: { kind: "job", name: dailyRatesJob }, input, lang: "en" });
  } finally {
    warnOfOldRates(platform);
  }
}

function movedCurrency(before: ExchangeRates, published: ExchangeRates): string | undefined {
  return Object.entries(published.per_franc).find(([currency, rate]) => {
    const old = before.per_franc[currency];
    return old !== undefined && Math.abs(rate / old - 1) > maxChange;
  })?.[0];
}

function warnOfOldRates({ settings, clock, log }: Platform): void {
  const day = settings.current().rates.as_of_on;
  const age = ratesAgeDays(day, clock.now());
  if (age > maxRatesAgeDays) log.error({ age_days: age }, "the exchange rates are old");
}
