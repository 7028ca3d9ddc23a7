import { profileFacts } from "@litfass/contract/supply/exchange-profiles";
import type { ExchangeSettings } from "@litfass/contract/supply/exchanges";
import { changesBetween } from "@litfass/platform/audit/audit";
import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { isNetwork } from "@litfass/platform/config/networks";
import type { ExchangeRow } from "@litfass/platform/exchanges/exchange-sql";
import {
  encodePriceKeys,
  rowOfSettings,
  sealExchangeSecret,
  settingsOfExchange,
  settingsOfRow,
} from "@litfass/platform/exchanges/stored-exchange";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { findStoredExchange, lockExchanges, saveExchange } from "./exchange-sql.ts";

/** Secrets of a change: undefined leaves the stored one, null removes it. */
type Secrets = {
  secret?: string | null | undefined;
  price_keys?: { encryption: string; integrity: string } | null | undefined;
  registration_password?: string | null | undefined;
};
type Change = { settings: ExchangeSettings } & Secrets;
type State = Pick<ExchangeRow, "version" | "is_enabled" | keyof Sealed> & {
  settings: ExchangeSettings;
};

/** Adds an exchange. @throws 409 if the name is taken, 422 at wrong networks, or without a secret and networks. */
export const createExchange = command({
  name: "supply.create_exchange",
  errors: ["conflict"],
  async run({ ctx, input: { name, ...change } }: CommandCall<{ name: string } & Change>): Promise<void> {
    await lockExchanges(ctx.tx);
    if (await stateOf(ctx, name)) throw conflict("exchange_exists", "exchanges.exists");
    const sealed = sealedSecrets(ctx, change, noSecrets);
    requireValid(change.settings, sealed);
    await save(ctx, name, { version: 0, is_enabled: true, settings: change.settings, ...sealed }, null, change);
  },
});

/** Changes an exchange. @throws 404 for an unknown one, 409 if another change came first, 422 as when adding one. */
export const updateExchange = command({
  name: "supply.update_exchange",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ name: string; version: number } & Change>): Promise<void> {
    const before = await lockVersion(ctx, input);
    const sealed = sealedSecrets(ctx, input, before);
    requireValid(input.settings, sealed);
    await save(ctx, input.name, { ...before, ...sealed, settings: input.settings }, before, input);
  },
});

/** Enables or disables an exchange. @throws 404 for an unknown one, 409 if another change came first. */
export const setExchangeEnabled = command({
  name: "supply.set_exchange_enabled",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ name: string; version: number; is_enabled: boolean }>): Promise<void> {
    const before = await lockVersion(ctx, input);
    await save(ctx, input.name, { ...before, is_enabled: input.is_enabled }, before, {});
  },
});

async function lockVersion(ctx: CommandContext, { name, version }: { name: string; version: number }): Promise<State> {
  await lockExchanges(ctx.tx);
  const state = await stateOf(ctx, name);
  if (!state) throw notFound();
  if (state.version !== version) throw conflict("exchange_changed", "exchanges.changed");
  return state;
}

/** The exchange as it applies: the stored one, or that of the configuration with its secrets encrypted. */
async function stateOf({ tx, config, random }: CommandContext, name: string): Promise<State | null> {
  const row = await findStoredExchange(tx, name);
  if (row) return { ...row, settings: settingsOfRow(row) };
  const configured = config.exchanges.find((exchange) => exchange.name === name);
  if (!configured) return null;
  const { secret = null, priceKeys } = configured;
  const { signing } = config.secrets;
  return {
    version: 0,
    is_enabled: true,
    settings: settingsOfExchange(configured),
    secret_sealed: sealExchangeSecret(secret, signing, random),
    price_keys_sealed: sealExchangeSecret(priceKeys ? encodePriceKeys(priceKeys) : null, signing, random),
    registration_sealed: null,
  };
}

type Sealed = Pick<ExchangeRow, "secret_sealed" | "price_keys_sealed" | "registration_sealed">;
const noSecrets: Sealed = { secret_sealed: null, price_keys_sealed: null, registration_sealed: null };

