import {
  type ConversionReport,
  conversionReportSchema,
  maxConversionBytes,
  type RefusedConversion,
  refusedConversions,
} from "@litfass/contract/adserver/conversion";
import type { Conversion, ConversionOutcome } from "../../sync/conversions/conversion-sql.ts";
import type { AdServer } from "../ad-server.ts";
import { type HttpRequest, type HttpResponse, json, pixel } from "../http-message.ts";

const maxRunning = 8;
const maxClockSkewMs = 60_000;
const microsPerHundredth = 10_000n;

/**
 * `POST /conversion`: a report of a conversion as JSON, from the tag or from an advertiser's server. 200 with `status` once
 * it is stored, else an `error` and its HTTP status (`refusedConversions`). A repeated report changes nothing.
 */
export async function answerConversion(adServer: AdServer, { body, ip }: HttpRequest): Promise<HttpResponse> {
  if (body.length > maxConversionBytes) return answered(adServer, "too_large");
  return answered(adServer, await take(adServer, ip, decoded(body)));
}

/** `GET /conversion`: the same with query parameters, as an image. HEAD, as of a scanner of links, counts nothing. */
export async function answerConversionPixel(adServer: AdServer, request: HttpRequest): Promise<HttpResponse> {
  const { method, query, ip } = request;
  if (method === "HEAD") return pixel();
  if (query.length > maxConversionBytes) return answered(adServer, "too_large");
  const outcome = await take(adServer, ip, Object.fromEntries(new URLSearchParams(query)));
  const answer = answered(adServer, outcome);
  return answer.status === 200 ? pixel() : answer;
}

const isRefusal = (outcome: ConversionOutcome | RefusedConversion): outcome is RefusedConversion =>
  outcome in refusedConversions;

/** Any page may read the answer: it says nothing about a visitor. */
const headers = { "content-type": "application/json", "cache-control": "no-store", "access-control-allow-origin": "*" };

function answered({ metrics }: AdServer, outcome: ConversionOutcome | RefusedConversion): HttpResponse {
  metrics.conversions.of(outcome).count++;
  if (!isRefusal(outcome)) return { ...json(200, { status: outcome }), headers };
  const status = refusedConversions[outcome];
  const wait = status === 429 || status === 503 ? { "retry-after": "60" } : {};
  return { ...json(status, { error: outcome }), headers: { ...headers, ...wait } };
}

function decoded(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

async function take(
  { conversions, clickIds, engine }: AdServer,
  ip: string,
  given: unknown,
): Promise<ConversionOutcome | RefusedConversion> {
  if (!conversions.isWithinLimit(ip)) return "too_many";
  const report = conversionReportSchema.safeParse(given).data;
  if (report === undefined) return "invalid_report";
  const click = clickIds.open(report.click);
  const at = engine.clock.now();
  if (click === undefined || click.atMs > at.getTime() + maxClockSkewMs) return "invalid_click";
  if (conversions.running >= maxRunning) return "unavailable";
  conversions.running += 1;
  try {
    return await conversions.record({ click, at, ...valuesOf(report) });
  } catch {
    return "unavailable";
  } finally {
    conversions.running -= 1;
  }
}

const valuesOf = ({ value, currency, order }: ConversionReport): Omit<Conversion, "click" | "at"> => ({
  valueMicros: value === undefined ? null : BigInt(Math.round(value * 100)) * microsPerHundredth,
  currency,
  order,
});
