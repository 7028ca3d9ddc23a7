import type { PlacementRecord, PlacementState } from "@litfass/contract/publishers/placements";
import type { PublisherDetail } from "@litfass/contract/publishers/publishers";
import { Archive, Code, ImagePlus, Pause, Pencil, Play, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { problemText } from "../../api/api-error.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { formatMoney, formatSize } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { State, type StateShape } from "../../ui/feedback/state.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { useTableState } from "../../ui/tables/use-table-state.ts";
import { FallbackAdDialog } from "./fallback-ad-dialog.tsx";
import { PlacementDialog } from "./placement-dialog.tsx";
import { changeOf } from "./placement-values.ts";
import { placementReads } from "./reads.ts";
import { TagDialog } from "./tag-dialog.tsx";
import { useCategories } from "./use-categories.ts";

const shapes: Record<PlacementState, StateShape> = { active: "on", paused: "paused", archived: "ended" };
type Opened = { dialog: "edit" | "tag" | "fallback"; placement: PlacementRecord } | { dialog: "new" };

/** The placements of a publisher: rules, tag and own ad of each. */
export function PlacementsTab({ publisher }: { publisher: PublisherDetail }) {
  const { t } = useTranslation("publishers");
  const [opened, open] = useState<Opened | null>(null);
  const state = useTableState({ perPage: 30, prefix: "placement_" });
  const params = { publisher: publisher.id };
  const query = { page: state.page, per_page: state.perPage };
  const list = useCall("listPlacements", { params, query }, { keep: true });
  const update = useChange("updatePlacement", placementReads);
  const categories = useCategories();
  async function setState(placement: PlacementRecord, next: PlacementState) {
    try {
      const body = { ...changeOf(placement), state: next };
      await update.mutateAsync({ params: { ...params, placement: placement.id }, body });
      showSnackbar(t(`placement.is.${next}`, { name: placement.name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const columns = usePlacementColumns(publisher, open, (placement, next) => void setState(placement, next));
  const close = () => open(null);
  return (
    <Stack>
      <Row end>
        <Button icon={Plus} variant="primary" disabled={publisher.sites === 0} onClick={() => open({ dialog: "new" })}>
          {t("placement.add")}
        </Button>
      </Row>
      <Card flush>
        <ListTable
          caption={t("tab.placements")}
          columns={columns}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("placement.loadFailed")}
          empty={
            <EmptyState title={t("placement.none")}>
              {t(publisher.sites === 0 ? "placement.siteFirst" : "placement.noneText")}
            </EmptyState>
          }
        />
      </Card>
      {opened?.dialog === "new" && <PlacementDialog publisher={publisher} categories={categories} onClose={close} />}
      {opened?.dialog === "edit" && (
        <PlacementDialog publisher={publisher} placement={opened.placement} categories={categories} onClose={close} />
      )}
      {opened?.dialog === "tag" && <TagDialog placement={opened.placement} onClose={close} />}
      {opened?.dialog === "fallback" && (
        <FallbackAdDialog publisher={publisher.id} placement={opened.placement} onClose={close} />
      )}
    </Stack>
  );
}

function usePlacementColumns(
  { currency }: PublisherDetail,
  open: (opened: Opened) => void,
  setState: (placement: PlacementRecord, next: PlacementState) => void,
): Column<PlacementRecord>[] {
  const { t } = useTranslation("publishers");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("column.name"),
        narrow: "title",
        cell: (placement) => placement.name,
      },
      { id: "site", header: t("kind.site"), cell: ({ site_name }) => site_name },
      {
        id: "state",
        header: t("column.state"),
        cell: ({ state }) => <State shape={shapes[state]}>{t(`placementState.${state}`)}</State>,
      },
      { id: "sizes", header: t("placement.sizes"), cell: ({ sizes }) => sizes.map(formatSize).join(", ") },
      {
        id: "floor",
        header: t("placement.floor"),
        align: "right",
        cell: ({ floor }) => formatMoney(floor, currency),
      },
      {
        id: "tag",
        header: t("placement.tag"),
        cell: (placement) => (
          <Button small icon={Code} onClick={() => open({ dialog: "tag", placement })}>
            {t("placement.tag")}
          </Button>
        ),
      },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        width: 52,
        narrow: "corner",
        cell: (placement) => (
          <Menu
            label={t("actionsFor", { name: placement.name })}
            entries={[
              { label: t("placement.edit"), icon: Pencil, onSelect: () => open({ dialog: "edit", placement }) },
              {
                label: t("fallback.title"),
                icon: ImagePlus,
                onSelect: () => open({ dialog: "fallback", placement }),
              },
              placement.state === "active"
                ? { label: t("placement.pause"), icon: Pause, onSelect: () => setState(placement, "paused") }
                : { label: t("placement.resume"), icon: Play, onSelect: () => setState(placement, "active") },
              {
                label: t("placement.archive"),
                icon: Archive,
                danger: true,
                apart: true,
                onSelect: () => setState(placement, "archived"),
              },
            ]}
          />
        ),
      },
    ],
    [t, currency, open, setState],
  );
}
