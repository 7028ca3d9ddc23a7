import type { Creative, CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { deviceOfFormat, formatDevices } from "@litfass/contract/kernel/formats";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useChange } from "../../../../api/use-call.ts";
import { formatSize } from "../../../../i18n/format.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { Button } from "../../../../ui/button.tsx";
import { showSnackbar } from "../../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../../ui/inputs/checkbox.tsx";
import { afterChoosing } from "../../after-selection.ts";
import { selectedCreatives } from "../selected-formats.ts";
import styles from "../studio.module.css";
import { FieldGroup } from "./field-group.tsx";

type FormatsFieldProps = { campaignId: number; group: CreativeGroup; disabled: boolean };

/** The formats that the campaign uses: of the basic set, and added ones by device. At least one remains. */
export function FormatsField({ campaignId, group, disabled }: FormatsFieldProps) {
  const { t } = useTranslation("creatives");
  const choose = useChange("setCampaignCreatives", afterChoosing);
  const saved = selectedCreatives(group).map(({ uuid }) => uuid);
  const [typed, setTyped] = useState<string[] | null>(null);
  const [isOpen, setOpen] = useState(group.additional.some(({ is_selected }) => is_selected));
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
  const box = ({ uuid, format }: Creative) => (
    <Checkbox
      key={uuid}
      checked={used.includes(uuid)}
      disabled={disabled || (used.length === 1 && used.includes(uuid))}
      onChange={() => toggle(uuid)}
    >
      <span className={styles.number}>{formatSize(format)}</span>
    </Checkbox>
  );

  return (
    <FieldGroup label={t("field.formats")} help={used.length === 1 ? t("help.lastFormat") : undefined}>
      <div className={styles.formats}>{group.creatives.map(box)}</div>
      {group.additional.length > 0 && !isOpen && !disabled && (
        <Button small icon={Plus} onClick={() => setOpen(true)}>
          {t("formats.add")}
        </Button>
      )}
      {isOpen &&
        formatDevices.map((device) => {
          const offered = group.additional.filter(({ format }) => deviceOfFormat(format) === device);
          if (offered.length === 0) return null;
          return (
            <fieldset key={device} className={styles.device}>
              <legend>{t(`formats.device.${device}`)}</legend>
              <div className={styles.formats}>{offered.map(box)}</div>
            </fieldset>
          );
        })}
    </FieldGroup>
  );
}
