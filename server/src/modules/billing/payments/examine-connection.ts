import type { Config } from "@litfass/platform/config/config";
import { cardEventTypes } from "./card-event.ts";
import { connectStripe, type Send, stripeSdk } from "./stripe-sdk.ts";

/** What is found at the card processor with the configured key. */
export type CardConnection =
  | { state: "none" | "sandbox" | "key_rejected" | "ok" }
  | { state: "unreadable"; status: number }
  | { state: "no_webhook" | "webhook_disabled"; webhook: string }
  /** The webhook is not sent these types of events, which this installation applies. */
  | { state: "events_missing"; webhook: string; events: string[] };

type Settings = Pick<Config, "providers" | "publicUrl" | "sandboxUrl">;

const timeoutMs = 5_000;
/** Stripe allows 16 endpoints in an account, and one page has 100. */
const pageSize = 100;
/** In an endpoint's `enabled_events`: all types. */
const everyEvent = "*";

/**
 * Examines whether the card processor accepts the key, calls this installation's webhook, and sends it the events that
 * are applied (Stripe: List all webhook endpoints). Several endpoints with this address count together.
 * @throws if the processor does not respond.
 */
export const cardExaminer =
  (send: Send) =>
  async ({ providers: { stripe }, publicUrl, sandboxUrl }: Settings): Promise<CardConnection> => {
    if (!stripe) return { state: "none" };
    if (sandboxUrl && stripe.apiUrl.startsWith(sandboxUrl)) return { state: "sandbox" };
    const client = connectStripe({ ...stripe, timeoutMs, maxRetries: 0, send });
    const webhook = `${publicUrl}/stripe/webhook`;
    try {
      const { data } = await client.webhookEndpoints.list({ limit: pageSize });
      return judgeEndpoints(
        webhook,
        data.filter(({ url }) => url === webhook),
      );
    } catch (error) {
      const { errors } = stripeSdk();
      if (error instanceof errors.StripeAuthenticationError) return { state: "key_rejected" };
      const status = error instanceof errors.StripeError ? error.statusCode : undefined;
      if (status === undefined) throw error;
      return { state: "unreadable", status };
    }
  };

type Endpoint = { status: string; enabled_events: string[] };

function judgeEndpoints(webhook: string, endpoints: Endpoint[]): CardConnection {
  if (endpoints.length === 0) return { state: "no_webhook", webhook };
  const sent = endpoints.filter(({ status }) => status === "enabled").flatMap((each) => each.enabled_events);
  if (!endpoints.some(({ status }) => status === "enabled")) return { state: "webhook_disabled", webhook };
  const events = sent.includes(everyEvent) ? [] : cardEventTypes.filter((type) => !sent.includes(type));
  return events.length === 0 ? { state: "ok" } : { state: "events_missing", webhook, events };
}
