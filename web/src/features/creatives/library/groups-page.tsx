import type { LibraryGroup } from "@litfass/contract/creatives/library-shapes";
import { LayersPlus, Pencil, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDate, formatNumber, formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { State } from "../../../ui/feedback/state.tsx";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { ConfirmDelete } from "../../../ui/overlays/confirm-delete.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ChoiceFilter, ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "./library.module.css";

const sorts = ["name", "position", "updated_at"] as const;

/** Groups of creatives: standard templates, custom templates and families of finished banners (ROUTE-018). */
export function GroupsPage() {
  const { t } = useTranslation("library");
  const state = useTableState({ perPage: 30, sort: "position" });
  const [leaving, setLeaving] = useState<LibraryGroup | null>(null);
  const categories = useCall("listCreativeCategories", { query: { per_page: 100 } });
  const known = (categories.data?.data ?? []).map(({ id }) => String(id));
  const [category, setCategory] = useChoice("category", known);
  const list = useCall(
    "listCreativeGroups",
    {
      query: {
        ...listQuery(state, sorts),
        category: category ? Number(category) : undefined,
      },
    },
    { keep: true },
  );
  const remove = useChange("deleteCreativeGroup", ["listCreativeGroups", "listCreatives"]);
  const columns = useMemo(
    (): Column<LibraryGroup>[] => [
      {
        id: "name",
        header: t("column.name"),
        sortable: true,
        narrow: "title",
        cell: (row) => (
          <>
            <Link to={`/creative-groups/${row.uuid}`}>{row.name}</Link>
            <span className={`${styles.under} ${styles.kind}`}>{t(`source.${row.source}`)}</span>
          </>
        ),
      },
      { id: "category", header: t("column.category"), cell: (row) => row.category?.name ?? t("field.noCategory") },
      {
        id: "formats",
        header: t("column.formats"),
        cell: (row) => (row.formats.length > 0 ? row.formats.map(formatSize).join(", ") : t("groups.empty")),
      },
      {
        id: "campaigns",
        header: t("column.campaigns"),
        align: "right",
        cell: (row) => formatNumber(row.campaigns),
      },
      {
        id: "is_active",
        header: t("column.state"),
        cell: (row) => (
          <State shape={row.is_active ? "on" : "paused"}>{t(row.is_active ? "state.offered" : "state.off")}</State>
        ),
      },
      { id: "position", header: t("column.position"), sortable: true, align: "right", cell: (row) => row.position },
      {
        id: "updated_at",
        header: t("column.updated"),
        sortable: true,
        align: "right",
        cell: (row) => formatDate(row.updated_at),
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
              { label: t("edit"), icon: Pencil, to: `/creative-groups/${row.uuid}` },
              ...(row.source === "files"
                ? []
                : [{ label: t("groups.startFrom"), icon: LayersPlus, to: `/creative-groups/create?from=${row.uuid}` }]),
              ...(row.source === "standard"
                ? []
                : [{ label: t("delete"), icon: Trash2, danger: true, apart: true, onSelect: () => setLeaving(row) }]),
            ]}
          />
        ),
      },
    ],
    [t],
  );
  async function confirm(group: LibraryGroup) {
    try {
      await remove.mutateAsync({ params: { uuid: group.uuid } });
      showSnackbar(t("deleted", { name: group.name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const total = list.data?.meta.total;
  const heading = state.search || category ? "groups.found" : "groups.heading";

  return (
    <>
      <PageHeading
        actions={
          <>
            <ButtonLink to="/banner-sets">{t("groups.orders")}</ButtonLink>
            <ButtonLink variant="primary" icon={LayersPlus} to="/creative-groups/create">
              {t("groups.new")}
            </ButtonLink>
          </>
        }
      >
        {total === undefined ? t("groups.title") : t(heading, { count: total, number: formatNumber(total) })}
      </PageHeading>
      <ListFilters state={state} label={t("groups.search")}>
        <ChoiceFilter
          label={t("column.category")}
          any={t("all")}
          options={(categories.data?.data ?? []).map((each) => ({ value: String(each.id), label: each.name }))}
          value={category}
          onChange={setCategory}
        />
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("groups.title")}
          columns={columns}
          list={list}
          rowKey={(row) => row.uuid}
          state={state}
          errorTitle={t("groups.failed")}
          empty={<EmptyState title={t("none.title")}>{t("none.text")}</EmptyState>}
        />
      </Card>
      {leaving && (
        <ConfirmDelete open name={leaving.name} onConfirm={() => confirm(leaving)} onClose={() => setLeaving(null)} />
      )}
    </>
  );
}
