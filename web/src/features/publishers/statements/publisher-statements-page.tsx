import { type PublisherStatement, publisherStatementStates } from "@litfass/contract/publishers/publisher-statements";
import { Check, Landmark } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatMoney, formatMonth } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { ChoiceFilter, ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import { PaymentDialog } from "./payment-dialog.tsx";
import { PaymentsTab } from "./payments-tab.tsx";
import { PayoutsTab } from "./payouts-tab.tsx";
import { statementReads } from "./reads.ts";
import { useStatementColumns } from "./statement-columns.tsx";

const tabs = ["statements", "payments", "payouts"] as const;

/** What publishers are owed by month: approved here, and paid by a file for the bank. */
export function PublisherStatementsPage() {
  const { t } = useTranslation("publishers");
  const [chosen, choose] = useChoice("tab", tabs);
  const [isPaying, setPaying] = useState(false);
  const tab = chosen ?? "statements";
  return (
    <>
      <PageHeading
        lead={t("statements.lead")}
        actions={
          <Button icon={Landmark} variant="primary" onClick={() => setPaying(true)}>
            {t("statements.pay")}
          </Button>
        }
      >
        {t("statements.title")}
      </PageHeading>
      <Stack>
        <Tabs
          label={t("statements.title")}
          tabs={tabs.map((value) => ({ value, label: t(`statements.tab.${value}`) }))}
          value={tab}
          onChange={choose}
        />
        {tab === "statements" && <AllStatements />}
        {tab === "payments" && <PaymentsTab />}
        {tab === "payouts" && <PayoutsTab />}
      </Stack>
      {isPaying && (
        <PaymentDialog
          onClose={() => setPaying(false)}
          onCreated={() => {
            setPaying(false);
            choose("payments");
          }}
        />
      )}
    </>
  );
}

function AllStatements() {
  const { t } = useTranslation("publishers");
  const state = useTableState({ perPage: 30 });
  const [chosen, choose] = useChoice("state", publisherStatementStates);
  const [asked, ask] = useState<PublisherStatement | null>(null);
  const query = { page: state.page, per_page: state.perPage, search: state.search || undefined, state: chosen };
  const list = useCall("listAllPublisherStatements", { query }, { keep: true });
  const approve = useChange("approvePublisherStatement", statementReads);
  const columns = useStatementColumns({ isStaff: true });
  async function confirm() {
    if (!asked) return;
    try {
      const params = { statement: asked.id };
      const { approval } = await approve.mutateAsync({ params, body: { net: asked.net } });
      showSnackbar(t(approval === null ? "statements.approved" : "statements.asked"));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  return (
    <div>
      <ListFilters state={state} label={t("column.name")}>
        <ChoiceFilter
          label={t("column.state")}
          any={t("all")}
          options={publisherStatementStates.map((value) => ({ value, label: t(`statementState.${value}`) }))}
          value={chosen}
          onChange={choose}
        />
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("statements.title")}
          columns={[
            ...columns,
            {
              id: "actions",
              header: t("column.actions"),
              headerHidden: true,
              align: "right",
              cell: (row) =>
                row.state !== "open" ? null : row.has_payee ? (
                  <Button icon={Check} onClick={() => ask(row)}>
                    {t("statements.approve")}
                  </Button>
                ) : (
                  t("statements.noPayee")
                ),
            },
          ]}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("statement.failed")}
          empty={<EmptyState title={t("statement.none")}>{t("statements.noneText")}</EmptyState>}
        />
      </Card>
      <ConfirmDialog
        open={asked !== null}
        title={
          asked ? t("statements.ask", { name: asked.publisher_name, month: formatMonth(`${asked.month}-01`) }) : ""
        }
        lead={asked ? t("statements.means", { amount: formatMoney(asked.net, asked.currency) }) : ""}
        action={t("statements.approve")}
        onConfirm={confirm}
        onClose={() => ask(null)}
      />
    </div>
  );
}
