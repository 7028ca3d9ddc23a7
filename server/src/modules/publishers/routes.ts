import { metaOf } from "@litfass/contract/kernel/paging";
import { publisherReportEndpoints } from "@litfass/contract/publishers/publisher-report";
import { type PublisherSite, publisherSiteEndpoints } from "@litfass/contract/publishers/publisher-sites";
import { publisherEndpoints as endpoints } from "@litfass/contract/publishers/publishers";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand, runCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { changeShare, createPublisher, updatePublisher } from "./change-publisher.ts";
import { mailAdded, mailAddedJob } from "./mail-added.ts";
import { placementRoutes } from "./placements/routes.ts";
import { getPublisher, todayOf } from "./publisher-access.ts";
import { findPublisherOf } from "./publisher-sql.ts";
import { showReport } from "./report/show-report.ts";
import { listPublishers, presentDetail } from "./show-publishers.ts";
import { checkSiteAgain, claimSite, withdrawSite } from "./sites/change-sites.ts";
import { checkDueSites, siteCheckJob } from "./sites/check-sites.ts";
import { listSiteRows, type SiteRow } from "./sites/site-sql.ts";
import { statementRoutes } from "./statements/routes.ts";

/** Publishers, their sites and placements, and the jobs that check claims and tell users about their publisher. */
export function publisherRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, config } = platform;
  mount(app, endpoints.listPublishers, ({ query }) => listPublishers(db, query, clock.now()));
  mount(app, endpoints.createPublisher, async (call) =>
    presentDetail(db, config, await runCommand(call, createPublisher, call.body)),
  );
  mount(app, endpoints.showOwnPublisher, async ({ caller }) => {
    const own = await findPublisherOf(db, caller.uid, todayOf(clock.now()));
    return { publisher: own && (await presentDetail(db, config, own)) };
  });
  mount(app, endpoints.showPublisher, async ({ caller, params }) =>
    presentDetail(db, config, await getPublisher(db, caller, params.publisher, clock.now())),
  );
  mount(app, endpoints.updatePublisher, async (call) =>
    presentDetail(db, config, await runCommand(call, updatePublisher, { id: call.params.publisher, ...call.body })),
  );
  mount(app, endpoints.changePublisherShare, async (call) =>
    presentDetail(db, config, await runCommand(call, changeShare, { id: call.params.publisher, ...call.body })),
  );
  mount(app, publisherReportEndpoints.showPublisherReport, async ({ caller, params, query }) => {
    const { id } = await getPublisher(db, caller, params.publisher, clock.now());
    return showReport(platform, id, query);
  });
  siteRoutes(app, platform);
  placementRoutes(app, platform);
  statementRoutes(app, platform);
  platform.jobs.work(siteCheckJob, async () => {
    await checkDueSites(app.services.platform, app.services.execute);
  });
  platform.jobs.schedule(siteCheckJob, "* * * * *");
  platform.jobs.work<{ publisher: number }>(mailAddedJob, ({ publisher }) => mailAdded(platform, publisher));
}

function siteRoutes(app: FastifyInstance, { db, clock }: Platform): void {
  mount(app, publisherSiteEndpoints.listPublisherSites, async ({ caller, params, query }) => {
    const { id } = await getPublisher(db, caller, params.publisher, clock.now());
    const { rows, total } = await listSiteRows(db, id, query);
    return { data: rows.map(presentSite), meta: metaOf(query.page, query.per_page, total) };
  });
  mountCommand(
    app,
    publisherSiteEndpoints.claimPublisherSite,
    claimSite,
    ({ params, body }) => ({ publisher: params.publisher, claim: body }),
    { done: presentSite },
  );
  mountCommand(app, publisherSiteEndpoints.checkPublisherSite, checkSiteAgain, ({ params }) => params, {
    done: presentSite,
  });
  mountCommand(app, publisherSiteEndpoints.deletePublisherSite, withdrawSite, ({ params }) => params);
}

const presentSite = (row: SiteRow): PublisherSite => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  domain: row.domain,
  state: row.state,
  reason: row.reason,
  detail: row.detail,
  placements: row.placements,
  checked_at: row.checkedAt?.toISOString() ?? null,
  verified_at: row.verifiedAt?.toISOString() ?? null,
});
