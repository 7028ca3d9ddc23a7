import type { ReviewPolicy } from "@litfass/contract/campaigns/review";
import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { findPolicy, updatePolicy } from "./review-sql.ts";

/** Sets what is reviewed before it runs; running creatives are not affected. */
export const changeReviewPolicy = command({
  name: "campaigns.change_review_policy",
  errors: [],
  async run({ ctx, input }: CommandCall<ReviewPolicy>): Promise<ReviewPolicy> {
    const before = await findPolicy(ctx.tx);
    await updatePolicy(ctx.tx, input);
    await ctx.audit.record({ subject: { type: "review_policy", id: "1" }, changes: changesBetween(before, input) });
    return input;
  },
});
