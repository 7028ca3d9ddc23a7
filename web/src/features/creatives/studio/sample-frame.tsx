import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import styles from "../banner.module.css";

/** The format of template samples. */
const sampleFormat = { name: "300x250", width: 300, height: 250 } as const;

type SampleFrameProps = {
  group: CreativeGroup;
  /** The available width in px; the banner is never enlarged. */
  maxWidth: number;
  /** Skips the animation and shows its final frame. */
  still?: boolean;
};

/** A template with sample content, live (STEP-005). */
export function SampleFrame({ group, maxWidth, still }: SampleFrameProps) {
  const { t } = useTranslation("creatives");
  const creative = group.creatives.find(({ format }) => format === sampleFormat.name) ?? group.creatives[0];
  if (!creative) return null;
  const share = Math.min(1, maxWidth / sampleFormat.width);
  const scale = share * Math.min(1, sampleFormat.width / creative.width, sampleFormat.height / creative.height);
  return (
    <div className={styles.sample} inert style={{ width: creative.width * scale, height: creative.height * scale }}>
      <iframe
        title={t("templates.sample", { name: group.name })}
        src={`${creative.preview_url}?lang=${currentLocale()}${still ? "&still=1" : ""}`}
        loading="lazy"
        width={creative.width}
        height={creative.height}
        className={styles.frame}
        style={{ transform: `scale(${scale})` }}
      />
    </div>
  );
}
