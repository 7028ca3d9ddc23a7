import { createHash } from "node:crypto";
import type { Platform } from "@litfass/platform/platform";

/**
 * The key of a call's effect: with the client's key, a repeated call has the same effect even after the stored
 * response expired. Without one, every call is distinct.
 */
export const requestKey = (
  { random }: Pick<Platform, "random">,
  what: string,
  uid: string,
  clientKey: string | null,
): string => `${what}:${clientKey ? createHash("sha256").update(`${uid}\n${clientKey}`).digest("hex") : random.id()}`;
