import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { defaultCurrencies } from "@litfass/contract/settings/default-currencies";
import { profileFacts } from "@litfass/contract/supply/exchange-profiles";
import type { Config } from "@litfass/platform/config/config";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { z } from "zod";
import { callTimeoutMs } from "../check.ts";

/** One exchange, and the installation that it calls. */
export type Bidder = {
  config: Config;
  exchange: Exchange;
  /** Calls of this installation's own addresses, which may be private. */
  fetch: typeof fetch;
};

/** Where the exchange sends bid requests. */
export const bidUrlOf = ({ config, exchange }: Pick<Bidder, "config" | "exchange">): string =>
  `${config.adsUrl}/openrtb2/${exchange.name}/bid`;

/** The version of OpenRTB that answers declare: that of the profile, or the configured one. */
export const protocolOf = ({ profile = "openrtb", protocol }: Exchange): string =>
  profileFacts[profile].protocol ?? protocol ?? "2.6";

/** A bid request of one format, marked as a test, which is neither charged nor counted. */
export type Sample = { format: "banner" | "video" | "audio" | "native"; sizes: readonly Size[] };
type Size = { w: number; h: number };

const bidSchema = z.looseObject({
  id: z.string(),
  impid: z.string(),
  price: z.number().positive(),
  adm: z.string().optional(),
  nurl: z.string().optional(),
  burl: z.string().optional(),
  lurl: z.string().optional(),
  crid: z.string().optional(),
  cid: z.string().optional(),
  adomain: z.array(z.string()).optional(),
  cat: z.array(z.string()).optional(),
  w: z.number().optional(),
  h: z.number().optional(),
});
export type SampleBid = z.infer<typeof bidSchema>;

const answerSchema = z.looseObject({
  id: z.string(),
  cur: z.string().optional(),
  seatbid: z.array(z.looseObject({ bid: z.array(bidSchema) })).optional(),
  ext: z.looseObject({ reasons: z.array(z.string()).optional() }).optional(),
});

export type SampleAnswer = {
  sample: Sample;
  status: number;
  /** The protocol version that the answer declares; null without one. */
  version: string | null;
  /** Why the answer cannot be read; null if it can. */
  problem: string | null;
  currency: string | null;
  bids: SampleBid[];
  /** Why there is no bid. */
  reasons: string[];
  elapsedMs: number;
};

/** The most common sizes of each format (IAB new ad portfolio, and usual players). */
export const samples: readonly Sample[] = [
  {
    format: "banner",
    sizes: [
      { w: 300, h: 250 },
      { w: 336, h: 280 },
      { w: 250, h: 250 },
    ],
  },
  {
    format: "banner",
    sizes: [
      { w: 728, h: 90 },
      { w: 970, h: 250 },
      { w: 320, h: 50 },
      { w: 160, h: 600 },
    ],
  },
  { format: "video", sizes: [{ w: 640, h: 360 }] },
  { format: "audio", sizes: [] },
  { format: "native", sizes: [] },
];

const seconds = { minduration: 1, maxduration: 60 };

/** The assets of a usual native ad (OpenRTB Native 1.2); the numbered ones that it must have. */
export const requiredAssets = { title: 1, mainImage: 2, sponsor: 3 };
const native = {
  ver: "1.2",
  assets: [
    { id: requiredAssets.title, required: 1, title: { len: 90 } },
    { id: requiredAssets.mainImage, required: 1, img: { type: 3, wmin: 300, hmin: 157 } },
    { id: requiredAssets.sponsor, required: 1, data: { type: 1 } },
    { id: 4, img: { type: 1, wmin: 50, hmin: 50 } },
    { id: 5, data: { type: 2 } },
  ],
  eventtrackers: [{ event: 1, methods: [1] }],
};

const agent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";

function requestOf({ format, sizes }: Sample, { currencies = usualCurrencies, profile, account }: Exchange) {
  const extensions = profile === "google" && account !== undefined ? { ext: { billing_id: [account] } } : {};
  const [first] = sizes;
  const slot = {
    banner: { banner: { ...first, format: sizes } },
    video: { video: { ...first, ...seconds, mimes: ["video/mp4"], protocols: [2, 3, 7], plcmt: 2 } },
    audio: { audio: { ...seconds, mimes: ["audio/mpeg", "audio/mp4"], protocols: [2, 3, 7, 11, 13] } },
    native: { native: { ver: "1.2", request: JSON.stringify(native) } },
  }[format];
  return {
    id: `doctor-${randomUUID()}`,
    test: 1,
    imp: [{ id: "1", ...slot, ...extensions, metric: [{ type: "viewability", value: 1 }], secure: 1 }],
    site: { domain: "example.com", page: "https://example.com/", cat: ["IAB12"] },
    device: { ua: agent, language: "de", geo: { country: "CHE" } },
    regs: { gdpr: 0 },
    cur: currencies,
    tmax: 1_000,
  };
}

/** What exchanges take unless they say otherwise. */
export const usualCurrencies: string[] = [...defaultCurrencies.offered.map(({ currency }) => currency), "USD"];

/** Sends a sample to the public bid URL as the exchange does. @throws if there is no answer in time. */
export async function sendSample(
  context: Bidder,
  sample: Sample,
  { withSecret = true, isGzipped = false } = {},
): Promise<SampleAnswer> {
  const { exchange } = context;
  const request = requestOf(sample, exchange);
  const json = JSON.stringify(request);
  const started = performance.now();
  const answer = await context.fetch(bidUrlOf(context), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-openrtb-version": protocolOf(exchange),
      ...(isGzipped ? { "content-encoding": "gzip" } : {}),
      ...(withSecret && exchange.secret !== undefined ? { "x-exchange-key": exchange.secret } : {}),
    },
    body: isGzipped ? gzipSync(json) : json,
    redirect: "manual",
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  const text = await answer.text();
  const elapsedMs = performance.now() - started;
  const version = answer.headers.get("x-openrtb-version");
  const read = { sample, status: answer.status, version, elapsedMs };
  const none = { problem: null, currency: null, bids: [], reasons: [] };
  if (answer.status !== 200) return { ...read, ...none };
  return { ...read, ...none, ...readAnswer(text, request.id) };
}

function readAnswer(text: string, id: string): Partial<SampleAnswer> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: "it is not JSON" };
  }
  const parsed = answerSchema.safeParse(json);
  if (!parsed.success) return { problem: `it is no bid response: ${parsed.error.issues[0]?.path.join(".") ?? ""}` };
  const { data } = parsed;
  if (data.id !== id) return { problem: "it has another ID than the request" };
  return {
    currency: data.cur ?? null,
    bids: (data.seatbid ?? []).flatMap(({ bid }) => bid),
    reasons: data.ext?.reasons ?? [],
  };
}
