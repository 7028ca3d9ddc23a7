import type { ExchangeRates } from "@litfass/contract/settings/operator-settings";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { encodeSection, readSettings } from "@litfass/platform/settings/read-settings";
import { lockSection } from "@litfass/platform/settings/settings-sql";
import { addVersion, type SettingsServices } from "../add-version.ts";

/** The note of these versions: the name of the file. */
const source = "eurofxref-daily.xml";
/** A currency that moves more than this in a day points to a damaged file, and bids would be far off. */
const maxChange = 0.2;

/**
 * Stores published exchange rates as a new version, unless the stored ones are of the same day or a later one.
 * @throws Error if a currency in use moved by more than 20%: someone has to look, and may enter the rates by hand.
 */
export const takeDailyRates = command({
  name: "settings.take_daily_rates",
  errors: ["conflict"],
  async run({ ctx, input: rates }: CommandCall<ExchangeRates, SettingsServices>): Promise<void> {
    await lockSection(ctx.tx, "rates");
    const { settings, versions } = await readSettings(ctx.tx, ctx.services.defaultSettings);
    if (settings.rates.as_of_on >= rates.as_of_on) {
      ctx.audit.unchanged("the stored rates are as recent");
      return;
    }
    const moved = movedCurrency(settings.rates.per_franc, rates.per_franc);
    if (moved && versions.rates > 0) throw new Error(`${moved} moved by more than ${maxChange * 100}%`);
    const change = { section: "rates" as const, version: versions.rates, note: source };
    await addVersion(ctx, change, encodeSection("rates", rates), null);
  },
});

function movedCurrency(before: Record<string, number>, now: Record<string, number>): string | undefined {
  return Object.keys(now).find((currency) => {
    const [old, rate] = [before[currency], now[currency]];
    return old !== undefined && rate !== undefined && Math.abs(rate / old - 1) > maxChange;
  });
}
