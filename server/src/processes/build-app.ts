import path from "node:path";
import type { FastifyInstance } from "fastify";
import { billingRoutes, budgetOf, subscriptionOf } from "../billing/index.ts";
import {
  addFirstAdminRoute,
  createAuthenticate,
  createIdentityHooks,
  identityJobs,
  identityRoutes,
} from "../identity/index.ts";
import { createHttp } from "../platform/http/app.ts";
import { idempotencyJobs } from "../platform/http/idempotency.ts";
import type { Authenticate } from "../platform/http/kit.ts";
import { createRegistry } from "../platform/http/metrics.ts";
import { addWebApp } from "../platform/http/web-app.ts";
import type { Platform } from "../platform/platform.ts";
import { siteRoutes } from "../site/index.ts";
import { type AccountReaders, staffUserRoutes, userRoutes } from "../users/index.ts";
import { version } from "./version.ts";

export type AppOptions = {
  /** Finds the session of a request; the identity room's unless told. */
  authenticate?: Authenticate;
  /** Folder of the built web app. */
  webDist?: string;
};

/** What the account in users/me shows from other rooms. */
export const accountReadersOf = (platform: Platform): AccountReaders => ({
  budgetOf,
  subscriptionOf: (db, uid) => subscriptionOf(db, uid, platform.clock.now()),
});

const builtWeb = path.resolve(import.meta.dirname, "../../../web/dist");

/** The whole API of an installation: every room's routes on one app, ready to listen or to be injected into. */
export async function buildApp(platform: Platform, options: AppOptions = {}): Promise<FastifyInstance> {
  const accountReaders = accountReadersOf(platform);
  const app = await createHttp(platform, {
    authenticate: options.authenticate ?? createAuthenticate(platform, accountReaders),
    registry: createRegistry("api"),
    version,
  });
  siteRoutes(app, platform);
  await identityRoutes(app, platform, accountReaders);
  identityJobs(platform);
  idempotencyJobs(platform);
  userRoutes(app, platform, accountReaders);
  const identityHooks = createIdentityHooks(platform);
  staffUserRoutes(app, platform, accountReaders, identityHooks);
  await addFirstAdminRoute(app, platform, identityHooks);
  billingRoutes(app, platform);
  await addWebApp(app, options.webDist ?? builtWeb);
  return app;
}
