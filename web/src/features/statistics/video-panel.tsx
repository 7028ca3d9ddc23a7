import { useTranslation } from "react-i18next";
import type { CallResult } from "../../data/api.ts";
import { BarList } from "../../ui/charts/bar-list.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import text from "../../ui/text.module.css";
import { CsvButton } from "./csv-button.tsx";
import { formatRate } from "./rates.ts";

/** How far videos were watched (FIELD-MET-010, FIELD-MET-011). */
export function VideoPanel({ totals }: { totals: CallResult<"showStatistics"> | undefined }) {
  const { t } = useTranslation("statistics");
  if (!totals) return <SkeletonRows rows={4} />;
  const rows = [
    { id: "plays", name: t("video.plays"), value: totals.video_plays },
    { id: "first", name: t("video.first"), value: totals.first_quartile },
    { id: "mid", name: t("video.midpoint"), value: totals.midpoint },
    { id: "third", name: t("video.third"), value: totals.third_quartile },
    { id: "complete", name: t("video.completions"), value: totals.completions },
  ];
  return (
    <Sheet
      title={t("panel.video")}
      aside={
        totals.video_plays > 0 && (
          <CsvButton
            of={t("panel.video")}
            file={`video-${totals.from}-${totals.to}`}
            rows={[[t("panel.video"), t("video.plays")], ...rows.map(({ name, value }) => [name, value])]}
          />
        )
      }
    >
      {totals.video_plays === 0 ? (
        <p className={text.secondary}>{t("video.none")}</p>
      ) : (
        <>
          <BarList tall rows={rows} />
          <p className={text.strong}>{t("video.rate", { rate: formatRate(totals.completion_rate) })}</p>
        </>
      )}
    </Sheet>
  );
}
