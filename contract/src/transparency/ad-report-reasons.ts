/** What a visitor may report an ad for. */
export const adReportReasons = [
  "misleading",
  "illegal",
  "offensive",
  "minors",
  "rights",
  "unlabeled",
  "disruptive",
  "other",
] as const;
export type AdReportReason = (typeof adReportReasons)[number];
