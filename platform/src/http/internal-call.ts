import { createHmac } from "node:crypto";
import { fieldErrors } from "@litfass/contract/kernel/field-errors";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { invalid, unauthenticated } from "../problem.ts";
import { isSignedByAny, type Keys } from "../security/keys.ts";

/** A call of the operator's commands on the installation's own machine to its running API. */
type InternalCall<Schema extends z.ZodType> = {
  path: `/internal/${string}`;
  input: Schema;
  maxBodyBytes: number;
  run(input: z.output<Schema>, app: FastifyInstance): Promise<unknown>;
};

const validMs = 60_000;
export const signatureHeader = "x-signature";
const envelope = z.strictObject({ at: z.int(), input: z.unknown() });

/** The signature of a body for one path with the installation's internal secret. */
const sign = (secret: string, path: string, body: string): string =>
  createHmac("sha256", secret).update(`${path}|${body}`).digest("base64url");

/**
 * The input of a signed body, not validated.
 * @returns undefined for another key or path, or a time more than a minute away.
 */
export function readInternal(
  keys: Keys,
  path: `/internal/${string}`,
  call: { signature: string; body: string; now: Date },
): { input: unknown } | undefined {
  if (!isSignedByAny(keys, call.signature, (key) => sign(key, path, call.body))) return undefined;
  const { at, ...rest } = envelope.parse(JSON.parse(call.body));
  return Math.abs(call.now.getTime() - at) > validMs ? undefined : rest;
}

/**
 * Mounts a call as a plugin. Its body is `{ at, input }`, signed with the internal secret.
 * @throws 401 for another secret or a time more than a minute away, 422 for an invalid input.
 */
export const mountInternal =
  <Schema extends z.ZodType>(
    { clock, config }: Platform,
    { path, input: schema, maxBodyBytes, run }: InternalCall<Schema>,
  ): FastifyPluginAsync =>
  async (internal) => {
    internal.removeAllContentTypeParsers();
    // The signature is of the bytes, so the body is parsed after it was checked.
    internal.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    internal.post(path, { bodyLimit: maxBodyBytes }, async (request) => {
      const signature = String(request.headers[signatureHeader] ?? "");
      const call = { signature, body: String(request.body ?? ""), now: clock.now() };
      const read = readInternal(config.secrets.internal, path, call);
      if (read === undefined) throw unauthenticated();
      const parsed = schema.safeParse(read.input);
      if (!parsed.success) throw invalid(fieldErrors(parsed.error, "en"));
      return run(parsed.data, internal);
    });
  };

/** The signed request of a call, for `fetch`. */
export function internalRequest(
  secret: string,
  path: `/internal/${string}`,
  { at, input }: { at: Date; input: unknown },
): { method: "POST"; headers: Record<string, string>; body: string } {
  const body = JSON.stringify({ at: at.getTime(), input });
  const headers = { "content-type": "application/json", [signatureHeader]: sign(secret, path, body) };
  return { method: "POST", headers, body };
}
