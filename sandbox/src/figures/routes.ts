import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import type { Grants } from "../sign-in/grants.ts";
import { facebookInsightRoutes } from "./facebook-routes.ts";
import { googleAdsRoutes } from "./google-ads-routes.ts";
import { googleAnalyticsRoutes } from "./google-analytics-routes.ts";

/** Figures of Google Ads, Google Analytics and Facebook for users who gave consent. */
export function figureRoutes(app: FastifyInstance, options: { grants: Grants; clock: Clock }): void {
  googleAdsRoutes(app, options);
  googleAnalyticsRoutes(app, options);
  facebookInsightRoutes(app, options);
}
