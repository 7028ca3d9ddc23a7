import { ageRanges, devices, environments, genders, parentalStatuses } from "@litfass/contract/kernel/formats";
import { keywordsOf, type Targeting } from "@litfass/contract/targeting/targeting";
import { useState } from "react";
import { useSignedInUser } from "../../../api/session.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ChipGroup } from "../../../ui/inputs/chip-group.tsx";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import type { SettingsDraft } from "../wizard/use-draft.ts";
import styles from "../wizard/wizard.module.css";
import { AdvancedTargeting } from "./advanced-targeting.tsx";
import { DealsField } from "./deals-field.tsx";
import { DomainListsField } from "./domain-lists-field.tsx";
import { HoursField } from "./hours-field.tsx";
import { PlacesField } from "./places-field.tsx";

/** Step 2: places, audience, devices and hours. An empty choice means no restriction. */
export function TargetingStep({ draft: { campaign, change, errors } }: { draft: SettingsDraft }) {
  const { t } = useTranslation("campaigns");
  const viewer = useSignedInUser();
  const { targeting } = campaign;
  const [keywords, setKeywords] = useState(targeting.keywords.join("\n"));
  const set = (patch: Partial<Targeting>) => change({ targeting: { ...targeting, ...patch } });
  return (
    <>
      <div className={styles.section}>
        <PlacesField
          places={targeting.locations}
          error={errors["targeting.locations"]}
          onChange={(locations) => set({ locations })}
        />
      </div>
      <div className={styles.section}>
        <div className={styles.pair}>
          <ChipGroup
            label={t("field.ages")}
            options={ageRanges.map((value) => ({ value, label: value === "unknown" ? t("option.unknown") : value }))}
            value={targeting.age_ranges}
            onChange={(age_ranges) => set({ age_ranges })}
          />
          <ChipGroup
            label={t("field.genders")}
            options={genders.map((value) => ({ value, label: t(`option.gender.${value}`) }))}
            value={targeting.genders}
            onChange={(value) => set({ genders: value })}
          />
        </div>
        <ChipGroup
          label={t("field.parental")}
          help={t("help.everyone")}
          options={parentalStatuses.map((value) => ({ value, label: t(`option.parental.${value}`) }))}
          value={targeting.parental_statuses}
          onChange={(parental_statuses) => set({ parental_statuses })}
        />
      </div>
      <div className={styles.section}>
        <div className={styles.pair}>
          <ChipGroup
            label={t("field.devices")}
            options={devices.map((value) => ({ value, label: t(`option.device.${value}`) }))}
            value={targeting.devices}
            onChange={(value) => set({ devices: value })}
          />
          <ChipGroup
            label={t("field.environments")}
            help={t("help.everywhere")}
            options={environments.map((value) => ({ value, label: t(`option.environment.${value}`) }))}
            value={targeting.environments}
            onChange={(value) => set({ environments: value })}
          />
        </div>
      </div>
      <div className={styles.section}>
        <TextArea
          label={t("field.keywords")}
          help={t("help.keywords")}
          error={errors["targeting.keywords"]}
          rows={4}
          value={keywords}
          onChange={(event) => {
            setKeywords(event.target.value);
            set({ keywords: keywordsOf(event.target.value) });
          }}
        />
        <HoursField value={targeting.hours} onChange={(hours) => set({ hours })} />
      </div>
      <div className={styles.section}>
        <DomainListsField
          kind="blocklist"
          owners={[...new Set([viewer.uid, ...(campaign.owner ? [campaign.owner] : [])])]}
          value={targeting.blocklists}
          error={errors["targeting.blocklists"]}
          onChange={(blocklists) => set({ blocklists })}
        />
      </div>
      <DealsField
        owner={campaign.owner ?? viewer.uid}
        value={targeting.deal_ids}
        error={errors["targeting.deal_ids"]}
        onChange={(deal_ids) => set({ deal_ids })}
      />
      <AdvancedTargeting owner={campaign.owner} settings={campaign} errors={errors} set={set} change={change} />
    </>
  );
}
