import type { ContentValues } from "@litfass/contract/creatives/creative-content";
import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import type { Format } from "@litfass/contract/kernel/formats";
import { Play } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import { formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { useWidth } from "../../../ui/charts/use-width.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Segmented } from "../../../ui/inputs/chip-group.tsx";
import { useDebouncedValue } from "../../../ui/use-debounced-value.ts";
import { BannerRows } from "../banner-rows.tsx";
import { filledParts, type OmittedParts, omittedParts, type Shown } from "../omitted-formats.ts";
import { FeedItems } from "./feed-items.tsx";
import { bannerFieldsOf } from "./fields/banner-fields.ts";
import styles from "./multi-format-preview.module.css";
import { NativePreview } from "./native-preview.tsx";
import { fitScale, minCommonScaleWidth, scaleIn, scaleText } from "./scales.ts";
import { selectedFormats } from "./selected-formats.ts";
import { useBannerTemplate } from "./use-banner-template.ts";
import { useBannerVideo } from "./use-banner-video.ts";
import { useDrawnBanners, useFeedFields } from "./use-drawn-banners.ts";
import { useFeedItem } from "./use-feed-item.ts";
import { useImageSources } from "./use-image-sources.ts";

/** How long typing must pause before the banners are redrawn, in ms. */
const drawAfterMs = 120;

type MultiFormatPreviewProps = {
  campaignId: number;
  values: ContentValues;
  group: CreativeGroup;
  template: string;
  /** The save state, for the header. */
  state: ReactNode;
  readOnly: boolean;
};

/** The campaign's formats at one scale, updated while typing, with a note on what some of them omit. */
export function MultiFormatPreview({ campaignId, values, group, template, state, readOnly }: MultiFormatPreviewProps) {
  const { t } = useTranslation("creatives");
  const [place, width] = useWidth<HTMLDivElement>(640);
  const [full, setFull] = useState(false);
  const [played, setPlayed] = useState<{ values: ContentValues; run: number } | null>(null);
  const [reports, setReports] = useState<Partial<Record<Format, Shown>>>({});

  const settled = useDebouncedValue(values, drawAfterMs);
  const sources = useImageSources(campaignId, settled.logo ? [settled.logo, ...settled.images] : settled.images);
  const { drawable, error, retry } = useBannerTemplate(template, settled, settled.font);
  const examples = useMemo(
    () => ({ title: t("example.title"), description: t("example.description"), buttonText: t("example.button") }),
    [t],
  );
  const bannerVideo = useBannerVideo(campaignId);
  const fields = useMemo(
    () => bannerFieldsOf(settled, sources, examples, bannerVideo),
    [settled, sources, examples, bannerVideo],
  );
  const formats = useMemo(() => selectedFormats(group), [group]);
  const feed = useFeedItem(campaignId);
  const shown = useFeedFields(drawable, fields, feed.item);
  // The animation plays on request; the next change shows its final frame again instead of replaying on every key.
  const still = played?.values !== settled;
  const banners = useDrawnBanners(drawable, shown, formats, still);

  const fit = fitScale(width);
  const isCommon = width >= minCommonScaleWidth;
  const scaleOf = (format: Format) => (isCommon && full ? 1 : scaleIn(width, format));
  const usesExamples = !readOnly && !(settled.title.trim() && settled.description.trim() && settled.button_text.trim());
  const missing = drawable && omittedParts(pick(reports, formats), filledParts(settled, drawable.template));

  return (
    <section className={styles.preview} aria-label={t("studio.formats")}>
      <div className={styles.previewHead}>
        <span className={styles.template}>
          {t("studio.template", { name: group.name })}
          {!readOnly && <Link to={{ search: "?step=template" }}>{t("studio.change")}</Link>}
        </span>
        {state}
        {isCommon && fit < 1 && (
          <Segmented
            label={t("studio.scale")}
            value={full ? "full" : "fit"}
            options={[
              { value: "fit", label: scaleText(fit) },
              { value: "full", label: scaleText(1) },
            ]}
            onChange={(value) => setFull(value === "full")}
          />
        )}
        <Button
          small
          icon={Play}
          disabled={!drawable}
          onClick={() => setPlayed((before) => ({ values: settled, run: (before?.run ?? 0) + 1 }))}
        >
          {t("studio.play")}
        </Button>
      </div>
      <div className={styles.banners}>
        <FeedItems feed={feed} />
        <div ref={place}>
          {error ? (
            <ErrorState title={t("studio.templateFailed")} error={error} onRetry={retry} />
          ) : (
            <BannerRows
              banners={banners}
              scaleOf={scaleOf}
              showScale={!isCommon}
              run={played?.run}
              onShown={(format, shown) => setReports((before) => ({ ...before, [format]: shown }))}
            >
              <OmittedFormatsNote missing={missing} usesExamples={usesExamples} />
            </BannerRows>
          )}
        </div>
        <NativePreview fields={fields} />
      </div>
    </section>
  );
}

const pick = (reports: Partial<Record<Format, Shown>>, formats: readonly Format[]) =>
  Object.fromEntries(Object.entries(reports).filter(([format]) => formats.includes(format as Format)));

type OmittedFormatsNoteProps = { missing: OmittedParts | null; usesExamples: boolean };

/** Lists what some formats omit or shorten, and notes that sample texts are shown. */
function OmittedFormatsNote({ missing, usesExamples }: OmittedFormatsNoteProps) {
  const { t, i18n } = useTranslation("creatives");
  const list = (formats: readonly Format[]) => new Intl.ListFormat(i18n.language).format(formats.map(formatSize));
  return (
    <>
      {missing?.parts.map(({ part, formats }) => (
        <p key={part}>{t(`omitted.${part}`, { formats: list(formats) })}</p>
      ))}
      {missing && missing.shortened.length > 0 && <p>{t("omitted.shortened", { formats: list(missing.shortened) })}</p>}
      {usesExamples && <p>{t("example.note")}</p>}
    </>
  );
}
