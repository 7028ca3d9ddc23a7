import { type ByLanguage, byLanguage } from "../kernel/language.ts";
import { textsOf } from "../texts.ts";
import { type ReviewReason, reviewReasonCodes } from "./review-reasons.ts";

type Texts = { text: string; advice: string };

const labels = textsOf("review_reason", reviewReasonCodes);
const advice = textsOf("review_advice", reviewReasonCodes);

/** The label of a reason, and the advice to the advertiser. */
export const reviewReasonTexts = Object.fromEntries(
  reviewReasonCodes.map((reason) => [
    reason,
    byLanguage((language) => ({ text: labels[reason][language], advice: advice[reason][language] })),
  ]),
) as Record<ReviewReason, ByLanguage<Texts>>;
