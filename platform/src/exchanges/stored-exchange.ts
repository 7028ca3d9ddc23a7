import { exchangeFormats } from "@litfass/contract/supply/exchange-profiles";
import { type ExchangeSettings, exchangeSettingsSchema } from "@litfass/contract/supply/exchanges";
import type { Exchange, PriceKeys } from "../config/exchanges.ts";
import type { Random } from "../random.ts";
import type { Keys } from "../security/keys.ts";
import type { SealedColumn } from "../security/sealed-values-sql.ts";
import { seal, unseal } from "../security/sealing.ts";
import type { ExchangeRow } from "./exchange-sql.ts";

/** The encryption purpose of the stored secrets. */
const exchangesPurpose = "exchanges";

/** What is stored encrypted. */
export const exchangeSealedColumns: readonly SealedColumn[] = (
  ["secret_sealed", "price_keys_sealed", "registration_sealed"] as const
).map((column) => ({ table: "exchanges", column, key: ["name"], purpose: exchangesPurpose }));

/** Encrypts a secret of an exchange for storage; null stays null. `signingKeys` are the installation's. */
export const sealExchangeSecret = (text: string | null, signingKeys: Keys, random: Random): string | null =>
  text === null ? null : seal(text, signingKeys, exchangesPurpose, random);

/** Price keys as one text, and back. */
export const encodePriceKeys = ({ encryption, integrity }: PriceKeys): string =>
  [encryption, integrity].map((key) => key.toString("base64")).join(":");
function decodePriceKeys(text: string): PriceKeys {
  const [encryption = "", integrity = ""] = text.split(":");
  return { encryption: Buffer.from(encryption, "base64"), integrity: Buffer.from(integrity, "base64") };
}

/** The parts of a row that hold the settings. */
type SettingsRow = Pick<
  ExchangeRow,
  "settings" | "profile" | "account" | "compresses_responses" | "registration_url" | "registration_user"
>;

/** The settings of a stored exchange in the format of the API. @throws ZodError if they do not fit. */
export const settingsOfRow = (row: SettingsRow): ExchangeSettings =>
  exchangeSettingsSchema.parse({
    ...(row.settings as object),
    profile: row.profile,
    account: row.account,
    compresses_responses: row.compresses_responses,
    registration:
      row.registration_url === null ? null : { url: row.registration_url, user: row.registration_user ?? "" },
  });

/**
 * The settings as they are stored: what came after the first release has columns, because ad servers of earlier
 * releases reject unknown members.
 */
export function rowOfSettings({
  profile,
  account,
  compresses_responses,
  registration,
  ...settings
}: ExchangeSettings): SettingsRow {
  return {
    settings,
    profile,
    account,
    compresses_responses,
    registration_url: registration?.url ?? null,
    registration_user: registration?.user ?? null,
  };
}

/** The settings of a configured exchange in the format of the API. */
export function settingsOfExchange(exchange: Exchange): ExchangeSettings {
  const { fees, margins } = exchange;
  return {
    networks: exchange.networks ?? [],
    protocol: exchange.protocol ?? "2.6",
    profile: exchange.profile ?? "openrtb",
    account: exchange.account ?? null,
    currencies: [...(exchange.currencies ?? [])],
    formats: [...(exchange.formats ?? exchangeFormats)],
    notices: [...(exchange.notices ?? (["win", "billing", "loss"] as const))],
    fee_percent: fees?.percent ?? 0,
    fee_per_thousand: fees?.perThousand ?? 0,
    fee_currency: fees?.currency ?? "CHF",
    minimum_margin: margins?.minimum ?? 0,
    target_margin: margins?.target ?? 0,
    requests_per_second: exchange.requestsPerSecond ?? null,
    response_ms: exchange.responseMs ?? null,
    network_ms: exchange.networkMs ?? 20,
    compresses_responses: exchange.compressesResponses ?? false,
    domain: exchange.domain ?? null,
    sync_url: exchange.syncUrl ?? null,
    report_url: exchange.reportUrl ?? null,
    registration: null,
  };
}

/**
 * A stored exchange as ad servers apply it; null if a secret cannot be decrypted, because the exchange would be open to
 * anyone without it.
 */
export function exchangeOfRow(row: ExchangeRow, signingKeys: Keys, configured?: Exchange): Exchange | null {
  const secret = row.secret_sealed === null ? undefined : unseal(row.secret_sealed, signingKeys, exchangesPurpose);
  const keys =
    row.price_keys_sealed === null ? undefined : unseal(row.price_keys_sealed, signingKeys, exchangesPurpose);
  if (secret === null || keys === null) return null;
  const settings = settingsOfRow(row);
  // Without it the exchange's creatives are not registered, which opens nothing to anyone.
  const password =
    row.registration_sealed === null ? null : unseal(row.registration_sealed, signingKeys, exchangesPurpose);
  return {
    name: row.name,
    isEnabled: row.is_enabled,
    secret,
    priceKeys: keys === undefined ? undefined : decodePriceKeys(keys),
    networks: settings.networks,
    protocol: settings.protocol,
    profile: settings.profile,
    account: settings.account ?? undefined,
    registration:
      settings.registration === null || password === null ? undefined : { ...settings.registration, password },
    currencies: settings.currencies.length === 0 ? undefined : settings.currencies,
    formats: settings.formats,
    notices: settings.notices,
    fees: { percent: settings.fee_percent, perThousand: settings.fee_per_thousand, currency: settings.fee_currency },
    margins: { minimum: settings.minimum_margin, target: settings.target_margin },
    requestsPerSecond: settings.requests_per_second ?? undefined,
    responseMs: settings.response_ms ?? undefined,
    networkMs: settings.network_ms,
    compressesResponses: settings.compresses_responses,
    domain: settings.domain ?? undefined,
    syncUrl: settings.sync_url ?? undefined,
    reportUrl: settings.report_url ?? undefined,
    // Only the configuration limits banners.
    bannerLimits: configured?.bannerLimits,
  };
}
