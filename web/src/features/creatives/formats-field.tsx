import type { CreativeGroup } from "@litfass/contract/creatives";
import { useTranslation } from "react-i18next";
import { useChange } from "../../data/use-call.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { showSnackbar } from "../../ui/snackbar-store.ts";
import { afterChoosing } from "./after-choosing.ts";
import { FieldGroup } from "./field-group.tsx";
import { sizeText } from "./scales.ts";
import styles from "./studio.module.css";

type FormatsFieldProps = { campaignId: number; group: CreativeGroup; disabled: boolean };

/** Which formats the campaign uses; at least one stays. */
export function FormatsField({ campaignId, group, disabled }: FormatsFieldProps) {
  const { t } = useTranslation("creatives");
  const choose = useChange("setCampaignCreatives", afterChoosing);
  const used = group.creatives.filter((creative) => creative.is_selected).map(({ uuid }) => uuid);

  async function toggle(uuid: string) {
    // One change after the other: each names all formats that are used.
    if (choose.isPending) return;
    const creative_ids = used.includes(uuid) ? used.filter((each) => each !== uuid) : [...used, uuid];
    try {
      await choose.mutateAsync({ params: { userCampaign: campaignId }, body: { creative_ids } });
    } catch (error) {
      showSnackbar(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <FieldGroup label={t("field.formats")} help={used.length === 1 ? t("help.lastFormat") : undefined}>
      <div className={styles.formats}>
        {group.creatives.map(({ uuid, format, is_selected }) => (
          <Checkbox
            key={uuid}
            checked={is_selected}
            disabled={disabled || (is_selected && used.length === 1)}
            onChange={() => void toggle(uuid)}
          >
            <span className={styles.number}>{sizeText(format)}</span>
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  );
}
