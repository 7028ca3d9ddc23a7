import { createHmac, timingSafeEqual } from "node:crypto";
import { type FrozenEvents, freezeEvents } from "@litfass/platform/clickhouse/freeze-sql";
import type { Platform } from "@litfass/platform/platform";
import { unauthenticated } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { CliError } from "../cli/cli-command.ts";

const freezePath = "/internal/event-store/freeze";
const validMs = 60_000;
const freezeTimeoutMs = 60_000;
const inputSchema = z.strictObject({ name: z.string().regex(/^[a-z0-9_]{1,60}$/), at: z.number().int() });
const frozenSchema = z.object({ events: z.number(), chargeMicros: z.string() });

const sign = (secret: string, body: string): string =>
  createHmac("sha256", secret).update(`freeze|${body}`).digest("base64url");

/**
 * `POST /internal/event-store/freeze`: freezes the event store inside this process for a backup, which copies the
 * files by itself. Signed with the internal secret; only for the installation's own machine.
 */
export async function addFreezeRoute(app: FastifyInstance, { clickhouse, clock, config }: Platform): Promise<void> {
  await app.register(async (internal) => {
    internal.removeAllContentTypeParsers();
    internal.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    internal.post(freezePath, { bodyLimit: 4096 }, async (request): Promise<FrozenEvents> => {
      const body = String(request.body ?? "");
      const given = Buffer.from(String(request.headers["x-signature"] ?? ""));
      const expected = Buffer.from(sign(config.secrets.internal, body));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unauthenticated();
      const { name, at } = inputSchema.parse(JSON.parse(body));
      if (Math.abs(clock.now().getTime() - at) > validMs) throw unauthenticated();
      return freezeEvents(clickhouse, name);
    });
  });
}

type Call = { internalUrl: string; secret: string; now: () => Date; fetch?: typeof fetch };

/** Freezes the event store inside the running API. @throws CliError if it does not answer. */
export async function requestFreeze({ internalUrl, secret, now, fetch: send = fetch }: Call, name: string) {
  const body = JSON.stringify({ name, at: now().getTime() });
  const headers = { "content-type": "application/json", "x-signature": sign(secret, body) };
  const request = { method: "POST", headers, body, signal: AbortSignal.timeout(freezeTimeoutMs) };
  const answer = await send(`${internalUrl}${freezePath}`, request).catch((error: Error) => {
    throw new CliError(`The API does not respond at ${internalUrl}, and only it has the event store: ${error.message}`);
  });
  if (!answer.ok) throw new CliError(`The API answered ${answer.status} when the event store was frozen; see its log`);
  return frozenSchema.parse(await answer.json());
}
