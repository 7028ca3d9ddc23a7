import { freezeEvents } from "@litfass/platform/clickhouse/freeze-sql";
import { internalRequest, mountInternal } from "@litfass/platform/http/internal-call";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { CliError } from "../cli/cli-command.ts";

const freezePath = "/internal/event-store/freeze";
const freezeTimeoutMs = 60_000;
const frozenSchema = z.object({ events: z.number(), chargeMicros: z.string() });

/** Freezes the event store inside this process for a backup, which copies the files by itself. */
export const freezeRoute = (platform: Platform): FastifyPluginAsync =>
  mountInternal(platform, {
    path: freezePath,
    input: z.strictObject({ name: z.string().regex(/^[a-z0-9_]{1,60}$/) }),
    maxBodyBytes: 4096,
    run: ({ name }) => freezeEvents(platform.clickhouse, name),
  });

type Call = { internalUrl: string; secret: string; now: () => Date; fetch?: typeof fetch };

/** Freezes the event store inside the running API. @throws CliError if it does not answer. */
export async function requestFreeze({ internalUrl, secret, now, fetch: send = fetch }: Call, name: string) {
  const request = internalRequest(secret, freezePath, { at: now(), input: { name } });
  const signal = AbortSignal.timeout(freezeTimeoutMs);
  const answer = await send(`${internalUrl}${freezePath}`, { ...request, signal }).catch((error: Error) => {
    throw new CliError(`The API does not respond at ${internalUrl}, and only it has the event store: ${error.message}`);
  });
  if (!answer.ok) throw new CliError(`The API answered ${answer.status} when the event store was frozen; see its log`);
  return frozenSchema.parse(await answer.json());
}
