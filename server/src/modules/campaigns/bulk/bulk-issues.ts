import type { BulkSection } from "@litfass/contract/campaigns/bulk-campaigns";
import type { MissingPoint, WizardStep } from "@litfass/contract/campaigns/campaigns";

type Lang = "en" | "de";
export type Point = { code: string; message: string };
export type SharedPoint = Point & { section: BulkSection };

/** What a customer's row lacks, told to the staff who fill it in. */
const rowTexts: Record<string, [string, string]> = {
  budget_missing: ["Set a budget above 0.", "Setzen Sie ein Budget über 0."],
  locations_missing: ["Choose a place here or places for all.", "Wählen Sie hier einen Ort oder Orte für alle."],
  destination_missing: ["Enter a link here or one for all.", "Geben Sie hier einen Link an oder einen für alle."],
};

/** What stands in the way at the customer's account. */
const obstacleTexts: Record<string, [string, string]> = {
  balance_short: ["The customer's balance does not cover the budget.", "Das Guthaben deckt das Budget nicht."],
  profile_incomplete: [
    "The customer's profile is not complete, or the account is disabled.",
    "Das Profil ist nicht vollständig, oder das Konto ist gesperrt.",
  ],
  terms_missing: [
    "The customer has not accepted the general terms and conditions.",
    "Die Allgemeinen Geschäftsbedingungen sind noch nicht akzeptiert.",
  ],
  not_assigned: ["The customer is not assigned to you.", "Dieses Konto ist Ihnen nicht zugeteilt."],
  currency_changed: [
    "The customer's currency has changed; enter the budget again.",
    "Die Währung des Kontos hat sich geändert; geben Sie das Budget neu ein.",
  ],
  not_ready: ["Something that all share was missing.", "Es fehlte etwas, das alle teilen."],
};

const customersMissing: [string, string] = [
  "Add at least one customer.",
  "Fügen Sie mindestens einen Werbekunden hinzu.",
];

const sectionOf: Record<WizardStep, BulkSection> = {
  basic: "basic",
  targeting: "targeting",
  budget: "period",
  template: "creatives",
  customise: "creatives",
  link: "customers",
  preview: "customers",
};

const inLanguage = ([en, de]: [string, string], lang: Lang): string => (lang === "de" ? de : en);

/** The text of a noted reason; one that has no own text is something that all share. */
export const reasonText = (code: string, lang: Lang): string =>
  inLanguage(rowTexts[code] ?? obstacleTexts[code] ?? obstacleTexts.not_ready ?? ["", ""], lang);

/** The code under which a reason is kept: shared points are told as such. */
export const reasonCode = (code: string): string => (code in rowTexts || code in obstacleTexts ? code : "not_ready");

/** Parts what one planned campaign lacks: in its row, at the account, and for all. Pure. */
export function partPoints(
  points: MissingPoint[],
  lang: Lang,
): { missing: Point[]; obstacles: Point[]; shared: SharedPoint[] } {
  const own = (texts: Record<string, unknown>) =>
    points.filter(({ code }) => code in texts).map(({ code }) => ({ code, message: reasonText(code, lang) }));
  return {
    missing: own(rowTexts),
    obstacles: own(obstacleTexts),
    shared: points
      .filter(({ code }) => !(code in rowTexts) && !(code in obstacleTexts))
      .map(({ code, step, message }) => ({ code, section: sectionOf[step], message })),
  };
}

/** A bulk campaign without customers. */
export const customersMissingPoint = (lang: Lang): SharedPoint => ({
  code: "customers_missing",
  section: "customers",
  message: inLanguage(customersMissing, lang),
});
