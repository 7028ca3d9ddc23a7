import path from "node:path";
import type { FastifyInstance } from "fastify";
import { createHttp } from "../platform/http/app.ts";
import type { Authenticate } from "../platform/http/kit.ts";
import { createRegistry } from "../platform/http/metrics.ts";
import { addWebApp } from "../platform/http/web-app.ts";
import type { Platform } from "../platform/platform.ts";
import { version } from "./version.ts";

export type AppOptions = {
  /** Finds the session of a request; the identity room's unless told. */
  authenticate?: Authenticate;
  /** Folder of the built web app. */
  webDist?: string;
};

const builtWeb = path.resolve(import.meta.dirname, "../../../web/dist");

/** The whole API of an installation: every room's routes on one app, ready to listen or to be injected into. */
export async function buildApp(platform: Platform, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = await createHttp(platform, {
    authenticate: options.authenticate ?? (async () => null),
    registry: createRegistry("api"),
    version,
  });
  await addWebApp(app, options.webDist ?? builtWeb);
  return app;
}
