import type { DatabaseSync } from "node:sqlite";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { facebookRoutes } from "./facebook-routes.ts";
import { createGrants, type Grants } from "./grants.ts";
import { openIdRoutes } from "./openid-routes.ts";
import { google, microsoft } from "./providers.ts";
import { openSigningKey } from "./signing-key.ts";

export type SignInOptions = { database: DatabaseSync; clock: Clock; sandboxUrl: string; publicUrl: string };

/** Google, Microsoft and Facebook for sign-in and consents. @returns the granted consents */
export function signInRoutes(app: FastifyInstance, options: SignInOptions): Grants {
  const { sandboxUrl, publicUrl } = options;
  const grants = createGrants(options.database, options.clock);
  // Created on first use.
  let opened: ReturnType<typeof openSigningKey> | undefined;
  const key = () => {
    opened ??= openSigningKey(options.database, options.clock);
    return opened;
  };
  for (const provider of [google, microsoft]) openIdRoutes(app, provider, { sandboxUrl, publicUrl, grants, key });
  facebookRoutes(app, { publicUrl, grants });
  return grants;
}
