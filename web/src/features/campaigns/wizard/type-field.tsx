import { type CampaignType, campaignTypes } from "@litfass/contract/campaigns/campaigns";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Segmented } from "../../../ui/inputs/chip-group.tsx";
import { Field } from "../../../ui/inputs/field.tsx";
import styles from "./wizard.module.css";

type TypeFieldProps = { value: CampaignType; isFixed: boolean; onChange: (type: CampaignType) => void };

/** Banners, a video or an audio spot; fixed once the campaign has started (FIELD-CAMP-005). */
export function TypeField({ value: chosen, isFixed, onChange }: TypeFieldProps) {
  const { t } = useTranslation("campaigns");
  return (
    <div className={styles.section}>
      <Field label={t("field.type")} help={t(`help.type.${chosen}`)}>
        {() => (
          <Segmented
            label={t("field.type")}
            value={chosen}
            options={campaignTypes.map((value) => ({
              value,
              label: t(`type.${value}`),
              disabled: isFixed,
            }))}
            onChange={(type) => onChange(campaignTypes.find((each) => each === type) ?? "display")}
          />
        )}
      </Field>
    </div>
  );
}
