import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** When to kill the process behind this proxy, relative to a call to the card processor or a webhook. */
export const moments = ["before", "during", "after", "webhook"] as const;
export type Moment = (typeof moments)[number];

export type CardGate = {
  url: string;
  /** The current target of webhooks. */
  setWebhookPort(port: number | null): void;
  /** Kills at this moment of the next call, `delayMs` later. */
  arm(moment: Moment, delayMs: number, kill: () => void): void;
  close(): Promise<void>;
};

type Armed = { moment: Moment; delayMs: number; kill: () => void };

/**
 * A proxy between billing and the card processor: forwards calls and webhooks, and kills at the configured moment. A
 * call whose caller is killed still arrives, like on a real network.
 */
export async function openCardGate(processorUrl: () => string): Promise<CardGate> {
  let armed: Armed | null = null;
  let webhookPort: number | null = null;
  const take = (...wanted: Moment[]): Armed | null => {
    if (!armed || !wanted.includes(armed.moment)) return null;
    const taken = armed;
    armed = null;
    return taken;
  };
  const killLater = async (taken: Armed | null): Promise<void> => {
    if (!taken) return;
    if (taken.delayMs > 0) await wait(taken.delayMs);
    taken.kill();
  };

  const passCall = async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const taken = take("before", "during", "after");
    if (taken?.moment === "before") {
      taken.kill();
      response.destroy();
      return;
    }
    const answering = send(`${processorUrl()}${request.url}`, request, body);
    if (taken?.moment === "during") taken.kill();
    const answer = await answering;
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    response.end(Buffer.from(await answer.arrayBuffer()));
    if (taken?.moment === "after") await killLater(taken);
  };
  const passWebhook = async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const taken = take("webhook");
    if (webhookPort === null) {
      response.writeHead(502).end();
      return;
    }
    const answering = send(`http://127.0.0.1:${webhookPort}/stripe/webhook`, request, body);
    await Promise.all([killLater(taken), answering.catch(() => null)]);
    const answer = await answering.catch(() => null);
    response.writeHead(answer?.status ?? 502).end();
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const pass = request.url === "/webhook" ? passWebhook : passCall;
      await pass(request, response, Buffer.concat(chunks));
    } catch {
      response.destroy();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setWebhookPort: (port) => {
      webhookPort = port;
    },
    arm: (moment, delayMs, kill) => {
      armed = { moment, delayMs, kill };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const passed = ["authorization", "content-type", "idempotency-key", "stripe-signature", "stripe-version"];

function send(url: string, request: IncomingMessage, body: Buffer): Promise<Response> {
  const headers = passed.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  return fetch(url, {
    method: request.method ?? "GET",
    headers,
    body: request.method === "GET" ? null : new Uint8Array(body),
    signal: AbortSignal.timeout(10_000),
  });
}
