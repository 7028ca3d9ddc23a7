import type { CreativeCategory } from "@litfass/contract/creatives/library-shapes";
import { FolderPlus, Pencil, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
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
import { CategoryDialog } from "./category-dialog.tsx";

const sorts = ["id", "name", "position"] as const;
type Open = { what: "new" } | { what: "edit" | "delete"; category: CreativeCategory };

/** Categories under which templates are offered (ROUTE-017). */
export function CategoriesPage() {
  const { t } = useTranslation("library");
  const state = useTableState({ perPage: 50, sort: "position" });
  const [open, setOpen] = useState<Open | null>(null);
  const list = useCall("listCreativeCategories", { query: listQuery(state, sorts) }, { keep: true });
  const remove = useChange("deleteCreativeCategory", ["listCreativeCategories"]);
  const columns = useMemo(
    (): Column<CreativeCategory>[] => [
      { id: "name", header: t("column.name"), sortable: true, narrow: "title", cell: (row) => row.name },
      { id: "position", header: t("column.position"), sortable: true, align: "right", cell: (row) => row.position },
      {
        id: "groups",
        header: t("column.groups"),
        align: "right",
        cell: (row) => <Link to={`/creative-groups?category=${row.id}`}>{formatNumber(row.groups)}</Link>,
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
              { label: t("edit"), icon: Pencil, onSelect: () => setOpen({ what: "edit", category: row }) },
              {
                label: t("delete"),
                icon: Trash2,
                danger: true,
                apart: true,
                onSelect: () => setOpen({ what: "delete", category: row }),
              },
            ]}
          />
        ),
      },
    ],
    [t],
  );
  async function confirm(category: CreativeCategory) {
    try {
      await remove.mutateAsync({ params: { id: category.id } });
      showSnackbar(t("deleted", { name: category.name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const total = list.data?.meta.total;
  const heading = state.search ? "categories.found" : "categories.heading";

  return (
    <>
      <PageHeading
        actions={
          <Button variant="primary" icon={FolderPlus} onClick={() => setOpen({ what: "new" })}>
            {t("categories.new")}
          </Button>
        }
      >
        {total === undefined ? t("categories.title") : t(heading, { count: total, number: formatNumber(total) })}
      </PageHeading>
      <ListFilters state={state} label={t("categories.search")} />
      <Card flush>
        <ListTable
          caption={t("categories.title")}
          columns={columns}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          errorTitle={t("categories.failed")}
          empty={<EmptyState title={t("none.title")}>{t("none.text")}</EmptyState>}
        />
      </Card>
      {open?.what === "delete" && (
        <ConfirmDelete
          open
          name={open.category.name}
          onConfirm={() => confirm(open.category)}
          onClose={() => setOpen(null)}
        />
      )}
      {open && open.what !== "delete" && (
        <CategoryDialog category={open.what === "edit" ? open.category : null} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
