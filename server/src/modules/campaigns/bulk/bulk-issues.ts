import type { BulkSection } from "@litfass/contract/campaigns/bulk-campaigns";
import type { ReadinessIssue, WizardStep } from "@litfass/contract/campaigns/campaigns";
import type { Language } from "@litfass/contract/kernel/language";
import { t } from "../texts.ts";

export type Issue = { code: string; message: string };
export type SharedIssue = Issue & { section: BulkSection };

/** Issues of a customer's own row, worded for the staff who fill it in. */
const rowCodes = ["budget_missing", "locations_missing", "destination_missing"] as const;
/** Issues of the customer's account, which staff cannot resolve in the form. */
const accountCodes = [
  "balance_short",
  "profile_incomplete",
  "terms_missing",
  "not_assigned",
  "currency_changed",
  "deals_closed",
  "line_refused",
  "line_refused_in",
  "not_ready",
] as const;

export type RefusalCode = (typeof rowCodes)[number] | (typeof accountCodes)[number];
const refusalCodes: readonly RefusalCode[] = [...rowCodes, ...accountCodes];

/** The section of the bulk form that a step of the wizard corresponds to. */
const sectionOf: Record<WizardStep, BulkSection> = {
  basic: "basic",
  targeting: "targeting",
  budget: "period",
  template: "creatives",
  customise: "creatives",
  link: "customers",
  preview: "customers",
};

/** The code under which an issue of one customer is stored; shared issues have one common code. */
export const refusalCode = (code: string): RefusalCode => refusalCodes.find((each) => each === code) ?? "not_ready";

export const refusalText = (code: string, lang: Language): string => t(lang, `bulk.${refusalCode(code)}`);

/** Sorts the issues of one planned campaign by row, account and shared settings. Pure. */
export function sortIssues(
  issues: ReadinessIssue[],
  lang: Language,
): { missing: Issue[]; obstacles: Issue[]; shared: SharedIssue[] } {
  const isAmong = (codes: readonly string[]) => (issue: ReadinessIssue) => codes.includes(issue.code);
  const ownText = ({ code }: ReadinessIssue): Issue => ({ code, message: refusalText(code, lang) });
  return {
    missing: issues.filter(isAmong(rowCodes)).map(ownText),
    obstacles: issues.filter(isAmong(accountCodes)).map(ownText),
    shared: issues
      .filter((issue) => !isAmong(refusalCodes)(issue))
      .map(({ code, step, message }) => ({ code, section: sectionOf[step], message })),
  };
}

/** The issue of a bulk campaign without customers. */
export const customersMissing = (lang: Language): SharedIssue => ({
  code: "customers_missing",
  section: "customers",
  message: t(lang, "bulk.customers_missing"),
});
