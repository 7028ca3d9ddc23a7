import type { LibraryGroupDetail } from "@litfass/contract/creatives/library-shapes";
import { Trash2 } from "lucide-react";
import { Link } from "react-router";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { IconButton } from "../../../ui/button.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Select } from "../../../ui/inputs/select.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "./library.module.css";
import { PreviewFrame } from "./preview-frame.tsx";

/** The finished banners of a group, one for each format. */
export function GroupCreatives({ group }: { group: LibraryGroupDetail }) {
  const { t } = useTranslation("library");
  const free = useCall("listCreatives", { query: { creative_group: "none", per_page: 100 } });
  const refresh = ["showCreativeGroup", "listCreativeGroups", "listCreatives", "showCreative"] as const;
  const update = useChange("updateCreativeGroup", refresh);
  const remove = useChange("removeCreativeFromGroup", refresh);
  const formats = new Set(group.creatives.map(({ format }) => format));
  const fitting = (free.data?.data ?? []).filter(({ format }) => !formats.has(format));
  async function run(change: Promise<unknown>) {
    try {
      await change;
      showSnackbar(t("saved"));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  function add(uuid: string) {
    const creative_ids = [...group.creatives.map((each) => each.uuid), uuid];
    void run(update.mutateAsync({ params: { uuid: group.uuid }, body: { creative_ids } }));
  }
  return (
    <Card title={t("groups.banners")}>
      <div className={styles.form}>
        {group.creatives.length === 0 && <p>{t("groups.noBanners")}</p>}
        <ul className={styles.files}>
          {group.creatives.map((creative) => (
            <li key={creative.uuid}>
              <span className={styles.thumb}>
                <PreviewFrame creative={creative} maxWidth={88} height={60} version={creative.updated_at} />
              </span>
              <span>
                <Link to={`/creatives/${creative.uuid}`}>{creative.title || creative.component_name}</Link>
                <span className={styles.under}>{formatSize(creative.format)}</span>
              </span>
              <IconButton
                icon={Trash2}
                label={t("groups.remove", { name: creative.title || creative.component_name })}
                onClick={() => void run(remove.mutateAsync({ params: { uuid: group.uuid, creative: creative.uuid } }))}
              />
            </li>
          ))}
        </ul>
        <Select
          label={t("groups.add")}
          placeholder={t(fitting.length > 0 ? "groups.choose" : "groups.noneFree")}
          disabled={fitting.length === 0}
          options={fitting.map(({ uuid, title, component_name, format }) => ({
            value: uuid,
            label: `${title || component_name}, ${format}`,
          }))}
          value={null}
          onChange={add}
        />
      </div>
    </Card>
  );
}
