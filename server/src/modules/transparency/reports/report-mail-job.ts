export const reportMailJob = "transparency.report-mail";

/** A mail of a report: to the visitor on receipt and decision, or a question to the advertiser. */
export type ReportMailJob = { id: number; about: "received" | "decided" | "question" };
