import { createRequire } from "node:module";
import type Stripe from "stripe";

const require = createRequire(import.meta.url);

/** The card processor's SDK. Its 218 modules are loaded at the first use: most processes never need them. */
export const stripeSdk = (): typeof Stripe => require("stripe") as typeof Stripe;

/** What `fetch` does, for addresses as text. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>;

export type StripeConnection = {
  secretKey: string;
  /** Stripe itself, or the sandbox, which is served under a path. */
  apiUrl: string;
  timeoutMs: number;
  maxRetries: number;
  /** Node's own by default. */
  send?: Send;
};

/** A client of the SDK at `apiUrl`. */
export function connectStripe({ secretKey, apiUrl, timeoutMs, maxRetries, send }: StripeConnection): Stripe {
  const Sdk = stripeSdk();
  return new Sdk(secretKey, {
    httpClient: Sdk.createFetchHttpClient(reachAt(apiUrl, send)),
    timeout: timeoutMs,
    maxNetworkRetries: maxRetries,
    telemetry: false,
  });
}

/** The SDK supports only host and port. */
const reachAt =
  (apiUrl: string, send: Send = fetch): typeof fetch =>
  (input, init) => {
    const target = new URL(input instanceof Request ? input.url : input);
    return send(`${apiUrl}${target.pathname}${target.search}`, init);
  };
