import { fixedClock } from "@litfass/platform/clock";

import type { EgressAnswer, EgressRequest } from "@litfass/platform/egress/egress";
import { readAppConfig } from "../../processes/config.ts";
import type { ServicePlatform } from "./calls/call-service.ts";

/** A request as a service would receive it. */
export type Received = { url: URL; method: string; headers: Record<string, string>; body: unknown };
export type Reply = { status?: number; headers?: Record<string, string>; body: unknown };

const secret = "s".repeat(40);

/**
 * What reading from a service takes, set up as in production with real keys, where `answer` stands for the service.
 * Every request is kept in `received`.
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

/** An answer as it comes back from the outside. */
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

/** A refusal by the infrastructure that all Google APIs share. */
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

/** An error of the Graph API: nearly always 400, told apart by its code. */
export const graphFailure = (code: number, more: object = {}): Reply => ({
  status: 400,
  body: { error: { message: "no", type: "OAuthException", code, fbtrace_id: "t1", ...more } },
});
