import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { AudioLines, Clapperboard, Image } from "lucide-react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/layout/icon.tsx";
import { InView } from "../../ui/layout/in-view.tsx";
import styles from "./banner-thumbnail.module.css";

/** The thumbnail's sides: those of a 300x250 banner. */
const size = { width: 72, height: 60 };

/** A thumbnail of one of the campaign's banners; an empty frame without banners, an icon for a video or a spot. */
export function BannerThumbnail({ campaign }: { campaign: Pick<Campaign, "name" | "type" | "banner"> }) {
  const { t } = useTranslation("campaigns");
  const { banner, type } = campaign;
  const empty = (
    <span className={styles.empty} aria-hidden="true">
      <Icon of={{ display: Image, video: Clapperboard, audio: AudioLines }[type]} size={20} />
    </span>
  );
  if (!banner) return empty;
  const scale = Math.min(size.width / banner.width, size.height / banner.height);
  return (
    <InView placeholder={<span className={styles.empty} aria-hidden="true" />}>
      <span className={styles.thumbnail} inert>
        <iframe
          title={t("bannerOf", { name: campaign.name })}
          src={banner.url}
          width={banner.width}
          height={banner.height}
          loading="lazy"
          tabIndex={-1}
          style={{ transform: `scale(${scale})` }}
        />
      </span>
    </InView>
  );
}
