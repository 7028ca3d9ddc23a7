import { emailShape } from "@litfass/contract/kernel/rules";
import { line } from "@litfass/contract/kernel/text";
import { nulPath } from "@litfass/platform/http/nul";
import { z } from "zod";
import { WireError } from "./wire-error.ts";

const text = (max: number) => z.string().max(max).nullish();

/** Whether a value is an absolute https URL. */
export const isHttps = (value: unknown): boolean =>
  typeof value === "string" && URL.canParse(value) && new URL(value).protocol === "https:";

/** Fields that an empty string clears. */
const clearable = new Set(["displayName", "photoUrl"]);

/** Every field that calls of the protocol read; others are ignored, like in the protocol. */
const wireInputSchema = z.object({
  email: text(320),
  newEmail: text(320),
  password: text(4096),
  newPassword: text(4096),
  /** Printed in mails and on invoices; empty to clear it. */
  displayName: line({ min: 0, max: 256 }).nullish(),
  /** Shown as an image: https only, or empty to clear it. */
  photoUrl: text(2048).refine((url) => !url || isHttps(url)),
  idToken: text(8192),
  token: text(8192),
  oobCode: text(512),
  requestType: text(64),
  identifier: text(320),
  continueUri: text(2048),
  continueUrl: text(2048),
  requestUri: text(4096),
  postBody: text(16_384),
  sessionId: text(512),
  tenantId: text(128),
  returnIdpCredential: z.boolean().nullish(),
  autoCreate: z.boolean().nullish(),
  deleteAttribute: z.array(z.string().max(64)).max(10).nullish(),
  deleteProvider: z.array(z.string().max(64)).max(10).nullish(),
});

type Parsed = z.output<typeof wireInputSchema>;
/** The fields of a call without nulls and without empty strings, unless those clear a field. */
export type WireInput = { [Field in keyof Parsed]?: NonNullable<Parsed[Field]> };

/** @throws WireError INVALID_ARGUMENT if the body is not an object or a field has the wrong type */
export function readWireInput(body: unknown): WireInput {
  const parsed = wireInputSchema.safeParse(body ?? {});
  const nul = parsed.success ? nulPath(parsed.data) : null;
  if (!parsed.success || nul !== null) {
    const field = (parsed.success ? nul : parsed.error.issues[0]?.path.join(".")) || "body";
    throw new WireError(`Invalid value at '${field}'`, { reason: "invalid", grpcStatus: "INVALID_ARGUMENT" });
  }
  return Object.fromEntries(
    Object.entries(parsed.data).filter(
      ([field, value]) => value !== null && value !== undefined && (value !== "" || clearable.has(field)),
    ),
  ) as WireInput;
}

/** A lowercase address. @throws WireError INVALID_EMAIL */
export function wireEmail(email: string): string {
  const trimmed = email.trim().toLowerCase();
  if (!emailShape.test(trimmed) || trimmed.length > 254) throw new WireError("INVALID_EMAIL");
  return trimmed;
}

/** A required field. @throws WireError with the code for a missing one */
export function required<T>(value: T | undefined, code: string): T {
  if (value === undefined) throw new WireError(code);
  return value;
}
