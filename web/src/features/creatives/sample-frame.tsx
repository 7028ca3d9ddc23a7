import type { CreativeGroup } from "@litfass/contract/creatives";
import { currentLocale } from "../../i18n/i18n.ts";
import { useWidth } from "../../ui/charts/use-width.ts";
import styles from "./banner.module.css";

/** The format in which templates are compared. */
const sampleFormat = "300x250";

/** A template with sample content, live, as large as its place allows; `still` shows the end of the motion at once. */
export function SampleFrame({ group, title, still }: { group: CreativeGroup; title: string; still?: boolean }) {
  const [place, room] = useWidth<HTMLDivElement>(240);
  const creative = group.creatives.find(({ format }) => format === sampleFormat) ?? group.creatives[0];
  if (!creative) return <div ref={place} className={styles.sample} />;
  const scale = Math.min(1, room / creative.width, (room / 300) * (250 / creative.height));
  return (
    <div ref={place} className={styles.sample}>
      <div
        className={styles.paper}
        inert
        style={{ width: creative.width * scale, height: creative.height * scale, margin: "0 auto" }}
      >
        <iframe
          title={title}
          src={`${creative.preview_url}?lang=${currentLocale()}${still ? "&still=1" : ""}`}
          loading="lazy"
          width={creative.width}
          height={creative.height}
          className={styles.frame}
          style={{ transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}
