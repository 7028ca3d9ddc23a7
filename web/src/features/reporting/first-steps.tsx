import type { User } from "@litfass/contract/users/users";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Icon } from "../../ui/layout/icon.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import text from "../../ui/layout/text.module.css";
import styles from "./first-steps.module.css";

type Step = { title: string; note: ReactNode; to: string; action: string; isDone: boolean };

/**
 * The dashboard of an advertiser whose ads were never shown: account, budget and campaign, each with a button until it is
 * done. They can be taken in any order; the first open one is the primary.
 */
export function FirstSteps({ user }: { user: User }) {
  const { t, i18n } = useTranslation("reporting");
  const newest = useCall("listCampaigns", { query: { per_page: 20, sort: "created_at", direction: "desc" } });
  const campaigns = newest.data?.data ?? [];
  const started = campaigns.find(({ status }) => status !== "DRAFT");
  const draft = campaigns[0];
  const { balance, subscription } = user;
  const free = balance?.balance ?? 0;
  const steps: Step[] = [
    {
      title: t("first.account"),
      note: user.company_name || user.displayName,
      to: "/account",
      action: t("first.account"),
      isDone: true,
    },
    {
      title: t("first.budget"),
      note: balance && free > 0 ? formatMoney(free, balance.currency) : t("first.budgetNote"),
      to: "/invoices?top-up",
      action: t("first.budget"),
      isDone: free > 0 || (balance?.balance_reserved ?? 0) > 0 || subscription.is_exists,
    },
    {
      title: t("first.campaign"),
      note: started ? t("first.waiting", { name: started.name }) : draft ? draft.name : t("first.campaignNote"),
      to: started ? `/campaigns/${started.id}/report` : draft ? `/campaigns/${draft.id}` : "/campaigns/create",
      action: t(started ? "first.campaign" : draft ? "first.continue" : "first.create"),
      isDone: started !== undefined,
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <div data-first-steps>
      <PageHeading lead={t("first.lead")}>{t("first.title")}</PageHeading>
      <Card flush>
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <li key={step.to} className={styles.step}>
              <span className={classNames(styles.mark, step.isDone && styles.done)} aria-hidden="true">
                {step.isDone ? <Icon of={Check} size={16} /> : index + 1}
              </span>
              <div className={styles.text}>
                <Link to={step.to} className={text.heading}>
                  {step.title}
                  {step.isDone && <span className={text.hidden}> ({t("first.done")})</span>}
                </Link>
                <p className={styles.note}>{step.note}</p>
              </div>
              {!step.isDone && (
                <ButtonLink to={step.to} variant={step === next ? "primary" : undefined}>
                  {step.action}
                </ButtonLink>
              )}
            </li>
          ))}
        </ol>
      </Card>
      <p className={styles.example}>
        <a href={`/example-report?lang=${i18n.language}`} target="_blank" rel="noreferrer">
          {t("first.example")}
        </a>
      </p>
    </div>
  );
}
