import path from "node:path";
import { listAppNames } from "@litfass/adserver/index";
import type { Caller } from "@litfass/contract/kernel/roles";
import {
  chargesByCampaign,
  createEventNews,
  type EventNews,
  eventJobs,
  eventRoutes,
  type SettleSpend,
  unsettledMicros,
} from "@litfass/events/index";
import { idempotencyJobs } from "@litfass/platform/command/forget-keys";
import { createHttp } from "@litfass/platform/http/app";
import { createRegistry } from "@litfass/platform/http/metrics";
import { addServerPageStyle } from "@litfass/platform/http/pages/server-page";
import { addReadGauge } from "@litfass/platform/http/read-gauge";
import type { Authenticate } from "@litfass/platform/http/signed-in";
import { addWebApp } from "@litfass/platform/http/web-app";
import type { Platform } from "@litfass/platform/platform";
import type { Database } from "@litfass/platform/postgres/postgres";
import { findPayoutTerms } from "@litfass/platform/settings/read-settings";
import type { FastifyInstance } from "fastify";
import { bankRoutes } from "../modules/bank/index.ts";
import {
  accountMoneyOf,
  accountSummariesOf,
  billingRoutes,
  hasLowBalance,
  maxBalanceOf,
  overdueSpendMs,
  type ReconciliationSources,
} from "../modules/billing/index.ts";
import { bulkCampaignRoutes, getBulkCampaign } from "../modules/campaigns/bulk/index.ts";
import {
  campaignCountsOf,
  campaignJobs,
  campaignRoutes,
  hasNoCampaign,
  listForReports,
  listRuns,
  reviewRoutes,
  startedBudgets,
  sumConversions,
} from "../modules/campaigns/index.ts";
import { connectionRoutes, externalReports, openConnections } from "../modules/connections/index.ts";
import {
  audioRoutes,
  bannerRunJobs,
  creativeRoutes,
  previewLinkRoutes,
  vastTagRoutes,
  videoRoutes,
} from "../modules/creatives/index.ts";
import { mediaJobs, mediaRoutes } from "../modules/creatives/video-conversion/index.ts";
import {
  createAuthenticate,
  eraseAccountRoute,
  firstAdminRoute,
  identityJobs,
  identityRoutes,
  lastSeenOf,
  secondFactorOf,
} from "../modules/identity/index.ts";
import { operationRoutes } from "../modules/operations/index.ts";
import { payoutPairs, publisherRoutes } from "../modules/publishers/index.ts";
import {
  accountTimeZone,
  figuresOfCampaigns,
  type StatisticsSources,
  statisticsJobs,
  statisticsRoutes,
  viewabilityOfCampaigns,
} from "../modules/reporting/index.ts";
import { commandLineSettings, settingsRoutes } from "../modules/settings/index.ts";
import { siteRoutes } from "../modules/site/index.ts";
import { campaignMoney, deliveryJobs, leaseJobs, settledSpend } from "../modules/spend/index.ts";
import { dealRoutes } from "../modules/supply/deals/index.ts";
import {
  exchangeInvoiceRoutes,
  exchangeRoutes,
  registrationJobs,
  registrationRoutes,
  sellerJobs,
  sellerRoutes,
} from "../modules/supply/index.ts";
import { targetingRoutes } from "../modules/targeting/index.ts";
import { transparencyRoutes } from "../modules/transparency/index.ts";
import { type AccountReaders, namesOf, staffUserRoutes, userRoutes } from "../modules/users/index.ts";
import { appServices, campaignAccess, createAppExecutor } from "./app-executor.ts";
import { freezeRoute } from "./backup/freeze-route.ts";
import { closingJobs } from "./closing-account-parts.ts";
import { maintenanceCommands } from "./commands.ts";
import { settleBatch } from "./settle-batch.ts";
import { version } from "./version.ts";

export type AppOptions = {
  /** Finds the session of a request; the identity module's by default. */
  authenticate?: Authenticate;
  /** Folder of the built web app. */
  webDist?: string;
  /** The consumers of spend and the campaign data for statistics; tests can replace them. */
  settle?: SettleSpend;
  /** News of new events; by default only within this process. */
  news?: EventNews;
  statistics?: StatisticsSources;
  /** Whether the process will stop; it still answers. */
  isDraining?: () => boolean;
};

/** Account data from other modules for users/me. */
export const accountReadersOf = (platform: Platform): AccountReaders => ({
  moneyOf: (db, user) => accountMoneyOf(db, user, platform.clock.now()),
  secondFactorOf: (db, user) => secondFactorOf(platform, db, user),
});

/** Data from other modules for the nightly reconciliation. */
const reconciliationSources = ({ clickhouse }: Platform): ReconciliationSources => ({
  campaignMoney,
  startedBudgets,
  settledSpend,
  charges: (page) => chargesByCampaign(clickhouse, page),
  unsettledMicros,
  async payouts(db, now) {
    const { transit_days: days } = await findPayoutTerms(db);
    return payoutPairs(new Date(now.getTime() - days * 86_400_000));
  },
});

