import { metaOf } from "@litfass/contract/kernel/paging";
import { publisherPayoutEndpoints as endpoints } from "@litfass/contract/publishers/publisher-payouts";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { getPublisher } from "../publisher-access.ts";
import { mailReturned, mailReturnedJob } from "./mail-returned.ts";
import { listPayoutRows } from "./payout-sql.ts";
import { releasePayouts } from "./release-block.ts";
import { presentPayout, showPayouts } from "./show-payouts.ts";

/** The transfers of payments, what is carried over, and the mail about transfers that came back. */
export function payoutRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, jobs } = platform;
  mount(app, endpoints.showPublisherPayouts, async ({ caller, params }) =>
    showPayouts(platform, await getPublisher(db, caller, params.publisher, clock.now())),
  );
  mountCommand(app, endpoints.releasePublisherPayouts, releasePayouts, ({ params }) => params);
  mount(app, endpoints.listPublisherPayouts, async ({ query }) => {
    const { rows, total } = await listPayoutRows(db, query);
    return { data: rows.map(presentPayout), meta: metaOf(query.page, query.per_page, total) };
  });
  jobs.work<{ payout: number }>(mailReturnedJob, ({ payout }) => mailReturned(platform, payout));
}
