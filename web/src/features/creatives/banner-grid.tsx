import type { CreativeForms } from "@litfass/contract/creatives/creative-content";
import type { Format } from "@litfass/contract/kernel/formats";
import { useMemo } from "react";
import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useWidth } from "../../ui/charts/use-width.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import styles from "./banner.module.css";
import { BannerRows } from "./banner-rows.tsx";
import { FeedItems } from "./studio/feed-items.tsx";
import { bannerFieldsOf } from "./studio/fields/banner-fields.ts";
import { minCommonScaleWidth, scaleIn } from "./studio/scales.ts";
import { useBannerTemplate } from "./studio/use-banner-template.ts";
import { useBannerVideo } from "./studio/use-banner-video.ts";
import { useDrawnBanners, useFeedFields } from "./studio/use-drawn-banners.ts";
import { useFeedItem } from "./studio/use-feed-item.ts";
import { useImageSources } from "./studio/use-image-sources.ts";
import { UploadedBanners } from "./uploads/uploaded-banners.tsx";

/** The finished banners of a campaign, read-only and at one scale. */
export function BannerGrid({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation("creatives");
  const forms = useCall("showCreativeForms", { params: { userCampaign: campaignId } });
  if (forms.error && !forms.data) {
    return <ErrorState title={t("studio.failed")} error={forms.error} onRetry={() => void forms.refetch()} />;
  }
  if (!forms.data) return <SkeletonRows rows={3} />;
  const { group } = forms.data;
  if (!group || forms.data.forms.length === 0)
    return <EmptyState title={t("grid.none")}>{t("grid.noneText")}</EmptyState>;
  if (group.template === null) return <UploadedBanners forms={forms.data.forms} />;
  return <DrawnBanners campaignId={campaignId} saved={forms.data} template={group.template} />;
}

type DrawnBannersProps = { campaignId: number; saved: CreativeForms; template: string };

function DrawnBanners({ campaignId, saved, template }: DrawnBannersProps) {
  const { t } = useTranslation("creatives");
  const [place, width] = useWidth<HTMLDivElement>(520);
  const { values } = saved;
  const sources = useImageSources(campaignId, values.logo ? [values.logo, ...values.images] : values.images);
  const { drawable, error, retry } = useBannerTemplate(template, values, values.font);
  const bannerVideo = useBannerVideo(campaignId);
  const fields = useMemo(() => bannerFieldsOf(values, sources, undefined, bannerVideo), [values, sources, bannerVideo]);
  const shown = useMemo(() => saved.forms.map(({ format }) => format as Format), [saved.forms]);
  const feed = useFeedItem(campaignId);
  const feedFields = useFeedFields(drawable, fields, feed.item);
  const banners = useDrawnBanners(drawable, feedFields, shown, false);
  if (error) return <ErrorState title={t("studio.templateFailed")} error={error} onRetry={retry} />;
  return (
    <div ref={place} className={styles.place}>
      <FeedItems feed={feed} />
      <BannerRows
        banners={banners}
        scaleOf={(format) => scaleIn(width, format)}
        showScale={width < minCommonScaleWidth}
      />
    </div>
  );
}
