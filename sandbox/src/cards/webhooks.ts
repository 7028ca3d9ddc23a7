import { createHmac } from "node:crypto";
import type { ApiObject, CardStore } from "./card-store.ts";

export type WebhookControl = { withhold: boolean; duplicate: boolean; delayMs: number };

const pausesMs = [1000, 3000, 10_000, 30_000, 60_000];
const timeoutMs = 10_000;

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Tells the platform what happened: signed as Stripe signs, tried again with growing pauses. */
export function createWebhooks(store: CardStore, url: string, secret: string) {
  const control: WebhookControl = { withhold: false, duplicate: false, delayMs: 0 };
  const timers = new Set<NodeJS.Timeout>();

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  async function deliver(event: ApiObject, attempt: number): Promise<void> {
    const payload = JSON.stringify(event);
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", secret).update(`${at}.${payload}`).digest("hex");
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": `t=${at},v1=${signature}` },
        body: payload,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (response.ok) return;
    } catch {
      // Not reached: tried again below, as after an error answer.
    }
    const pause = pausesMs[attempt];
    if (pause !== undefined) later(pause, () => void deliver(event, attempt + 1));
  }

  return {
    control,
    /** Records an event and sends it. */
    emit(type: string, object: ApiObject): void {
      const event = store.put({
        id: store.newId("evt"),
        object: "event",
        api_version: "2025-09-30.clover",
        created: store.now(),
        type,
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        data: { object: structuredClone(object) },
      });
      if (control.withhold) return;
      later(control.delayMs, () => void deliver(event, 0));
      if (control.duplicate) later(control.delayMs + 50, () => void deliver(event, 0));
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
