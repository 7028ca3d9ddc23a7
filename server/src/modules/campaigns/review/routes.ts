import { findHeldAdFile, signedPreviewUrl } from "@litfass/adserver/index";
import { reviewEndpoints } from "@litfass/contract/campaigns/review";
import { endpoints } from "@litfass/contract/index";
import { metaOf } from "@litfass/contract/kernel/paging";
import { admitToPage } from "@litfass/platform/http/admission";
import { sendStretch } from "@litfass/platform/http/file-answer";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { findReviewPolicy } from "@litfass/platform/settings/read-settings";
import type { FastifyInstance } from "fastify";
import { bannerVideoPolicy, previewOriginOf, withPreviewVideo } from "../../creatives/index.ts";
import { getCampaign } from "../get-campaign.ts";
import { appealReview } from "./appeal-review.ts";
import { changeReviewPolicy } from "./change-review-policy.ts";
import { decideReview } from "./decide-review.ts";
import { presentCampaignReview, presentReviews } from "./present-review.ts";
import { mailReview, type ReviewMailJob, reviewMailJob } from "./review-mail.ts";
import { countPending, findReview, listReviewRows } from "./review-sql.ts";
import { submitChanges } from "./submit-changes.ts";

/** The review queue of creatives, and the advertiser's side of it. */
export function reviewRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, jobs } = platform;
  jobs.work<ReviewMailJob>(reviewMailJob, (job) => mailReview(platform, job));

  mount(app, endpoints.listReviews, async ({ query, lang }) => {
    const { rows, total } = await listReviewRows(db, query);
    return {
      data: await presentReviews(db, rows, lang),
      meta: metaOf(query.page, query.per_page, total),
      waiting: await countPending(db),
    };
  });
  mountCommand(app, endpoints.approveReview, decideReview, ({ params }) => ({
    id: params.review,
    decision: { approve: true as const },
  }));
  mountCommand(app, endpoints.rejectReview, decideReview, ({ params, body }) => ({
    id: params.review,
    decision: { approve: false as const, ...body },
  }));
  mount(app, endpoints.showReviewPolicy, () => findReviewPolicy(db));
  mount(app, endpoints.changeReviewPolicy, (call) => changeReviewPolicy(platform, call, call.body));

  mount(app, endpoints.showCampaignReview, async ({ caller, params, lang }) =>
    presentCampaignReview(db, await getCampaign(db, caller, params.userCampaign), lang),
  );
  mountCommand(app, endpoints.submitCampaignReview, submitChanges, ({ params }) => ({ id: params.userCampaign }));
  mountCommand(app, endpoints.appealCampaignReview, appealReview, ({ params, body }) => ({
    id: params.userCampaign,
    text: body.text,
  }));
  addSubmittedFiles(app, platform);
}

/**
 * Shows reviewers a file exactly as submitted, before anyone else sees it. An uploaded banner needs its folder and a
 * third-party tag its policy, which only the ads origin has.
 */
function addSubmittedFiles(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;
  app.get<{ Params: { review: string; hash: string } }>("/creatives/review/:review/:hash", async (request, reply) => {
    await admitToPage(app, request, reviewEndpoints.listReviews.who);
    const id = Number(request.params.review);
    const review = Number.isSafeInteger(id) ? await findReview(db, id) : null;
    const { hash } = request.params;
    const file = review?.creatives.some(({ fileHash }) => fileHash === hash) ? await findHeldAdFile(db, hash) : null;
    if (!file) throw notFound();
    const origin = previewOriginOf(platform);
    if (file.page !== undefined || file.isThirdParty) {
      return reply.header("cache-control", "no-store").redirect(signedPreviewUrl(`${hash}.html`, origin));
    }
    const policy = bannerVideoPolicy(platform.config.adsUrl);
    reply.headers({ "content-security-policy": policy, "cache-control": "private, max-age=1800" });
    if (file.contentType.startsWith("text/html")) {
      return reply.type(file.contentType).send(withPreviewVideo(file.body.toString(), origin));
    }
    sendStretch(reply, file, request.headers.range);
    return reply;
  });
}
