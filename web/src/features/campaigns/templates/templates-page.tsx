import type { CampaignTemplate } from "@litfass/contract/campaigns/campaign-templates";
import { Pencil, Plus, Trash2, UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDateTime, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { ConfirmDelete } from "../../../ui/overlays/confirm-delete.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "../campaigns-page.module.css";
import { ShareTemplateDialog } from "./share-template-dialog.tsx";

const sorts = ["name", "created_at"] as const;

/** Campaign templates for staff: initial settings, and who can use them (ROUTE-036). */
export function TemplatesPage() {
  const { t } = useTranslation("campaigns");
  const state = useTableState();
  const [shared, setShared] = useState<CampaignTemplate | null>(null);
  const [removed, setRemoved] = useState<CampaignTemplate | null>(null);
  const query = listQuery(state, sorts);
  const list = useCall("listCampaignTemplates", { query }, { keep: true });
  const remove = useChange("deleteCampaignTemplate", ["listCampaignTemplates"]);
  const columns = useMemo(
    (): Column<CampaignTemplate>[] => [
      {
        id: "name",
        header: t("template.name"),
        sortable: true,
        narrow: "title",
        cell: (row) => (
          <Link className={styles.name} to={`/templates/${row.id}`}>
            {row.name}
          </Link>
        ),
      },
      { id: "users", header: t("template.users"), cell: (row) => formatNumber(row.users) },
      {
        id: "created_at",
        header: t("template.created"),
        sortable: true,
        cell: (row) => formatDateTime(new Date(row.created_at)),
      },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        narrow: "corner",
        cell: (row) => (
          <Menu
            label={t("actionsFor", { name: row.name })}
            entries={[
              { label: t("action.edit"), icon: Pencil, to: `/templates/${row.id}` },
              { label: t("template.share"), icon: UserPlus, onSelect: () => setShared(row) },
              {
                label: t("action.delete"),
                icon: Trash2,
                danger: true,
                apart: true,
                onSelect: () => setRemoved(row),
              },
            ]}
          />
        ),
      },
    ],
    [t],
  );

  async function removeTemplate({ id, name }: CampaignTemplate) {
    try {
      await remove.mutateAsync({ params: { campaignTemplate: id } });
      showSnackbar(t("template.removed", { name }));
    } catch {
      showSnackbar(t("failedAction"));
    }
  }

  return (
    <>
      <PageHeading
        actions={
          <ButtonLink to="/templates/create" variant="primary" icon={Plus}>
            {t("template.new")}
          </ButtonLink>
        }
      >
        {t("template.title")}
      </PageHeading>
      <ListFilters state={state} label={t("search")} />
      <Card flush>
        <ListTable
          caption={t("template.title")}
          columns={columns}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 25, 50, 100]}
          errorTitle={t("template.failed")}
          top
          empty={
            state.search ? (
              <EmptyState title={t("none.filtered")}>{t("template.noneFoundText")}</EmptyState>
            ) : (
              <EmptyState title={t("template.none")}>{t("template.noneText")}</EmptyState>
            )
          }
        />
      </Card>
      {shared && <ShareTemplateDialog template={shared} onClose={() => setShared(null)} />}
      {removed && (
        <ConfirmDelete
          open
          name={removed.name}
          onClose={() => setRemoved(null)}
          onConfirm={() => removeTemplate(removed)}
        />
      )}
    </>
  );
}
