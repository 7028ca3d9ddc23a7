import type { ReviewPolicy } from "@litfass/contract/campaigns/review";
import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { findPolicy, updatePolicy } from "./review-sql.ts";

/** Lists as text, which the audit trail shows. */
const listed = (policy: ReviewPolicy) => ({
  ...policy,
  reviewed_lines: policy.reviewed_lines.join(", "),
  refused_lines: policy.refused_lines.join(", "),
});

/** The lists of lines of business may be left out. */
type PolicyChange = Pick<ReviewPolicy, "first_campaigns" | "own_files"> & Partial<ReviewPolicy>;

/** Sets what is reviewed before it runs; running creatives are not affected. */
export const changeReviewPolicy = command({
  name: "campaigns.change_review_policy",
  errors: [],
  async run({ ctx, input }: CommandCall<PolicyChange>): Promise<ReviewPolicy> {
    const before = await findPolicy(ctx.tx);
    const after = { ...before, ...input };
    await updatePolicy(ctx.tx, after);
    await ctx.audit.record({
      subject: { type: "review_policy", id: "1" },
      changes: changesBetween(listed(before), listed(after)),
    });
    return after;
  },
});
