import { createHash } from "node:crypto";
import type { Platform } from "@litfass/platform/platform";

/**
 * The key under which a call's effect is written: the client's key makes a repeated call the same effect, also after the
 * stored answer was forgotten. Without one every call is its own.
 */
export const requestKey = (
  { random }: Pick<Platform, "random">,
  what: string,
  uid: string,
  clientKey: string | null,
): string => `${what}:${clientKey ? createHash("sha256").update(`${uid}\n${clientKey}`).digest("hex") : random.id()}`;
