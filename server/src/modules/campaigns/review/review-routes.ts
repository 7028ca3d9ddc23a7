import { findHeldAdFile } from "@litfass/adserver/index";
import { reviewEndpoints } from "@litfass/contract/campaigns/review";
import { endpoints } from "@litfass/contract/index";
import { metaOf } from "@litfass/contract/kernel/paging";
import { admitToPage } from "@litfass/platform/http/admission";
import { sendStretch } from "@litfass/platform/http/file-answer";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { bannerPolicy } from "../../creatives/index.ts";
import { campaignRowById } from "../campaign-sql.ts";
import { getCampaign } from "../get-campaign.ts";
import { type Decision, decide } from "./decide-review.ts";
import { presentCampaignReview, presentReviews } from "./present-review.ts";
import { mailReview, reviewMailJob } from "./review-mail.ts";
import { countWaiting, findPolicy, findReview, listReviewRows, savePolicy } from "./review-sql.ts";
import { appeal, handInChanges } from "./submit-for-review.ts";

/** The queue of banners and videos that staff look at before they run, and the advertiser's side of it. */
export function reviewRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, jobs } = platform;
  jobs.work<{ review: number }>(reviewMailJob, ({ review }) => mailReview(platform, review));

  mount(app, endpoints.listReviews, async ({ query, lang }) => {
    const { rows, total } = await listReviewRows(db, query);
    return {
      data: await presentReviews(db, rows, lang),
      meta: metaOf(query.page, query.per_page, total),
      waiting: await countWaiting(db),
    };
  });
  mount(app, endpoints.approveReview, async ({ caller, params, lang }) =>
    settle(caller, params.review, { approve: true }, lang),
  );
  mount(app, endpoints.rejectReview, async ({ caller, params, body, lang }) =>
    settle(caller, params.review, { approve: false, ...body }, lang),
  );
  mount(app, endpoints.showReviewPolicy, async () => findPolicy(db));
  mount(app, endpoints.changeReviewPolicy, async ({ body }) => {
    await db.transaction((tx) => savePolicy(tx, body));
    return body;
  });

  mount(app, endpoints.showCampaignReview, async ({ caller, params, lang }) =>
    presentCampaignReview(db, await getCampaign(db, caller, params.userCampaign), lang),
  );
  mount(app, endpoints.submitCampaignReview, async ({ caller, params, lang }) =>
    presentCampaignReview(db, await handInChanges(db, caller, params.userCampaign, clock.now(), lang), lang),
  );
  mount(app, endpoints.appealCampaignReview, async ({ caller, params, body, lang }) =>
    presentCampaignReview(db, await appeal(db, caller, params.userCampaign, body.text, clock.now()), lang),
  );

  app.get<{ Params: { review: string; hash: string } }>("/creatives/review/:review/:hash", async (request, reply) => {
    await admitToPage(app, request, reviewEndpoints.listReviews.who);
    const id = Number(request.params.review);
    const review = Number.isSafeInteger(id) ? await findReview(db, id) : null;
    const { hash } = request.params;
    const file = review?.creatives.some(({ fileHash }) => fileHash === hash) ? await findHeldAdFile(db, hash) : null;
    if (!file) throw notFound();
    reply.headers({ "content-security-policy": bannerPolicy, "cache-control": "private, max-age=3600" });
    sendStretch(reply, file, request.headers.range);
    return reply;
  });

  async function settle(caller: Parameters<typeof decide>[1], id: number, decision: Decision, lang: "en" | "de") {
    const row = await decide(platform, caller, id, decision);
    const campaign = await campaignRowById(db, row.campaignId);
    const [shown] = await presentReviews(
      db,
      [{ ...row, name: campaign?.name ?? "", type: campaign?.type ?? "display" }],
      lang,
    );
    if (!shown) throw notFound();
    return shown;
  }
}