const builtWeb = path.resolve(import.meta.dirname, "../../../web/dist");

/** The complete API of an installation: every module's routes on one app, ready to listen or to inject requests. */
export async function buildApp(platform: Platform, options: AppOptions = {}): Promise<FastifyInstance> {
  const accountReaders = accountReadersOf(platform);
  const services = appServices(platform);
  const execute = createAppExecutor(platform, services);
  const connections = openConnections(platform, execute);
  closingJobs(platform, connections);
  const registry = createRegistry("api");
  addReadGauge(registry, {
    name: "litfass_open_spend_overdue_seconds",
    help: "Seconds since the end of the oldest hour whose spend is not booked in the ledger; 0 if there is none",
    read: async () => (await overdueSpendMs(platform.db)) / 1000,
  });
  const app = await createHttp(platform, {
    authenticate: options.authenticate ?? createAuthenticate(platform, accountReaders),
    execute,
    registry,
    version,
    ...(options.isDraining && { isDraining: options.isDraining }),
  });
  settingsRoutes(app, platform);
  await app.register(commandLineSettings(platform));
  const dist = options.webDist ?? builtWeb;
  const publicPages = await siteRoutes(app, platform, dist);
  await identityRoutes(app, services, accountReaders);
  identityJobs(platform, execute);
  idempotencyJobs(platform);
  userRoutes(app, platform, accountReaders);
  staffUserRoutes(app, platform, {
    ...accountReaders,
    summariesOf: (db, uids) => accountSummariesOf(db, uids, platform.clock.now()),
    lastSeenOf,
    maxBalanceOf,
    campaignCountsOf,
    needs: {
      without_campaign: hasNoCampaign,
      low_balance: (uid, now) => hasLowBalance(uid, now, platform.settings.current().prices),
    },
  });
  await app.register(firstAdminRoute(platform));
  await app.register(eraseAccountRoute(platform, services.closing));
  await app.register(freezeRoute(platform));
  billingRoutes(app, platform, { cards: services.cards, reconciliation: reconciliationSources(platform) });
  targetingRoutes(app, platform);
  campaignRoutes(app, app.services);
  campaignJobs(app.services, {
    visibilityOf: (ids) => viewabilityOfCampaigns(platform.clickhouse, ids),
    figuresOf: (ids) => figuresOfCampaigns(platform.clickhouse, ids),
  });
  reviewRoutes(app, platform);
  transparencyRoutes(app, platform);
  const bulkTemplateOf = async (db: Database, caller: Caller, id: number) =>
    (await getBulkCampaign(db, caller, id)).template;
  creativeRoutes(app, platform, campaignAccess, bulkTemplateOf);
  bulkCampaignRoutes(app, app.services, async (ids) => {
    const visibility = await viewabilityOfCampaigns(platform.clickhouse, ids);
    return new Map([...visibility].map(([id, { measuredImpressions }]) => [id, measuredImpressions]));
  });
  videoRoutes(app, platform, campaignAccess);
  audioRoutes(app, platform, campaignAccess);
  vastTagRoutes(app, platform, campaignAccess);
  previewLinkRoutes(app, platform, campaignAccess);
  mediaRoutes(app, platform);
  mediaJobs(app.services);
  bannerRunJobs(app.services);
  const news = options.news ?? createEventNews();
  eventRoutes(app, platform, options.settle ?? settleBatch(platform), news);
  eventJobs(platform);
  deliveryJobs(platform);
  leaseJobs(platform, execute);
  sellerRoutes(app, platform);
  exchangeRoutes(app, platform);
  exchangeInvoiceRoutes(app, platform);
  registrationRoutes(app, platform);
  registrationJobs(platform);
  dealRoutes(app, platform);
  sellerJobs(platform);
  publisherRoutes(app, platform);
  bankRoutes(app, platform);
  await connectionRoutes(app, connections);
  const sourcesIn = (db: Database): StatisticsSources =>
    options.statistics ?? {
      // A campaign that is asked for by its id may be a new one, which a replica does not have yet.
      campaignsFor: (caller, filter) => listForReports(filter.ids ? platform.db : db, caller, filter),
      runsOf: (ids) => listRuns(platform.db, ids),
      conversionsOf: (query) => sumConversions(db, query),
      appNames: (bundles) => listAppNames(platform.db, bundles),
      ownerNames: (uids) => namesOf(platform.db, uids),
      timeZoneOf: async () => accountTimeZone,
      externalReports: (uid, services, days) => externalReports(connections, uid, services, days),
    };
  const screenSources = sourcesIn(platform.db);
  const reporting = { platform, execute, sources: sourcesIn(platform.reports.db), screenSources };
  statisticsRoutes(app, reporting, news);
  statisticsJobs(reporting);
  const proof = { cards: services.cards, sources: reconciliationSources(platform) };
  await operationRoutes(app, platform, maintenanceCommands(platform, execute, proof));
  addServerPageStyle(app, dist);
  await addWebApp(app, dist, publicPages.notFound);
  return app;
}
