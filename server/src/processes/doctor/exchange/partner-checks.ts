import { setTimeout as wait } from "node:timers/promises";
import { decryptPrice } from "@litfass/adserver/index";
import { profileFacts } from "@litfass/contract/supply/exchange-profiles";
import { openXandr, readSellersJson } from "../../../modules/supply/index.ts";
import { callTimeoutMs, failed, notConfigured, ok, warning } from "../check.ts";
import type { ExchangeCheck } from "./exchange-check.ts";

const maxSkewMs = 5_000;
/** The Date header has whole seconds. */
const dateStepMs = 1_000;
const sampleId = "doctor";

const syncOut: ExchangeCheck = {
  name: "sync_out",
  about: "our user sync redirects to the exchange",
  async run({ config, exchange, fetch: send }) {
    if (exchange.syncUrl === undefined) return notConfigured("no user sync");
    const answer = await send(`${config.adsUrl}/sync?exchange=${exchange.name}&gdpr=0`, {
      redirect: "manual",
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    const target = answer.headers.get("location") ?? "";
    const wanted = new URL(exchange.syncUrl).host;
    if (answer.status === 302 && URL.canParse(target) && new URL(target).host === wanted) return ok(`to ${wanted}`);
    return failed(`it answers ${answer.status}`, "let the proxy pass on /sync to the ad servers");
  },
};

const syncIn: ExchangeCheck = {
  name: "sync_in",
  about: "the exchange's user sync accepts an ID",
  async run({ exchange, egress }) {
    if (exchange.syncUrl === undefined) return notConfigured("no user sync");
    const { status } = await egress(exchange.syncUrl.replace("{id}", sampleId), { timeoutMs: callTimeoutMs });
    if (status < 400) return ok(`it answers ${status}`);
    return failed(`it answers ${status}`, "ask the exchange for the URL of its user sync");
  },
};

const sellersJson: ExchangeCheck = {
  name: "sellers_json",
  about: "the exchange publishes its sellers",
  async run({ config, exchange, egress }) {
    if (exchange.domain === undefined) return notConfigured("no domain");
    const { outcome, detail } = await readSellersJson({ config, egress }, exchange.domain);
    if (outcome === "read") return ok(`${exchange.domain}/sellers.json`);
    const remedy = "check the exchange's domain, or ask the exchange: its sellers cannot be verified";
    return failed(`${exchange.domain}/sellers.json: ${outcome} ${detail}`, remedy);
  },
};

const report: ExchangeCheck = {
  name: "report",
  about: "the exchange's report of this month can be read",
  async run({ exchange, egress, now }) {
    if (exchange.reportUrl === undefined) return notConfigured("no report");
    const month = now().toISOString().slice(0, 7);
    const answer = await egress(exchange.reportUrl.replace("{month}", month), { timeoutMs: callTimeoutMs });
    if (answer.status !== 200) return failed(`it answers ${answer.status}`, "ask the exchange for its report's URL");
    try {
      answer.json();
    } catch {
      return failed("it is not JSON", "ask the exchange for the URL of its report as JSON");
    }
    return ok(`of ${month}`);
  },
};

const clock: ExchangeCheck = {
  name: "clock",
  about: "this clock and the exchange's agree",
  async run({ exchange, egress, now }) {
    const url = exchange.syncUrl?.replace("{id}", sampleId) ?? exchange.reportUrl?.replace("{month}", "2026-01");
    if (url === undefined) return notConfigured("the exchange has no URL to call");
    const asked = now().getTime();
    const { headers } = await egress(url, { timeoutMs: callTimeoutMs });
    const at = Date.parse(headers.get("date") ?? "");
    if (Number.isNaN(at)) return notConfigured("the exchange tells no time");
    const answered = now().getTime();
    const skewMs = at > answered ? at - answered : Math.max(0, asked - dateStepMs - at);
    const found = `${skewMs} ms apart`;
    return skewMs > maxSkewMs
      ? warning(found, "synchronize this machine's clock (NTP), then ask the exchange")
      : ok(found);
  },
};

/** Keys, message and price that Google publishes with its price decrypter. */
const published = {
  keys: {
    encryption: Buffer.from("skU7Ax_NL5pPAFyKdkfZjZz2-VhIN8bjj1rVFOaJ_5o=", "base64url"),
    integrity: Buffer.from("arO23ykdNqUQ5LEoQ0FVmPkBd7xB5CO89PDZlSjpFxo=", "base64url"),
  },
  message: "YWJjMTIzZGVmNDU2Z2hpN7fhCuPemCAWJRxOgA",
  micros: 1_900,
};

const priceKeys: ExchangeCheck = {
  name: "price_decryption",
  about: "the published encrypted price is decrypted",
  async run({ exchange: { priceKeys: keys } }) {
    if (keys === undefined) return notConfigured("prices are plain");
    const micros = decryptPrice(published.message, published.keys);
    if (micros === published.micros) return ok(`${micros} micros`);
    return failed(`${micros ?? "nothing"} instead of ${published.micros} micros`, "reinstall this release");
  },
};

const registration: ExchangeCheck = {
  name: "registration",
  about: "we can sign in where creatives are registered",
  async run({ exchange: { registration: given, account, profile = "openrtb" }, egress }) {
    if (!profileFacts[profile].needsRegistration) return notConfigured("creatives need no registration");
    if (given === undefined || account === undefined) return failed("it is not set up", "add it under Exchanges");
    await openXandr(egress, { ...given, member: account }, async (ms) => void (await wait(ms)));
    return ok(`as ${given.user} at ${new URL(given.url).host}`);
  },
};

export const partnerChecks: readonly ExchangeCheck[] = [
  syncOut,
  syncIn,
  sellersJson,
  report,
  clock,
  priceKeys,
  registration,
];
