import { type VideoConversion, videoStatuses } from "@litfass/contract/creatives/video-conversions";
import { RotateCcw } from "lucide-react";
import { useMemo, useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDateTime, formatNumber, formatSize } from "../../../i18n/format.ts";
import type { Translate } from "../../../i18n/text-keys.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ChoiceFilter, ListFilters } from "../../../ui/tables/list-filters.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { listQuery, useTableState } from "../../../ui/tables/use-table-state.ts";
import { useVideoUpload } from "./use-video-upload.ts";
import styles from "./video.module.css";
import { VideoDrop } from "./video-drop.tsx";
import { VideoPlayer } from "./video-player.tsx";
import { VideoState } from "./video-state.tsx";

const sorts = ["created_at", "name", "status"] as const;
const pollMs = 1500;

/** The video converter: queued, running, finished and failed conversions, and an upload (PAGE-013). */
export function ConverterPage() {
  const { t } = useTranslation("video");
  const state = useTableState({ sort: "created_at", direction: "desc" });
  const [watched, setWatched] = useState<VideoConversion | null>(null);
  const [status, setStatus] = useChoice("status", videoStatuses);
  const query = {
    ...listQuery(state, sorts),
    status,
  };
  const list = useCall("listVideoConversions", { query }, { keep: true, everyMs: pollMs, staleMs: 0 });
  const start = useChange("startVideoConversion", ["listVideoConversions"]);
  const change = useChange("changeVideoConversion", ["listVideoConversions"]);
  const sending = useVideoUpload((upload) => start.mutateAsync({ body: { upload } }));
  const again = change.mutateAsync;
  const columns = useMemo(
    () =>
      columnsOf(t, setWatched, (id) => {
        again({ params: { videoConverter: id }, body: { status: "queued" } }).catch((error) =>
          showSnackbar(problemText(error)),
        );
      }),
    [t, again],
  );
  const note = list.data?.converter.note;
  const filtered = state.search !== "" || status !== undefined;
  return (
    <>
      <PageHeading lead={t("page.lead")}>{t("page.title")}</PageHeading>
      <Stack>
        {note && <Note tone="warn">{note}</Note>}
        <VideoDrop sending={sending} hint={t("page.hint")} disabled={Boolean(note)} />
        <div>
          <ListFilters state={state} label={t("page.search")}>
            <ChoiceFilter
              label={t("column.status")}
              any={t("page.any")}
              options={videoStatuses.map((each) => ({ value: each, label: t(`status.${each}`) }))}
              value={status}
              onChange={setStatus}
            />
          </ListFilters>
          <Card flush>
            <ListTable
              caption={t("page.title")}
              columns={columns}
              list={list}
              rowKey={(row) => String(row.id)}
              state={state}
              errorTitle={t("page.failed")}
              empty={
                <EmptyState title={t(filtered ? "page.filtered" : "page.none")}>
                  {t(filtered ? "page.filteredText" : "page.noneText")}
                </EmptyState>
              }
            />
          </Card>
        </div>
      </Stack>
      <Dialog open={watched !== null} onClose={() => setWatched(null)} title={watched?.name} size="wide">
        {watched && <VideoPlayer video={watched} base={`/api/v1/media-converter/${watched.id}/files`} />}
      </Dialog>
    </>
  );
}

function columnsOf(
  t: Translate<"video">,
  watch: (video: VideoConversion) => void,
  again: (id: number) => void,
): Column<VideoConversion>[] {
  return [
    {
      id: "name",
      header: t("column.name"),
      sortable: true,
      narrow: "title",
      cell: (row) => (
        <span className={styles.named}>
          {row.poster ? (
            <button type="button" className={styles.thumb} onClick={() => watch(row)} title={t("page.watch")}>
              <img src={row.poster} alt={t("page.watchVideo", { name: row.name })} width={96} height={54} />
            </button>
          ) : (
            <span className={styles.thumb} />
          )}
          <span>
            {row.name}
            <span className={styles.under}>{row.source_file}</span>
          </span>
        </span>
      ),
    },
    { id: "status", header: t("column.status"), sortable: true, cell: (row) => <VideoState video={row} /> },
    {
      id: "length",
      header: t("column.length"),
      align: "right",
      cell: (row) => (
        <span className={styles.line}>{t("fact.seconds", { seconds: formatNumber(row.duration, 1) })}</span>
      ),
    },
    {
      id: "target",
      header: t("column.result"),
      cell: (row) =>
        row.renditions.length > 0
          ? row.renditions.map(({ width, height }) => formatSize(`${width}x${height}`)).join(", ")
          : formatSize(`${row.width}x${row.height}`),
    },
    {
      id: "created_at",
      header: t("column.created"),
      align: "right",
      sortable: true,
      cell: (row) => <span className={styles.line}>{formatDateTime(row.created_at)}</span>,
    },
    {
      id: "actions",
      header: t("column.actions"),
      headerHidden: true,
      narrow: "corner",
      cell: (row) =>
        row.can_retry && (
          <Menu
            label={t("page.actionsFor", { name: row.name })}
            entries={[{ label: t("step.retry"), icon: RotateCcw, onSelect: () => again(row.id) }]}
          />
        ),
    },
  ];
}
