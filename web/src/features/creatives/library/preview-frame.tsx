import type { LibraryCreative } from "@litfass/contract/creatives/library-shapes";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import styles from "./library.module.css";

type PreviewFrameProps = {
  creative: Pick<LibraryCreative, "preview_url" | "width" | "height" | "format">;
  /** The available width in px; the banner is never enlarged. */
  maxWidth: number;
  height?: number;
  /** A new value reloads the banner. */
  version?: string;
};

/** A scaled-down preview of a creative. Uploads come from the ads origin in a sandboxed frame. */
export function PreviewFrame({ creative, maxWidth, height, version }: PreviewFrameProps) {
  const { t } = useTranslation("library");
  const scale = Math.min(1, maxWidth / creative.width, (height ?? creative.height) / creative.height);
  return (
    <div className={styles.preview} inert style={{ width: creative.width * scale, height: creative.height * scale }}>
      <iframe
        key={version}
        title={t("creatives.frame", { format: creative.format })}
        src={`${creative.preview_url}?lang=${currentLocale()}&still=1`}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        loading="lazy"
        width={creative.width}
        height={creative.height}
        style={{ transform: `scale(${scale})` }}
      />
    </div>
  );
}
