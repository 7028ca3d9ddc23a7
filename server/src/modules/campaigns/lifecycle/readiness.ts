import type { MissingPoint, WizardStep } from "@litfass/contract/campaigns/campaigns";

/** What the predicate looks at. Amounts in micros; `today` is the day in the account's time zone. */
export type ReadinessFacts = {
  name: string;
  categories: string[];
  language: string | null;
  locations: number;
  totalBudgetMicros: bigint | null;
  startOn: string | null;
  endOn: string | null;
  destinationUrl: string | null;
  creatives: { chosen: number; unfilled: string[] };
  /** Of a video campaign; null for a display campaign. */
  video: "missing" | "converting" | "failed" | "ready" | null;
  today: string;
  balanceMicros: bigint;
  hasSubscription: boolean;
  /** Why the feed cannot be used; null without a feed or a problem. */
  feed: { url: string; reason: string } | null;
  ownerFilled: boolean;
  ownerAcceptedTerms: boolean;
};

const texts = {
  name_missing: ["Give the campaign a name.", "Geben Sie der Kampagne einen Namen."],
  categories_missing: ["Choose at least one category.", "Wählen Sie mindestens eine Kategorie."],
  language_missing: ["Choose the language of the audience.", "Wählen Sie die Sprache der Zielgruppe."],
  locations_missing: ["Choose at least one place.", "Wählen Sie mindestens einen Ort."],
  budget_missing: ["Set a budget above 0.", "Setzen Sie ein Budget über 0."],
  period_missing: ["Set the first and the last day.", "Legen Sie den ersten und den letzten Tag fest."],
  period_past: ["The last day lies in the past.", "Der letzte Tag liegt in der Vergangenheit."],
  creatives_missing: ["Choose a banner template.", "Wählen Sie eine Bannervorlage."],
  creatives_unfilled: ["Fill in the banner: {fields}.", "Füllen Sie das Banner aus: {fields}."],
  video_missing: ["Upload a video.", "Laden Sie ein Video hoch."],
  video_converting: [
    "The video is still being converted. This takes a few minutes.",
    "Das Video wird noch umgewandelt. Das dauert einige Minuten.",
  ],
  video_failed: [
    "The video could not be converted. Upload another one.",
    "Das Video liess sich nicht umwandeln. Laden Sie ein anderes hoch.",
  ],
  destination_missing: ["Enter the link your banners lead to.", "Geben Sie den Link an, zu dem Ihre Banner führen."],
  balance_short: [
    "Your balance does not cover the budget. Top up or lower the budget.",
    "Ihr Guthaben deckt das Budget nicht. Laden Sie auf oder senken Sie das Budget.",
  ],
  feed_unreadable: [
    "The feed {fields} cannot be used: {reason}.",
    "Der Feed {fields} lässt sich nicht verwenden: {reason}.",
  ],
  profile_incomplete: ["Complete the account's profile.", "Vervollständigen Sie das Profil des Kontos."],
  terms_missing: ["Accept the general terms and conditions.", "Akzeptieren Sie die Allgemeinen Geschäftsbedingungen."],
} as const;
/** Reasons of a feed that are codes; others come as they are from the connection. */
const feedReasons: Record<string, readonly [string, string]> = {
  no_items: ["it holds no item with a title and a link", "er enthält keinen Eintrag mit Titel und Link"],
  unreadable: ["it is neither XML nor JSON", "er ist weder XML noch JSON"],
  not_checked: ["it has not been read yet", "er wurde noch nicht gelesen"],
};
/** Why a feed cannot be used, in words. */
export const feedReason = (reason: string, lang: "en" | "de"): string =>
  feedReasons[reason]?.[lang === "de" ? 1 : 0] ?? reason;

type PointCode = keyof typeof texts;

/**
 * Every point that keeps a campaign from starting, with the step that mends it (STATE-009). The one predicate behind
 * the wizard, can-activate, activation and the jobs.
 */
export function missingPoints(facts: ReadinessFacts, lang: "en" | "de"): MissingPoint[] {
  const points: MissingPoint[] = [];
  const miss = (code: PointCode, step: WizardStep, fields = "") => {
    points.push({ code, step, message: texts[code][lang === "de" ? 1 : 0].replace("{fields}", () => fields) });
  };
  const budget = facts.totalBudgetMicros ?? 0n;
  if (facts.name.trim() === "") miss("name_missing", "basic");
  if (facts.categories.length === 0) miss("categories_missing", "basic");
  if (facts.language === null) miss("language_missing", "basic");
  if (facts.locations === 0) miss("locations_missing", "targeting");
  if (budget <= 0n) miss("budget_missing", "budget");
  if (facts.startOn === null || facts.endOn === null) miss("period_missing", "budget");
  else if (facts.endOn < facts.today) miss("period_past", "budget");
  if (facts.video !== null) {
    if (facts.video !== "ready") miss(`video_${facts.video}`, "template");
  } else if (facts.creatives.chosen === 0) miss("creatives_missing", "template");
  else if (facts.creatives.unfilled.length > 0) {
    miss("creatives_unfilled", "customise", facts.creatives.unfilled.join(", "));
  }
  if (facts.destinationUrl === null) miss("destination_missing", "link");
  if (budget > 0n && facts.balanceMicros < budget && !facts.hasSubscription) miss("balance_short", "preview");
  if (facts.feed) {
    const { url, reason } = facts.feed;
    miss("feed_unreadable", "targeting", url);
    const point = points.at(-1);
    if (point) point.message = point.message.replace("{reason}", () => feedReason(reason, lang));
  }
  if (!facts.ownerFilled) miss("profile_incomplete", "preview");
  if (!facts.ownerAcceptedTerms) miss("terms_missing", "preview");
  return points;
}
