import type { BulkCampaign, BulkCustomer, BulkReadiness } from "@litfass/contract/campaigns/bulk-campaigns";
import { Play } from "lucide-react";
import { useState } from "react";
import { formatMoney } from "../../../i18n/format.ts";
import { placeName, placeNames } from "../../../i18n/place-name.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import wizard from "../wizard/wizard.module.css";
import styles from "./bulk.module.css";
import { BulkCustomerState } from "./bulk-customer-state.tsx";
import { BulkForecast } from "./bulk-forecast.tsx";
import type { BulkStep } from "./bulk-steps.ts";
import { LaunchDialog } from "./launch-dialog.tsx";
import { useStepName } from "./use-step-name.ts";

type BulkLaunchStepProps = {
  bulk: BulkCampaign;
  /** Null until the server has responded. */
  readiness: BulkReadiness | null;
  onGo: (step: BulkStep) => void;
};

/** What is missing, which customers are ready, and the launch of one campaign per customer. */
export function BulkLaunchStep({ bulk, readiness, onGo }: BulkLaunchStepProps) {
  const { t } = useTranslation("bulk");
  const [asking, setAsking] = useState(false);
  const pointsOf = (row: BulkCustomer) => readiness?.customers.find(({ id }) => id === row.id) ?? null;
  const waiting = bulk.customers.filter(({ campaign }) => campaign === null);
  const ready = waiting.filter((row) => {
    const points = pointsOf(row);
    return points !== null && points.missing.length + points.obstacles.length === 0;
  });
  const columns: Column<BulkCustomer>[] = [
    {
      id: "customer",
      header: t("column.customer"),
      narrow: "title",
      cell: (row) => (
        <>
          <strong>{row.customer_name || row.customer}</strong>
          {row.branch && <div>{row.branch}</div>}
        </>
      ),
    },
    {
      id: "place",
      header: t("column.place"),
      cell: (row) => (row.location ? placeName(row.location) : placeNames(bulk.targeting.locations) || "–"),
    },
    {
      id: "budget",
      header: t("column.budget"),
      align: "right",
      cell: (row) => (
        <span className={styles.amount}>{row.budget === null ? "–" : formatMoney(row.budget, row.currency)}</span>
      ),
    },
    {
      id: "state",
      header: t("column.state"),
      narrow: "bare",
      cell: (row) => (
        <>
          <BulkCustomerState row={row} points={pointsOf(row)} />
          {row.refused.length > 0 && <div>{t("customer.refused", { reason: row.refused.join(" ") })}</div>}
        </>
      ),
    },
  ];
  return (
    <>
      <div className={wizard.section}>
        <Missing readiness={readiness} bulk={bulk} ready={ready.length} onGo={onGo} />
        {waiting.length > 0 && <BulkForecast bulk={bulk} waiting={waiting} />}
        <div>
          <Button
            variant="primary"
            icon={Play}
            disabled={readiness === null || readiness.missing.length > 0 || ready.length === 0}
            onClick={() => setAsking(true)}
          >
            {t("launch.open", { count: ready.length })}
          </Button>
        </div>
      </div>
      <DataTable
        caption={t("customers.label")}
        columns={columns}
        rows={bulk.customers}
        rowKey={(row) => String(row.id)}
        top
        empty={<EmptyState title={t("customers.none")}>{t("customers.noneText")}</EmptyState>}
      />
      {asking && (
        <LaunchDialog bulk={bulk} rows={ready} left={waiting.length - ready.length} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

type MissingProps = BulkLaunchStepProps & { ready: number };

function Missing({ bulk, readiness, ready, onGo }: MissingProps) {
  const { t } = useTranslation("bulk");
  const nameOf = useStepName(bulk.type);
  if (readiness === null) return <Skeleton height={44} />;
  if (readiness.missing.length > 0) {
    return (
      <Note tone="warn">
        <strong>{t("launch.missing", { count: readiness.missing.length })}</strong>
        <ul className={wizard.points}>
          {readiness.missing.map((point) => (
            <li key={`${point.code} ${point.message}`} className={wizard.point}>
              {point.message}
              <button type="button" className={wizard.fixLink} onClick={() => onGo(point.section)}>
                {nameOf(point.section)}
              </button>
            </li>
          ))}
        </ul>
      </Note>
    );
  }
  if (bulk.status === "LAUNCHED") return <Note tone="ok">{t("launch.all", { count: bulk.launched_count })}</Note>;
  const waiting = readiness.customers.length;
  if (ready === waiting) return <Note tone="ok">{t("launch.ready", { count: ready })}</Note>;
  return (
    <Note tone="warn">
      <div className={wizard.point}>
        {t("launch.some", { count: waiting - ready, waiting })}
        <button type="button" className={wizard.fixLink} onClick={() => onGo("customers")}>
          {t("step.customers")}
        </button>
      </div>
    </Note>
  );
}
