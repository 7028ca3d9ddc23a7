import { createHmac } from "node:crypto";
import type { Platform } from "@litfass/platform/platform";
import { isSignedByAny } from "@litfass/platform/security/keys";

/** What an unsubscribe link ends: a scheduled report, or an alert. */
export type Stopped = "report-mail" | "alert";
type Secrets = Pick<Platform, "config">;

const tokenBy = (key: string, kind: Stopped, id: string): string =>
  createHmac("sha256", key).update(`${kind}:${id}`).digest("base64url");

/** The secret in the unsubscribe link of a mail: only its reader has it. */
export const stopToken = ({ config }: Secrets, kind: Stopped, id: string): string =>
  tokenBy(config.secrets.signing[0], kind, id);

export const isStopToken = ({ config }: Secrets, kind: Stopped, id: string, token: string): boolean =>
  isSignedByAny(config.secrets.signing, token, (key) => tokenBy(key, kind, id));
