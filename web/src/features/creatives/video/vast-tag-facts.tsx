import type { VastTag } from "@litfass/contract/creatives/vast-tags";
import { formatNumber, formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import styles from "./video.module.css";

/** What a VAST tag leads to. It is not played here: only a player follows wrappers. */
export function VastTagFacts({ tag }: { tag: VastTag }) {
  const { t, i18n } = useTranslation("video");
  const { media, ad_system, wrappers, click_host, hosts } = tag.answer;
  const listed = (values: string[]) => new Intl.ListFormat(i18n.language).format([...new Set(values)]);
  const [file] = media;
  return (
    <Stack gap="small">
      {tag.problem && <Note tone="warn">{tag.problem}</Note>}
      <dl className={styles.facts}>
        <dt>{t("tag.address")}</dt>
        <dd className={styles.address}>{tag.url}</dd>
        <dt>{t("tag.system")}</dt>
        <dd>{ad_system || "–"}</dd>
        <dt>{t("tag.wrappers")}</dt>
        <dd>{formatNumber(wrappers)}</dd>
        <dt>{t("fact.length")}</dt>
        <dd>{t("fact.seconds", { seconds: formatNumber(tag.answer.duration) })}</dd>
        <dt>{t("tag.files")}</dt>
        <dd>{listed(media.map(({ type, width, height }) => `${formatSize(`${width}x${height}`)} (${type})`))}</dd>
        <dt>{t("tag.landing")}</dt>
        <dd>{click_host ?? "–"}</dd>
        <dt>{t("tag.hosts")}</dt>
        <dd>{listed(hosts)}</dd>
      </dl>
      {file && (
        <p className={styles.hint}>
          {t("tag.elsewhere")}{" "}
          <a href={file.url} target="_blank" rel="noopener noreferrer nofollow">
            {t("tag.watch")}
          </a>
        </p>
      )}
    </Stack>
  );
}
