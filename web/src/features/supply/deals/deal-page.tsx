import type { DealRecord } from "@litfass/contract/supply/deals";
import { Pencil, Play, Power } from "lucide-react";
import { useNavigate, useParams } from "react-router";
import { isMissing } from "../../../api/api-error.ts";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { DealReport } from "./deal-report.tsx";
import { DealStateLabel, useDealTexts } from "./deal-texts.tsx";
import styles from "./deals.module.css";
import { dealsPath } from "./reads.ts";
import { useDealStatus } from "./use-deal-status.tsx";

/** A deal with its terms, and what was bought through it. */
export function DealPage() {
  const { t } = useTranslation("deals");
  const deal = Number(useParams().deal);
  const mayChange = mayCall(useSignedInUser(), "updateDeal");
  const { data, error, refetch } = useCall("showDeal", { params: { deal } });
  const back = { to: dealsPath, label: t("title") };
  if (isMissing(error)) {
    return (
      <PageHeading back={back} lead={t("missing.text")}>
        {t("missing.title")}
      </PageHeading>
    );
  }
  return (
    <>
      <PageHeading back={back} actions={data && mayChange && <DealActions deal={data} />}>
        {data?.name ?? t("title")}
      </PageHeading>
      {error && !data && <ErrorState title={t("failed")} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={480} />}
      {data && (
        <Stack>
          <Card title={t("terms")} aside={<DealStateLabel state={data.state} />}>
            <DealFacts deal={data} />
          </Card>
          <DealReport deal={deal} />
        </Stack>
      )}
    </>
  );
}

function DealActions({ deal }: { deal: DealRecord }) {
  const { t } = useTranslation("deals");
  const navigate = useNavigate();
  const { end, resume, dialog } = useDealStatus();
  return (
    <Row>
      {deal.status === "active" ? (
        <Button icon={Power} onClick={() => end(deal)}>
          {t("action.end")}
        </Button>
      ) : (
        <Button icon={Play} onClick={() => resume(deal)}>
          {t("action.resume")}
        </Button>
      )}
      <Button icon={Pencil} variant="primary" onClick={() => void navigate(`${dealsPath}/${deal.id}/edit`)}>
        {t("action.edit")}
      </Button>
      {dialog}
    </Row>
  );
}

function DealFacts({ deal }: { deal: DealRecord }) {
  const { t } = useTranslation("deals");
  const { sourceOf, priceOf, periodOf } = useDealTexts();
  const facts: [label: string, text: string][] = [
    [t("field.deal_id"), deal.deal_id],
    [t("field.source"), sourceOf(deal)],
    [t("field.price"), priceOf(deal)],
    [t("column.period"), periodOf(deal)],
    [t("field.account_uids"), deal.accounts.map(({ uid, name }) => name || uid).join(", ") || t("allAccounts")],
    [t("column.campaigns"), formatNumber(deal.campaigns)],
  ];
  const placements = deal.placements.map(({ name, site }) => t("placement", { name, site }));
  if (placements.length > 0) facts.splice(2, 0, [t("field.placement_ids"), placements.join("\n")]);
  if (deal.note !== "") facts.push([t("field.note"), deal.note]);
  return (
    <dl className={styles.facts}>
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
