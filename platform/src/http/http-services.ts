import type { CommandServices } from "../command/command.ts";
import type { Execute } from "../command/execute.ts";
import type { Platform } from "../platform.ts";
import type { AntiForgery } from "./anti-forgery.ts";
import type { CallLimits } from "./call-limits.ts";
import type { SessionCookies } from "./cookies.ts";
import type { HttpMetrics } from "./metrics.ts";
import type { Authenticate } from "./signed-in.ts";

/** Dependencies of `mount` and the pages, available as `app.services`. */
export type HttpServices = {
  platform: Platform;
  /** Runs commands. */
  execute: Execute<CommandServices>;
  authenticate: Authenticate;
  antiForgery: AntiForgery;
  cookies: SessionCookies;
  limits: CallLimits;
  metrics: HttpMetrics;
};

declare module "fastify" {
  interface FastifyInstance {
    services: HttpServices;
  }
}
