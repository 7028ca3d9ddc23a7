import { type Language, message } from "../kernel/messages.ts";

/** Why banners are rejected. */
export const reviewReasonCodes = [
  "misleading",
  "forbidden",
  "rights",
  "quality",
  "link",
  "mismatch",
  "imprint",
  "technical",
] as const;
export type ReviewReason = (typeof reviewReasonCodes)[number];

/** What a reason is called, and what the advertiser can do about it. */
export const reviewReasonText = (code: ReviewReason, language: Language): { text: string; advice: string } => ({
  text: message(`review_reason.${code}`, language),
  advice: message(`review_reason.${code}.advice`, language),
});
