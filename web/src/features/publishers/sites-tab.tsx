import { type PublisherSite, verificationMeta } from "@litfass/contract/publishers/publisher-sites";
import type { PublisherDetail } from "@litfass/contract/publishers/publishers";
import { Plus, RefreshCw, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { problemText } from "../../api/api-error.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { formatDateTime, formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { State, type StateShape } from "../../ui/feedback/state.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Snippet } from "../../ui/layout/snippet.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { useTableState } from "../../ui/tables/use-table-state.ts";
import { ClaimDialog } from "./claim-dialog.tsx";
import { siteReads } from "./reads.ts";

const shapes: Record<PublisherSite["state"], StateShape> = {
  pending: "waiting",
  verified: "on",
  failed: "rejected",
  lost: "rejected",
};

/** The claimed sites and apps with their states, and what proves a claim. */
export function SitesTab({ publisher }: { publisher: PublisherDetail }) {
  const { t } = useTranslation("publishers");
  const [isClaiming, setClaiming] = useState(false);
  const [leaving, setLeaving] = useState<PublisherSite | null>(null);
  const state = useTableState({ perPage: 30, prefix: "site_" });
  const params = { publisher: publisher.id };
  const query = { page: state.page, per_page: state.perPage };
  // A check takes place within a minute.
  const list = useCall("listPublisherSites", { params, query }, { keep: true, everyMs: 10_000 });
  const check = useChange("checkPublisherSite", siteReads);
  const remove = useChange("deletePublisherSite", siteReads);
  const run = async (action: () => Promise<unknown>, done: string) => {
    try {
      await action();
      showSnackbar(done);
    } catch (error) {
      showSnackbar(problemText(error));
    }
  };
  const columns = useSiteColumns(
    (site) => void run(() => check.mutateAsync({ params: { ...params, site: site.id } }), t("site.checking")),
    setLeaving,
  );
  return (
    <Stack>
      <Row end>
        <Button icon={Plus} variant="primary" onClick={() => setClaiming(true)}>
          {t("site.add")}
        </Button>
      </Row>
      <Card flush>
        <ListTable
          caption={t("tab.sites")}
          columns={columns}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("site.loadFailed")}
          empty={<EmptyState title={t("site.none")}>{t("site.noneText")}</EmptyState>}
        />
      </Card>
      <Card title={t("proof.title")}>
        <Stack>
          <Snippet label={t("proof.file")} text={publisher.ads_txt_line} />
          <Snippet
            label={t("proof.page")}
            text={`<meta name="${verificationMeta}" content="${publisher.seller_id}">`}
          />
        </Stack>
      </Card>
      <Card title={t("sellers.title")}>
        <p>
          {t(sellersTextOf(publisher), { id: publisher.seller_id, name: publisher.name })}{" "}
          <a href={publisher.sellers_json} target="_blank" rel="noreferrer">
            {t("sellers.open")}
          </a>
        </p>
      </Card>
      {isClaiming && <ClaimDialog publisher={publisher.id} onClose={() => setClaiming(false)} />}
      <ConfirmDialog
        open={leaving !== null}
        title={t("site.removeTitle", { name: leaving?.name ?? "" })}
        lead={t("site.removeText")}
        action={t("site.remove")}
        onConfirm={() =>
          leaving && run(() => remove.mutateAsync({ params: { ...params, site: leaving.id } }), t("site.removed"))
        }
        onClose={() => setLeaving(null)}
      />
    </Stack>
  );
}

const sellersTextOf = ({ verified_sites, is_confidential, state }: PublisherDetail) =>
  verified_sites === 0 || state === "suspended"
    ? "sellers.none"
    : is_confidential
      ? "sellers.hidden"
      : "sellers.listed";

function useSiteColumns(
  onCheck: (site: PublisherSite) => void,
  onRemove: (site: PublisherSite) => void,
): Column<PublisherSite>[] {
  const { t } = useTranslation("publishers");
  return useMemo(
    () => [
      { id: "name", header: t("site.name"), narrow: "title", cell: ({ name }) => name },
      { id: "kind", header: t("site.kind"), cell: ({ kind }) => t(`kind.${kind}`) },
      {
        id: "state",
        header: t("column.state"),
        cell: ({ state, reason }) => (
          <State shape={shapes[state]} detail={reason ? t(`reason.${reason}`) : undefined}>
            {t(`siteState.${state}`)}
          </State>
        ),
      },
      {
        id: "placements",
        header: t("tab.placements"),
        align: "right",
        cell: ({ placements }) => formatNumber(placements),
      },
      {
        id: "checked",
        header: t("site.checked"),
        cell: ({ checked_at }) => (checked_at ? formatDateTime(checked_at) : "–"),
      },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        width: 52,
        narrow: "corner",
        cell: (row) => (
          <Menu
            label={t("actionsFor", { name: row.name })}
            entries={[
              { label: t("site.check"), icon: RefreshCw, onSelect: () => onCheck(row) },
              { label: t("site.remove"), icon: Trash2, danger: true, apart: true, onSelect: () => onRemove(row) },
            ]}
          />
        ),
      },
    ],
    [t, onCheck, onRemove],
  );
}
