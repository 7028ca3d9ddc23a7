import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import { profileFacts } from "@litfass/contract/supply/exchange-profiles";
import type { ExchangeRecord, ExchangeSettings } from "@litfass/contract/supply/exchanges";

type Settings = ExchangeRecord["settings"];

/** The form of an exchange: numbers and lists as typed, secrets empty unless they change. */
export type ExchangeValues = {
  name: string;
  secret: string;
  price_keys: { encryption: string; integrity: string };
  registration_password: string;
  settings: Record<Exclude<keyof ExchangeSettings, Chosen | "registration">, string> &
    Pick<Settings, Chosen> & { registration: { url: string; user: string } };
};
type Chosen = "formats" | "notices" | "protocol" | "profile" | "compresses_responses";

const usual: Settings = {
  networks: [],
  protocol: "2.6",
  profile: "openrtb",
  account: null,
  currencies: [],
  formats: ["banner", "video", "native", "audio"],
  notices: ["win", "billing", "loss"],
  fee_percent: 0,
  fee_per_thousand: 0,
  fee_currency: "USD",
  minimum_margin: 0,
  target_margin: 20,
  requests_per_second: null,
  response_ms: null,
  network_ms: 20,
  compresses_responses: false,
  domain: null,
  sync_url: null,
  report_url: null,
  registration: null,
};

const typed = (value: number | string | null): string => (value === null ? "" : String(value));

/** What the form starts with: an exchange, or the usual settings of a new one. */
export function valuesOf(exchange: ExchangeRecord | undefined): ExchangeValues {
  const settings = exchange?.settings ?? usual;
  const { formats, notices, protocol, profile, registration } = settings;
  return {
    name: exchange?.name ?? "",
    secret: "",
    price_keys: { encryption: "", integrity: "" },
    registration_password: "",
    settings: {
      formats,
      notices,
      protocol,
      profile,
      account: typed(settings.account),
      registration: registration ?? { url: "", user: "" },
      networks: settings.networks.join("\n"),
      currencies: settings.currencies.join(", "),
      fee_percent: typed(settings.fee_percent),
      fee_per_thousand: typed(settings.fee_per_thousand),
      fee_currency: settings.fee_currency,
      minimum_margin: typed(settings.minimum_margin),
      target_margin: typed(settings.target_margin),
      requests_per_second: typed(settings.requests_per_second),
      response_ms: typed(settings.response_ms),
      network_ms: typed(settings.network_ms),
      compresses_responses: settings.compresses_responses,
      domain: typed(settings.domain),
      sync_url: typed(settings.sync_url),
      report_url: typed(settings.report_url),
    },
  };
}

// A text that is no number fails the contract's check at its field.
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", ".")));
const optional = (text: string): number | null => (text.trim() === "" ? null : numberOf(text));
const list = (text: string): string[] => text.split(/[\s,;]+/).filter((each) => each !== "");

type Body = Omit<CallInput<Endpoints["createExchange"]>["body"], "name">;

/** The request body of the form. Secrets that were left empty are left out, so that the stored ones stay. */
export function bodyOf({ secret, price_keys, registration_password, settings }: ExchangeValues): Body {
  const { needsRegistration } = profileFacts[settings.profile];
  const hasKeys = price_keys.encryption !== "" || price_keys.integrity !== "";
  return {
    settings: {
      ...settings,
      networks: list(settings.networks),
      currencies: list(settings.currencies).map((each) => each.toUpperCase()),
      fee_percent: numberOf(settings.fee_percent),
      fee_per_thousand: numberOf(settings.fee_per_thousand),
      fee_currency: settings.fee_currency.trim().toUpperCase(),
      minimum_margin: numberOf(settings.minimum_margin),
      target_margin: numberOf(settings.target_margin),
      requests_per_second: optional(settings.requests_per_second),
      response_ms: optional(settings.response_ms),
      network_ms: numberOf(settings.network_ms),
      domain: settings.domain.trim() || null,
      sync_url: settings.sync_url.trim() || null,
      report_url: settings.report_url.trim() || null,
      account: settings.account.trim() || null,
      registration: needsRegistration
        ? { url: settings.registration.url.trim(), user: settings.registration.user.trim() }
        : null,
    },
    ...(secret === "" ? undefined : { secret }),
    ...(hasKeys ? { price_keys } : undefined),
    ...(registration_password === "" ? undefined : { registration_password }),
  };
}
