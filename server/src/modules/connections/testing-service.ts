import { fixedClock } from "@litfass/platform/clock";

import type { EgressAnswer, EgressRequest } from "@litfass/platform/egress/egress";
import { readAppConfig } from "../../processes/config.ts";
import type { ServicePlatform } from "./calls/call-service.ts";

/** A request as a service would receive it. */
export type Received = { url: URL; method: string; headers: Record<string, string>; body: unknown };
export type Reply = { status?: number; headers?: Record<string, string>; body: unknown };

const secret = "s".repeat(40);

/**
 * Dependencies of reading from a service, configured like production, with `answer` as a mock. Every request is
 * stored in `received`.
 */
export function serviceWith(answer: (request: Received) => Reply, env: Record<string, string> = {}) {
  const received: Received[] = [];
  const platform: ServicePlatform = {
    config: readAppConfig({
      SESSION_SECRET: secret,
      SIGNING_SECRET: secret,
      INTERNAL_SECRET: secret,
      GOOGLE_CLIENT_ID: "client",
      GOOGLE_CLIENT_SECRET: "client-secret",
      META_APP_ID: "app",
      META_APP_SECRET: "app-secret",
      ...env,
    }),
    clock: fixedClock(new Date("2026-11-20T10:00:00Z")),
    async egress(address, request = {}) {
      const got = requestOf(address, request);
      received.push(got);
      return answerOf(answer(got));
    },
  };
  return { platform, received };
}

const requestOf = (address: string, { method = "GET", headers = {}, body }: EgressRequest): Received => ({
  url: new URL(address),
  method,
  headers,
  body: typeof body === "string" ? JSON.parse(body) : null,
});

/** A response as received from the network. */
export function answerOf({ status = 200, headers = {}, body }: Reply): EgressAnswer {
  const text = JSON.stringify(body);
  return {
    status,
    headers: new Headers(headers),
    body: Buffer.from(text),
    text: () => text,
    json: () => JSON.parse(text),
  };
}

/** An error of the Google Ads API, in the shape of its REST interface. */
export const adsFailure = (status: number, errorCode: Record<string, string>, more: object = {}): Reply => ({
  status,
  body: {
    error: {
      code: status,
      message: "Request failed.",
      status: status === 401 ? "UNAUTHENTICATED" : "PERMISSION_DENIED",
      details: [
        {
          "@type": "type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure",
          errors: [{ errorCode, message: "no", ...more }],
          requestId: "r1",
        },
      ],
    },
  },
});

/** An error of the infrastructure shared by all Google APIs. */
export const infrastructureFailure = (reason: string): Reply => ({
  status: 403,
  body: {
    error: {
      code: 403,
      message: "Refused.",
      status: "PERMISSION_DENIED",
      details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "googleapis.com" }],
    },
  },
});

/** A Graph API error: nearly always 400, distinguished by its code. */
export const graphFailure = (code: number, more: object = {}): Reply => ({
  status: 400,
  body: { error: { message: "no", type: "OAuthException", code, fbtrace_id: "t1", ...more } },
});
