import type { ReadinessIssue, WizardStep } from "@litfass/contract/campaigns/campaigns";
import type { Language } from "@litfass/contract/kernel/language";
import { countryList, type RefusedLine } from "../review/refused-line.ts";
import { t } from "../texts.ts";

/** The deciding facts. Amounts in micros; `today` is the day in the campaign's time zone. */
export type ReadinessFacts = {
  name: string;
  categories: string[];
  /** Where its line of business may not be advertised; null if nowhere. */
  refusedLine: RefusedLine | null;
  language: string | null;
  locations: number;
  /** Whether it buys only through deals that are over or not open to its account. */
  hasOnlyClosedDeals: boolean;
  totalBudgetMicros: bigint | null;
  startOn: string | null;
  endOn: string | null;
  destinationUrl: string | null;
  creatives: { chosen: number; unfilled: string[] };
  /** Of a video or an audio campaign; null for a display campaign. */
  media: MediaReadiness | null;
  today: string;
  balanceMicros: bigint;
  hasSubscription: boolean;
  /** Why the feed cannot be used; null without a feed or a problem. */
  feed: { url: string; reason: string } | null;
  /** What is wrong with the page of the link; null if nothing is, or it was not checked. */
  landing: { outcome: "unreachable" | "insecure" | "malware"; detail: string } | null;
  ownerFilled: boolean;
  ownerAcceptedTerms: boolean;
};

/** Whether the file that a campaign plays can be delivered. */
export type MediaReadiness =
  | { kind: "video"; state: "missing" | "converting" | "failed" | "ready" }
  | { kind: "audio"; state: "missing" | "ready" };

/** Feed problems that are codes; others are messages of the connection. */
const feedReasons = ["no_items", "unreadable", "not_checked"] as const;

/** Why a feed cannot be used, in a language. */
export function feedReason(reason: string, lang: Language): string {
  const code = feedReasons.find((each) => each === reason);
  return code ? t(lang, `feed.${code}`) : reason;
}

const videoIssues = {
  missing: "video_missing",
  converting: "video_converting",
  failed: "video_failed",
} as const;

type IssueCode = Parameters<typeof t>[1] extends infer Key ? (Key extends `issue.${infer Code}` ? Code : never) : never;

/**
 * Every issue that prevents a start, with the wizard step that resolves it (STATE-009). The single predicate behind
 * the wizard, can-activate, activation and bulk launches.
 */
export function readinessIssues(facts: ReadinessFacts, lang: Language): ReadinessIssue[] {
  const issues: ReadinessIssue[] = [];
  const add = (code: IssueCode, step: WizardStep, values: Record<string, string> = {}) =>
    issues.push({ code, step, message: t(lang, `issue.${code}`, values) });
  const budget = facts.totalBudgetMicros ?? 0n;
  if (facts.name.trim() === "") add("name_missing", "basic");
  if (facts.categories.length === 0) add("categories_missing", "basic");
  const refused = facts.refusedLine?.countries;
  if (refused === "all") add("line_refused", "basic");
  else if (refused) add("line_refused_in", "targeting", { countries: countryList(refused, lang) });
  if (facts.language === null) add("language_missing", "basic");
  if (facts.locations === 0) add("locations_missing", "targeting");
  if (facts.hasOnlyClosedDeals) add("deals_closed", "targeting");
  if (budget <= 0n) add("budget_missing", "budget");
  if (facts.startOn === null || facts.endOn === null) add("period_missing", "budget");
  else if (facts.endOn < facts.today) add("period_past", "budget");
  const { media } = facts;
  if (media?.kind === "video" && media.state !== "ready") add(videoIssues[media.state], "template");
  if (media?.kind === "audio" && media.state !== "ready") add("audio_missing", "template");
  if (media === null && facts.creatives.chosen === 0) add("creatives_missing", "template");
  // An audio campaign shows its banners next to its spot, if it has any.
  if (media?.kind !== "video" && facts.creatives.unfilled.length > 0) {
    add("creatives_unfilled", "customise", { fields: facts.creatives.unfilled.join(", ") });
  }
  if (facts.destinationUrl === null) add("destination_missing", "link");
  else if (facts.landing) add(`destination_${facts.landing.outcome}`, "link", { reason: facts.landing.detail });
  if (budget > 0n && facts.balanceMicros < budget && !facts.hasSubscription) add("balance_short", "preview");
  if (facts.feed) {
    const { url, reason } = facts.feed;
    add("feed_unreadable", "targeting", { url, reason: feedReason(reason, lang) });
  }
  if (!facts.ownerFilled) add("profile_incomplete", "preview");
  if (!facts.ownerAcceptedTerms) add("terms_missing", "preview");
  return issues;
}
