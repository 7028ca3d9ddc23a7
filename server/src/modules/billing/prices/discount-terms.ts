import type { DiscountKind } from "@litfass/contract/billing/billing";
import { byLanguage } from "@litfass/contract/kernel/language";
import type { PlanDiscount } from "@litfass/contract/settings/plan-discounts";
import type { Subject } from "../invoices/invoice.ts";
import { t } from "../texts.ts";

/** Why something is sold below its list price, as it is stored with the sale and printed. */
export type DiscountTerms = {
  /** `volume`: the bonus of a large payment by card. */
  kind: DiscountKind | "volume";
  texts: Subject;
  /** Of the list price; null where it is an amount. */
  percent: number | null;
  firstPurchaseOnly: boolean;
};

/** The operator's label; a built-in word without one. An introductory price says that it is one, as Swiss law asks. */
export const labelOf = ({ label, introductory }: Pick<PlanDiscount, "label" | "introductory">): Subject =>
  byLanguage((language) => {
    const own = label[language] || label.en;
    const kind = introductory ? t(language, "discount.introductory") : "";
    return [own, kind].filter(Boolean).join(" · ") || t(language, "discount.offer");
  });

const agreedLabel: Subject = byLanguage((language) => t(language, "discount.agreed"));

export const agreedTerms = (percent: number): DiscountTerms => ({
  kind: "agreed",
  texts: agreedLabel,
  percent,
  firstPurchaseOnly: false,
});

/** A bonus is an amount: its percentage is one of the payment, not of the list price. */
export const volumeTerms: DiscountTerms = {
  kind: "volume",
  texts: byLanguage((language) => t(language, "discount.volume")),
  percent: null,
  firstPurchaseOnly: false,
};
