import { resolve4, resolve6 } from "node:dns/promises";
import { isIP } from "node:net";
import { callTimeoutMs, type Finding, failed, notConfigured, ok, warning, withTimeout } from "../check.ts";
import { certificateOf, judgeCertificate } from "../network-checks.ts";
import type { ExchangeCheck } from "./exchange-check.ts";
import { bidUrlOf, protocolOf, type SampleAnswer, samples } from "./send-samples.ts";

/** Most exchanges grant bidders 100 to 300 ms; 200 is a common default. */
const usualLimitMs = 200;
const usualNetworkMs = 20;
const latencySamples = 5;
const answered = new Set([200, 204]);

const dns: ExchangeCheck = {
  name: "dns",
  about: "the bidder's host name has addresses of IPv4 and IPv6",
  async run({ config }) {
    const host = new URL(config.adsUrl).hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) || host === "localhost") return notConfigured(`${host} needs no DNS`);
    const find = (resolve: typeof resolve4) => withTimeout(resolve(host), callTimeoutMs).catch(() => [] as string[]);
    const [four, six] = await Promise.all([find(resolve4), find(resolve6)]);
    const found = `${host}: ${four.length} A, ${six.length} AAAA`;
    return four.length === 0 ? failed(found, "add an A record: exchanges call bidders by IPv4") : ok(found);
  },
};

const oldTls = new Set(["SSLv3", "TLSv1", "TLSv1.1"]);

const tls: ExchangeCheck = {
  name: "tls",
  about: "the bidder's certificate is accepted, and its TLS is current",
  async run({ config, now }): Promise<Finding> {
    const { protocol, hostname, port } = new URL(config.adsUrl);
    if (protocol !== "https:") return notConfigured(`${config.adsUrl} has no TLS`);
    const certificate = await certificateOf(hostname, Number(port || 443));
    if (oldTls.has(certificate.protocol)) {
      return failed(`it speaks ${certificate.protocol}`, "enable TLS 1.2 and 1.3 at the proxy");
    }
    return judgeCertificate("ADS_URL", certificate, now());
  },
};

const endpoint: ExchangeCheck = {
  name: "endpoint",
  about: "the public bid URL answers a bid request",
  async run(context) {
    const [first] = await context.samples();
    const found = `${bidUrlOf(context)} answers ${first?.status ?? "nothing"}`;
    if (first !== undefined && answered.has(first.status)) return ok(found);
    if (first?.status === 401 && context.exchange.networks?.length) {
      return warning(`${found}: it accepts only the exchange's networks`, "run this command inside one of them");
    }
    if (first?.status === 404) return failed(found, "restart the ad servers: they do not know this exchange");
    return failed(found, "check the proxy's route to the ad servers and their log");
  },
};

const secretRequired: ExchangeCheck = {
  name: "secret_required",
  about: "a bid request without the secret is refused",
  async run(context) {
    if (context.exchange.secret === undefined) return notConfigured("it has no secret; its networks are checked");
    const { status } = await context.send(firstSample(), { withSecret: false });
    if (!answered.has(status)) return ok(`it answers ${status}`);
    return failed(`it answers ${status}`, "remove the secret from the proxy's own headers: anyone may request bids");
  },
};

const latency: ExchangeCheck = {
  name: "latency",
  about: "answers arrive within the time limit less the network's part",
  async run(context) {
    const { exchange } = context;
    const times: number[] = [];
    for (let sent = 0; sent < latencySamples; sent++) times.push((await context.send(firstSample())).elapsedMs);
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    const limitMs = (exchange.responseMs ?? usualLimitMs) - (exchange.networkMs ?? usualNetworkMs);
    const found = `${Math.round(median)} ms of ${limitMs} ms`;
    if (median > limitMs) return failed(found, "move the ad servers closer to the exchange, or check the proxy's load");
    return ok(found);
  },
};

const gzip: ExchangeCheck = {
  name: "gzip",
  about: "a compressed bid request is read",
  async run(context) {
    const [plain] = await context.samples();
    if (plain === undefined || !answered.has(plain.status)) return notConfigured("the endpoint does not answer");
    const { status } = await context.send(firstSample(), { isGzipped: true });
    if (answered.has(status)) return ok("yes");
    return failed(`it answers ${status}`, "let the proxy pass on Content-Encoding with the unchanged body");
  },
};

const protocol: ExchangeCheck = {
  name: "protocol",
  about: "answers declare the configured version of OpenRTB",
  async run(context) {
    const wanted = protocolOf(context.exchange);
    const withBids = (await context.samples()).filter(({ bids }) => bids.length > 0);
    if (withBids.length === 0) return noBids(await context.samples());
    const others = withBids.filter(({ version }) => version !== wanted);
    if (others.length === 0) return ok(wanted);
    return failed(
      `${others[0]?.version ?? "none"} instead of ${wanted}`,
      "let the proxy pass on X-OpenRTB-Version, and restart ad servers of an older release",
    );
  },
};

function firstSample() {
  const [first] = samples;
  if (first === undefined) throw new Error("there is no sample");
  return first;
}

/** The finding of checks that need a bid. */
export function noBids(given: SampleAnswer[]): Finding {
  const reasons = [...new Set(given.flatMap((each) => each.reasons))];
  return notConfigured(`no bid on the samples: ${reasons.join(", ") || "no reason is told"}`);
}

export const endpointChecks: readonly ExchangeCheck[] = [dns, tls, endpoint, secretRequired, latency, gzip, protocol];
