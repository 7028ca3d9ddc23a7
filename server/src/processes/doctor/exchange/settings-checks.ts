import { profileFacts } from "@litfass/contract/supply/exchange-profiles";
import { isOpen } from "@litfass/platform/config/exchanges";
import { failed, ok, warning } from "../check.ts";
import type { ExchangeCheck } from "./exchange-check.ts";

const minSecretChars = 24;

const settings: ExchangeCheck = {
  name: "settings",
  about: "domain, user sync, report, currencies and notices are set",
  async run({ exchange }) {
    const missing = [
      ...(exchange.domain === undefined ? ["its domain"] : []),
      ...(exchange.syncUrl === undefined ? ["the URL of its user sync"] : []),
      ...(exchange.reportUrl === undefined ? ["the URL of its report"] : []),
      ...(exchange.notices?.length === 0 ? ["notices"] : []),
    ];
    if (missing.length === 0) return ok("all are set");
    return warning(`missing: ${missing.join(", ")}`, "add them under Exchanges");
  },
};

const access: ExchangeCheck = {
  name: "access",
  about: "only the exchange may request bids",
  async run({ exchange }) {
    const { secret, networks = [] } = exchange;
    if (isOpen(exchange)) return failed("neither a secret nor networks", "set a secret under Exchanges, and there");
    if (secret !== undefined && secret.length < minSecretChars) {
      return warning(`the secret has ${secret.length} characters`, `use at least ${minSecretChars} random ones`);
    }
    return ok(`${secret === undefined ? "no secret" : "a secret"}, ${networks.length} networks`);
  },
};

const enabled: ExchangeCheck = {
  name: "enabled",
  about: "the exchange is enabled here",
  run: async ({ exchange }) =>
    exchange.isEnabled === false ? failed("it is disabled: it gets no bids", "enable it under Exchanges") : ok("yes"),
};

const profile: ExchangeCheck = {
  name: "profile",
  about: "the settings are those that the profile's exchange documents",
  async run({ exchange }) {
    const { profile: name = "openrtb", account, priceKeys, notices } = exchange;
    const facts = profileFacts[name];
    const remedy = `correct them under Exchanges; documentation: ${facts.documentation[0]}`;
    const missing = [
      ...(facts.account.isRequired && account === undefined ? ["our account there"] : []),
      ...(facts.prices === "encrypted" && priceKeys === undefined ? ["the keys of encrypted prices"] : []),
      ...(facts.notices.some((notice) => notices?.includes(notice) !== false) ? [] : ["a notice that it sends"]),
      ...(facts.needsRegistration && exchange.registration === undefined ? ["the registration of creatives"] : []),
    ];
    return missing.length === 0 ? ok(name) : failed(`${name}, without ${missing.join(", ")}`, remedy);
  },
};

export const settingsChecks: readonly ExchangeCheck[] = [settings, profile, access, enabled];
