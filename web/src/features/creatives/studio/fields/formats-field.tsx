import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../../../api/use-call.ts";
import { formatSize } from "../../../../i18n/format.ts";
import { showSnackbar } from "../../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../../ui/inputs/checkbox.tsx";
import { afterChoosing } from "../../after-selection.ts";
import styles from "../studio.module.css";
import { FieldGroup } from "./field-group.tsx";

type FormatsFieldProps = { campaignId: number; group: CreativeGroup; disabled: boolean };

/** The formats that the campaign uses; at least one remains. */
export function FormatsField({ campaignId, group, disabled }: FormatsFieldProps) {
  const { t } = useTranslation("creatives");
  const choose = useChange("setCampaignCreatives", afterChoosing);
  const saved = group.creatives.filter((creative) => creative.is_selected).map(({ uuid }) => uuid);
  const [typed, setTyped] = useState<string[] | null>(null);
  const running = useRef<Promise<void>>(Promise.resolve());
  const used = typed ?? saved;

  function toggle(uuid: string) {
    const creative_ids = used.includes(uuid) ? used.filter((each) => each !== uuid) : [...used, uuid];
    setTyped(creative_ids);
    // Changes run one by one, because each sends all used formats.
    running.current = running.current.then(async () => {
      try {
        await choose.mutateAsync({ params: { userCampaign: campaignId }, body: { creative_ids } });
      } catch (error) {
        setTyped(null);
        showSnackbar(error instanceof Error ? error.message : String(error));
      }
    });
  }

  return (
    <FieldGroup label={t("field.formats")} help={used.length === 1 ? t("help.lastFormat") : undefined}>
      <div className={styles.formats}>
        {group.creatives.map(({ uuid, format }) => (
          <Checkbox
            key={uuid}
            checked={used.includes(uuid)}
            disabled={disabled || (used.length === 1 && used.includes(uuid))}
            onChange={() => toggle(uuid)}
          >
            <span className={styles.number}>{formatSize(format)}</span>
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  );
}
