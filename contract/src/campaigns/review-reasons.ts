/** Reasons for rejecting banners. */
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
