import type { HttpKit } from "@litfass/platform/http/kit";
import { readEcbRates } from "./ecb-rates.ts";
import { rateAgeDays } from "./rate-age.ts";
import { takeDailyRates } from "./take-daily-rates.ts";

export const dailyRatesJob = "settings.daily-rates";
const maxBytes = 256 * 1024;
const timeoutMs = 15_000;
/** Rates are not published on weekends and holidays, so three days without new ones are normal. */
const alarmAfterDays = 4;

type Context = Pick<HttpKit, "platform" | "execute">;

/**
 * Reads the published exchange rates. The European Central Bank publishes at about 16:00 Frankfurt time on working
 * days; every hour, so that a new installation does not wait a day for its first rates.
 */
export function dailyRatesJobs(context: Context): void {
  const { jobs, config } = context.platform;
  if (config.exchangeRatesUrl === null) return;
  jobs.work(dailyRatesJob, () => readDailyRates(context), { retries: 3 });
  jobs.schedule(dailyRatesJob, "20 * * * *");
}

/** @throws EgressError or Error if the file cannot be read, so that the job retries. */
export async function readDailyRates({ platform, execute }: Context): Promise<void> {
  const { config, egress, log, settings, clock } = platform;
  if (config.exchangeRatesUrl === null) return;
  try {
    const answer = await egress(config.exchangeRatesUrl, { timeoutMs, maxBytes });
    if (answer.status !== 200) throw new Error(`the exchange rates answered ${answer.status}`);
    const actor = { kind: "job", name: dailyRatesJob } as const;
    await execute(takeDailyRates, { actor, input: readEcbRates(answer.text()), lang: "en" });
  } finally {
    const age = rateAgeDays(settings.current().rates, clock.now());
    if (age > alarmAfterDays) log.error({ age_days: age }, "the exchange rates are old");
  }
}
