import type { LaunchCheck } from "@litfass/contract/operations/launch-checklist";
import { operationPages } from "@litfass/contract/operations/operation-pages";
import { ChevronRight, RefreshCw, SquareArrowOutUpRight } from "lucide-react";
import { Link } from "react-router";
import type { CallResult } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import { State, type StateShape } from "../../ui/feedback/state.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Icon } from "../../ui/layout/icon.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import text from "../../ui/layout/text.module.css";
import styles from "./launch-page.module.css";

type Item = CallResult<"showLaunchChecklist">[number];

/** Where each check is set; the others are set in the environment. */
const screens = {
  brand: "/settings/operator?section=brand",
  company: "/settings/operator?section=company",
  prices: "/settings/operator?section=prices",
  legal: "/settings/operator?section=legal",
  rates: "/settings/operator?section=rates",
  exchanges: "/settings/exchanges",
  approvers: "/users",
} satisfies Partial<Record<LaunchCheck, string>>;
const hasScreen = (check: LaunchCheck): check is keyof typeof screens => check in screens;

/** The maintenance command that sends a mail to the operator. */
const testMail = `${operationPages.find(({ name }) => name === "commands")?.path}#mail:test`;

const shapes: Record<Item["status"], StateShape> = { ready: "on", attention: "limited", missing: "rejected" };

/** What an operator sets up before customers can buy, and what is still open. */
export function LaunchPage() {
  const { t } = useTranslation("settings");
  const { data, error, isFetching, refetch } = useCall("showLaunchChecklist", {}, { staleMs: 0, keep: true });
  return (
    <>
      <PageHeading
        lead={t("launch.lead")}
        actions={
          <Button icon={RefreshCw} onClick={() => void refetch()} disabled={isFetching}>
            {t("launch.again")}
          </Button>
        }
      >
        {data ? headingOf(data, t) : t("launch.title")}
      </PageHeading>
      <Card flush>
        {error && !data ? (
          <ErrorState title={t("launch.failed")} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={10} />
        ) : (
          <ul className={styles.list}>
            {data.map((item) => (
              <Entry key={item.check} item={item} />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

function headingOf(items: readonly Item[], t: ReturnType<typeof useTranslation<"settings">>["t"]): string {
  const missing = items.filter(({ status }) => status === "missing").length;
  if (missing > 0) return t("launch.missing", { count: missing });
  return t(items.some(({ status }) => status === "attention") ? "launch.almost" : "launch.ready");
}

/** Findings name commands between backticks. */
const withCommands = (finding: string) =>
  finding.split("`").map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));

function Entry({ item: { check, status, finding } }: { item: Item }) {
  const { t } = useTranslation("settings");
  return (
    <li className={styles.item}>
      <div className={styles.state}>
        <State shape={shapes[status]}>{t(`launch.status.${status}`)}</State>
      </div>
      <div>
        <h2 className={text.label}>{t(`launch.check.${check}`)}</h2>
        <p className={styles.finding}>{withCommands(finding)}</p>
      </div>
      {check === "mail" ? (
        <a
          href={testMail}
          target="_blank"
          rel="noreferrer"
          className={classNames(text.label, styles.link)}
          aria-label={t("launch.testMail")}
        >
          {t("launch.test")}
          <Icon of={SquareArrowOutUpRight} size={16} />
        </a>
      ) : (
        hasScreen(check) && (
          <Link
            to={screens[check]}
            className={classNames(text.label, styles.link)}
            aria-label={t(`launch.open.${check}`)}
          >
            {t("launch.change")}
            <Icon of={ChevronRight} size={16} />
          </Link>
        )
      )}
    </li>
  );
}
