import type { LibraryCreative } from "@litfass/contract/creatives/library-shapes";
import { Copy, ImagePlus, Pencil, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDate, formatNumber, formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
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
import { PreviewFrame } from "./preview-frame.tsx";

const sorts = ["id", "title", "format", "created_at"] as const;
const types = ["image", "html5"] as const;

/** All public creatives (ROUTE-021). */
export function CreativesPage() {
  const { t } = useTranslation("library");
  const navigate = useNavigate();
  const state = useTableState({ perPage: 30, sort: "created_at", direction: "desc" });
  const [leaving, setLeaving] = useState<LibraryCreative | null>(null);
  const [type, setType] = useChoice("type", types);
  const list = useCall(
    "listCreatives",
    {
      query: {
        ...listQuery(state, sorts),
        type,
      },
    },
    { keep: true },
  );
  const remove = useChange("deleteCreative", ["listCreatives", "listCreativeGroups"]);
  const copy = useChange("duplicateCreative", ["listCreatives"]);
  const columns = useMemo((): Column<LibraryCreative>[] => {
    const duplicate = async (row: LibraryCreative) => {
      try {
        const made = await copy.mutateAsync({ params: { creative: row.uuid } });
        showSnackbar(t("creatives.duplicated"));
        navigate(`/creatives/${made.uuid}`);
      } catch (error) {
        showSnackbar(problemText(error));
      }
    };
    const isFile = (row: LibraryCreative) => row.source === "files";
    return [
      {
        id: "picture",
        header: t("column.preview"),
        headerHidden: true,
        narrow: "hidden",
        width: 112,
        cell: (row) => (
          <span className={styles.thumb}>
            <PreviewFrame creative={row} maxWidth={88} height={60} />
          </span>
        ),
      },
      {
        id: "title",
        header: t("column.title"),
        sortable: true,
        narrow: "title",
        cell: (row) => (
          <>
            <Link to={`/creatives/${row.uuid}`}>{row.title || row.component_name}</Link>
            <span className={styles.under}>{row.description || row.component_name}</span>
          </>
        ),
      },
      { id: "type", header: t("column.type"), cell: (row) => t(`type.${row.type}`) },
      {
        id: "format",
        header: t("column.format"),
        sortable: true,
        cell: (row) => formatSize(row.format),
      },
      {
        id: "group",
        header: t("column.group"),
        cell: (row) =>
          row.creative_group ? (
            <Link to={`/creative-groups/${row.creative_group.uuid}`}>{row.creative_group.name}</Link>
          ) : (
            t("creatives.noGroup")
          ),
      },
      { id: "campaigns", header: t("column.campaigns"), align: "right", cell: (row) => formatNumber(row.campaigns) },
      {
        id: "created_at",
        header: t("column.created"),
        sortable: true,
        align: "right",
        cell: (row) => formatDate(row.created_at),
      },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        narrow: "corner",
        cell: (row) => (
          <Menu
            label={t("actionsFor", { name: row.title || row.component_name })}
            entries={[
              { label: t("edit"), icon: Pencil, to: `/creatives/${row.uuid}` },
              ...(isFile(row)
                ? [{ label: t("creatives.duplicate"), icon: Copy, onSelect: () => void duplicate(row) }]
                : []),
              ...(row.source === "standard"
                ? []
                : [{ label: t("delete"), icon: Trash2, danger: true, apart: true, onSelect: () => setLeaving(row) }]),
            ]}
          />
        ),
      },
    ];
  }, [t, navigate, copy.mutateAsync]);
  async function confirm(row: LibraryCreative) {
    try {
      await remove.mutateAsync({ params: { creative: row.uuid } });
      showSnackbar(t("deleted", { name: row.title || row.component_name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const total = list.data?.meta.total;
  const heading = state.search || type ? "creatives.found" : "creatives.heading";

  return (
    <>
      <PageHeading
        actions={
          <ButtonLink variant="primary" icon={ImagePlus} to="/creatives/create">
            {t("creatives.new")}
          </ButtonLink>
        }
      >
        {total === undefined ? t("creatives.title") : t(heading, { count: total, number: formatNumber(total) })}
      </PageHeading>
      <ListFilters state={state} label={t("creatives.search")}>
        <ChoiceFilter
          label={t("column.type")}
          any={t("all")}
          options={types.map((each) => ({ value: each, label: t(`type.${each}`) }))}
          value={type}
          onChange={setType}
        />
      </ListFilters>
      <Card flush>
        <ListTable
          caption={t("creatives.title")}
          columns={columns}
          list={list}
          rowKey={(row) => row.uuid}
          state={state}
          errorTitle={t("creatives.failed")}
          empty={<EmptyState title={t("none.title")}>{t("none.text")}</EmptyState>}
        />
      </Card>
      {leaving && (
        <ConfirmDelete
          open
          name={leaving.title || leaving.component_name}
          onConfirm={() => confirm(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}
