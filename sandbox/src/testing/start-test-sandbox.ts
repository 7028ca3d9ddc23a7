import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../clock.ts";
import type { SandboxConfig } from "../config.ts";
import { type Sandbox, startSandbox } from "../sandbox.ts";

export type Received = { body: string; headers: IncomingMessage["headers"]; path: string };

export type TestSandbox = Sandbox & {
  /** The webhooks received by the product, oldest first. */
  received: Received[];
  /** The product's response to the next webhooks. */
  answer: { status: number };
};

export const webhookSecret = "test-webhook-secret";

/** A sandbox on free ports with its own listening product. `dataDir` null keeps everything in memory. */
export async function startTestSandbox(
  changes: Partial<Omit<SandboxConfig, "dataDir">> & { dataDir?: string | null } = {},
  clock?: Clock,
): Promise<TestSandbox> {
  const received: Received[] = [];
  const answer = { status: 200 };
  const product = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers, path: request.url ?? "" });
    response.writeHead(answer.status).end();
  });
  await new Promise<void>((resolve) => product.listen(0, "127.0.0.1", resolve));
  const publicUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  const port = await freePort();
  const config = {
    host: "127.0.0.1",
    port,
    smtpPort: 0,
    sandboxUrl: `http://127.0.0.1:${port}`,
    publicUrl,
    adsUrl: "http://127.0.0.1:9",
    exchangeSecret: "",
    webhookUrl: `${publicUrl}/stripe/webhook`,
    webhookSecret,
    dataDir: null,
    seed: 1,
    requestsPerSecond: 0,
    auction: "second" as const,
    feePercent: 0,
    proxyPort: null,
    ...changes,
  };
  const sandbox = await startSandbox(config, clock);
  return {
    ...sandbox,
    received,
    answer,
    async stop() {
      await sandbox.stop();
      await new Promise((resolve) => product.close(resolve));
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
