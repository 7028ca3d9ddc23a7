import { Suspense } from "react";
import { useCall } from "../../../api/use-call.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { BarList } from "../../../ui/charts/bar-list.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { Info } from "../../../ui/overlays/info.tsx";
import styles from "../dashboard.module.css";
import { PanelExport } from "../panel-export.tsx";
import { formatRate } from "../rates.ts";
import { type DashboardFilter, queryOf } from "../use-filter.ts";

/** The VAST 4.2 error codes that apply to a video or a spot without wrappers. */
const codes = [100, 101, 102, 200, 201, 202, 203, 400, 401, 402, 403, 405, 900] as const;
const isKnown = (code: number): code is (typeof codes)[number] => codes.some((each) => each === code);

/** Banners can contain videos, too. */
const typesOf = { video: ["display", "video"], audio: ["audio"] } as const;

type PlaybackPanelProps = { filter: DashboardFilter; medium: "video" | "audio" };

/**
 * How far videos were watched or spots heard (FIELD-MET-010, FIELD-MET-011), and playback errors. Without a campaign,
 * there is a panel of spots only if some were played.
 */
export function PlaybackPanel(props: PlaybackPanelProps) {
  const placeholder = props.medium === "video" ? <SkeletonRows rows={4} /> : null;
  return (
    <Suspense fallback={placeholder}>
      <Playback {...props} />
    </Suspense>
  );
}

function Playback({ filter, medium }: PlaybackPanelProps) {
  const { t } = useTranslation("reporting");
  const { t: tPlayback } = useTranslation("playback");
  const query = { ...queryOf(filter), campaign_types: [...typesOf[medium]] };
  const { data: totals, ...figures } = useCall("showStatistics", { query }, { keep: true, everyMs: filter.refreshMs });
  const found = useCall("showPlayerErrors", { query }, { keep: true, everyMs: filter.refreshMs });
  const isOptional = medium === "audio" && filter.campaignId === null;
  if (isOptional && !totals?.video_plays && !found.data?.total) return null;
  if (figures.error && !totals) {
    return <ErrorState title={t("failed")} error={figures.error} onRetry={() => void figures.refetch()} />;
  }
  if (!totals) return <SkeletonRows rows={4} />;
  const plays = [
    { id: "plays", name: tPlayback(`plays.${medium}`), value: totals.video_plays },
    { id: "first", name: tPlayback("first"), value: totals.first_quartile },
    { id: "mid", name: tPlayback("midpoint"), value: totals.midpoint },
    { id: "third", name: tPlayback("third"), value: totals.third_quartile },
    { id: "complete", name: tPlayback(`completions.${medium}`), value: totals.completions },
  ];
  const title = t(`panel.${medium}`);
  const failed = found.data?.total ?? 0;
  const errors = (found.data?.errors ?? []).map(({ code, errors: value }) => ({
    id: String(code),
    name: isKnown(code) ? tPlayback(`error.${code}`) : tPlayback("error.other", { code }),
    value,
  }));
  return (
    <Card
      title={
        <>
          {title}
          <Info of={title}>{t(`means.${medium}`)}</Info>
        </>
      }
      aside={
        (totals.video_plays > 0 || failed > 0) && (
          <PanelExport
            of={title}
            file={`${medium}-${totals.from}-${totals.to}`}
            rows={[
              [title, tPlayback("number")],
              ...plays.map(({ name, value }) => [name, value]),
              ...(failed > 0 ? [[tPlayback("failed"), failed], ...errors.map(({ name, value }) => [name, value])] : []),
            ]}
          />
        )
      }
    >
      {totals.video_plays === 0 ? (
        <p className={text.secondary}>{tPlayback(`none.${medium}`)}</p>
      ) : (
        <>
          <BarList tall rows={plays} />
          {/* Relative to the impressions of videos or spots only; banners would distort it. */}
          {filter.campaignId !== null && (
            <p className={classNames(text.strong, styles.underChart)}>
              {tPlayback("rate", { rate: formatRate(totals.completion_rate) })}
            </p>
          )}
        </>
      )}
      {found.error && !found.data && (
        <ErrorState title={t("failed")} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {failed > 0 && (
        <>
          <h3 className={styles.subheading}>{tPlayback("errors", { count: failed, number: formatNumber(failed) })}</h3>
          <BarList rows={errors} />
        </>
      )}
    </Card>
  );
}
