import { rateSources, type SettingsSection } from "@litfass/contract/settings/operator-settings";
import type { SettingsVersion } from "@litfass/contract/settings/settings-endpoints";
import { useState } from "react";
import { problemText } from "../../api/api-error.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Card } from "../../ui/layout/card.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { settingsReads } from "./save-settings.ts";
import styles from "./settings.module.css";
import { changedField, changedValue } from "./version-change.ts";

/** The versions of a section: who changed what, when and why; an earlier one can be restored. */
export function VersionsCard({ section, version }: { section: SettingsSection; version: number }) {
  const { t } = useTranslation("settings");
  const [shown, setShown] = useState(15);
  const [chosen, setChosen] = useState<number | null>(null);
  const list = useCall("listSettingsVersions", { params: { section }, query: { per_page: shown } }, { keep: true });
  const restore = useChange("restoreSettings", settingsReads);
  const { data = [], meta } = list.data ?? {};

  async function repeat(earlier: number) {
    try {
      const note = t("versions.restoredNote", { version: earlier });
      await restore.mutateAsync({ params: { section }, body: { version, restore: earlier, note } });
      showSnackbar(t("saved"));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }

  return (
    <Card title={t("versions.title")}>
      {list.data && data.length === 0 && <p className={styles.caption}>{t("versions.none")}</p>}
      <ul className={styles.versions}>
        {data.map((each) => (
          <Version key={each.version} of={each} isCurrent={each.version === version} onRestore={setChosen} />
        ))}
      </ul>
      {meta && meta.total > data.length && shown < 100 && (
        <Button small onClick={() => setShown(100)}>
          {t("versions.more")}
        </Button>
      )}
      {data.length > 0 && data.length === meta?.total && (
        <Button small onClick={() => setChosen(0)}>
          {t("versions.restoreFirst")}
        </Button>
      )}
      <ConfirmDialog
        open={chosen !== null}
        variant="primary"
        title={t("versions.confirm")}
        lead={t("versions.confirmLead")}
        action={t("versions.restore")}
        onConfirm={() => (chosen === null ? undefined : repeat(chosen))}
        onClose={() => setChosen(null)}
      />
    </Card>
  );
}

const isSource = (value: string): value is (typeof rateSources)[number] => rateSources.some((each) => each === value);

type VersionProps = { of: SettingsVersion; isCurrent: boolean; onRestore: (version: number) => void };

function Version({
  of: { version, changed_at, changed_by, is_automatic, note, changes },
  isCurrent,
  onRestore,
}: VersionProps) {
  const { t } = useTranslation("settings");
  const texts = {
    yes: t("versions.yes"),
    no: t("versions.no"),
    image: t("versions.image"),
    source: (source: string) => (isSource(source) ? t(`versions.source.${source}`) : source),
  };
  const by = is_automatic ? t("versions.automatic") : (changed_by ?? t("versions.commandLine"));
  return (
    <li>
      <div className={styles.what}>
        <strong>{note}</strong>
        <p className={styles.caption}>{t("versions.by", { version, by, at: formatDateTime(changed_at) })}</p>
        <ul className={styles.changes}>
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              {t("versions.change", {
                field: changedField(field),
                before: changedValue(field, before, texts),
                after: changedValue(field, after, texts),
              })}
            </li>
          ))}
        </ul>
      </div>
      {!isCurrent && (
        <Button small aria-label={t("versions.restoreOne", { version })} onClick={() => onRestore(version)}>
          {t("versions.restore")}
        </Button>
      )}
    </li>
  );
}
