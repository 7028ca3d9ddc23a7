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