function sealedSecrets({ config, random }: CommandContext, given: Secrets, before: Sealed): Sealed {
  const { secret, price_keys, registration_password: password } = given;
  const seal = (text: string | null) => sealExchangeSecret(text, config.secrets.signing, random);
  const keys = price_keys ? `${price_keys.encryption}:${price_keys.integrity}` : null;
  return {
    secret_sealed: secret === undefined ? before.secret_sealed : seal(secret),
    price_keys_sealed: price_keys === undefined ? before.price_keys_sealed : seal(keys),
    registration_sealed: password === undefined ? before.registration_sealed : seal(password),
  };
}

function requireValid(settings: ExchangeSettings, { secret_sealed, registration_sealed }: Sealed): void {
  const { networks, minimum_margin, target_margin } = settings;
  requireFitsProfile(settings);
  const { needsRegistration } = profileFacts[settings.profile];
  const isComplete = settings.registration !== null && registration_sealed !== null;
  if (needsRegistration && !isComplete) throw invalid({ "settings.registration": ["exchanges.registration_needed"] });
  if (!needsRegistration && settings.registration !== null) {
    throw invalid({ "settings.registration": ["exchanges.registration_none"] });
  }
  if (!networks.every(isNetwork)) throw invalid({ "settings.networks": ["exchanges.network"] });
  if (secret_sealed === null && networks.length === 0) throw invalid({ secret: ["exchanges.open"] });
  if (target_margin < minimum_margin) throw invalid({ "settings.target_margin": ["exchanges.margins"] });
}

/** @throws 422 where the settings do not fit what the profile's exchange documents. */
function requireFitsProfile({ profile, protocol, account, formats, currencies }: ExchangeSettings): void {
  const facts = profileFacts[profile];
  const refuse = (field: string, key: string) => invalid({ [`settings.${field}`]: [key] });
  if (facts.protocol !== null && protocol !== facts.protocol) throw refuse("protocol", "exchanges.profile_protocol");
  if (facts.account.isRequired && account === null) throw refuse("account", "exchanges.account_required");
  if (account !== null && facts.account.isNumber && !/^\d{1,15}$/.test(account)) {
    throw refuse("account", "exchanges.account_number");
  }
  if (!formats.some((format) => facts.formats.includes(format))) throw refuse("formats", "exchanges.profile_formats");
  const isForeign = facts.currencies.length > 0 && currencies.some((currency) => !facts.currencies.includes(currency));
  if (isForeign) throw refuse("currencies", "exchanges.profile_currencies");
}

async function save(ctx: CommandContext, name: string, after: State, before: State | null, given: Secrets) {
  const changes = [
    ...changesBetween(before ? factsOf(before) : {}, factsOf(after)),
    // Secrets are named, never told.
    ...(["secret", "price_keys", "registration_password"] as const).flatMap((field) =>
      given[field] === undefined
        ? []
        : [{ field, before: null, after: given[field] === null ? "removed" : "replaced" }],
    ),
  ];
  if (changes.length === 0) {
    ctx.audit.unchanged("the exchange is the same");
    return;
  }
  await saveExchange(ctx.tx, {
    ...after,
    ...rowOfSettings(after.settings),
    name,
    version: after.version + 1,
    changedAt: ctx.clock.now(),
    changed_by: actorUid(ctx.actor),
  });
  await ctx.audit.record({ subject: { type: "exchange", id: name }, changes });
}

/** An exchange for the audit trail; lists are one text. */
const factsOf = ({ is_enabled, settings }: State): Record<string, string | number | boolean | null> => ({
  is_enabled,
  ...Object.fromEntries(Object.entries(settings).map(([field, value]) => [field, factOf(value)])),
});

type Fact = string | number | boolean | null;
const factOf = (value: ExchangeSettings[keyof ExchangeSettings]): Fact => {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" && value !== null ? `${value.user}, ${value.url}` : value;
};
