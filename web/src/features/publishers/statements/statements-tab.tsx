import type { Payee } from "@litfass/contract/publishers/publisher-statements";
import type { PublisherDetail } from "@litfass/contract/publishers/publishers";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { countryName, formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "../publishers.module.css";
import { PayeeDialog } from "./payee-dialog.tsx";
import { PayoutNotes } from "./payout-notes.tsx";
import { useStatementColumns } from "./statement-columns.tsx";

/** A publisher's monthly statements and its payment details. */
export function StatementsTab({ publisher }: { publisher: PublisherDetail }) {
  const { t } = useTranslation("publishers");
  const [isEditing, setEditing] = useState(false);
  const state = useTableState({ perPage: 30, prefix: "statement_" });
  const params = { publisher: publisher.id };
  const query = { page: state.page, per_page: state.perPage };
  const list = useCall("listPublisherStatements", { params, query }, { keep: true });
  const { data, error, refetch } = useCall("showPayee", { params });
  const payouts = useCall("showPublisherPayouts", { params });
  const least = formatMoney(payouts.data?.minimum ?? 0, payouts.data?.currency ?? publisher.currency);
  return (
    <Stack>
      <PayoutNotes publisher={publisher} />
      <Card title={t("payee.title")}>
        <Stack>
          {error && !data && <ErrorState title={t("failed")} error={error} onRetry={() => void refetch()} />}
          {data && !data.payee && <Note tone="warn">{t("payee.missing")}</Note>}
          {data?.payee && <PayeeLines payee={data.payee} />}
          {data && (
            <Row>
              <Button icon={Pencil} onClick={() => setEditing(true)}>
                {t(data.payee ? "payee.edit" : "payee.enter")}
              </Button>
            </Row>
          )}
        </Stack>
      </Card>
      <Card flush>
        <ListTable
          caption={t("tab.statements")}
          columns={useStatementColumns({ isStaff: false })}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("statement.failed")}
          empty={<EmptyState title={t("statement.none")}>{t("statement.noneText", { least })}</EmptyState>}
        />
      </Card>
      {isEditing && data && <PayeeDialog publisher={publisher} payee={data.payee} onClose={() => setEditing(false)} />}
    </Stack>
  );
}

function PayeeLines({ payee }: { payee: Payee }) {
  const { t } = useTranslation("publishers");
  const place = `${payee.postal_code} ${payee.city}, ${countryName(payee.country_code)}`;
  const facts = [
    [t("payee.address"), [payee.company, `${payee.street} ${payee.house_number}`.trim(), place].join(", ")],
    [t("payee.iban"), payee.iban.replaceAll(/(.{4})(?=.)/g, "$1 ")],
    [t("payee.vat_number"), payee.vat_number ?? t("payee.noVat")],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
