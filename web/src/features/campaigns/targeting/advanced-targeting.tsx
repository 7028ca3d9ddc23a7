import type { Campaign, CampaignChange } from "@litfass/contract/campaigns/campaigns";
import type { Targeting } from "@litfass/contract/targeting/targeting";
import { useState } from "react";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { ChipGroup } from "../../../ui/inputs/chip-group.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import text from "../../../ui/layout/text.module.css";
import styles from "../wizard/wizard.module.css";
import { AudiencesField } from "./audiences-field.tsx";
import { DomainListsField } from "./domain-lists-field.tsx";
import { TrackersFields } from "./trackers-fields.tsx";

type AdvancedTargetingProps = {
  /** The owner whose lists are offered in addition to the caller's; null for a template. */
  owner: string | null;
  settings: Pick<Campaign, "targeting" | "feed_url"> &
    Partial<Pick<Campaign, "impression_trackers" | "verification_scripts">> & { status?: string };
  errors: Record<string, string>;
  set: (patch: Partial<Targeting>) => void;
  change: (patch: Pick<CampaignChange, "feed_url" | "impression_trackers" | "verification_scripts">) => void;
};

/** The targeting settings reserved for advanced advertisers and staff (ROLE-007). */
export function AdvancedTargeting({ owner, settings, errors, set, change }: AdvancedTargetingProps) {
  const { t } = useTranslation("campaigns");
  const viewer = useSignedInUser();
  const { targeting, impression_trackers, verification_scripts } = settings;
  const advanced = useCall("showAdvancedSettings", { params: { user: viewer.uid } });
  const [feed, setFeed] = useState(settings.feed_url ?? "");
  if (viewer.user_role === "customer") return null;
  if (advanced.error) {
    return (
      <div className={styles.section}>
        <ErrorState title={t("advanced.failed")} error={advanced.error} onRetry={() => void advanced.refetch()} />
      </div>
    );
  }
  if (!advanced.data) return <SkeletonRows rows={4} />;
  const { browsers, householdIncomes, remarketing_tag: tag } = advanced.data;
  const optionsOf = <Value extends string>(options: { value: string; text: string }[]) =>
    options.map(({ value, text }) => ({ value: value as Value, label: text }));
  const owners = [...new Set([viewer.uid, ...(owner ? [owner] : [])])];
  return (
    <>
      <div className={styles.section}>
        <h2 className={text.heading}>{t("advanced.title")}</h2>
        <div className={styles.pair}>
          <ChipGroup
            label={t("field.browsers")}
            options={optionsOf<Targeting["browsers"][number]>(browsers)}
            value={targeting.browsers}
            onChange={(value) => set({ browsers: value })}
          />
          <ChipGroup
            label={t("field.incomes")}
            options={optionsOf<Targeting["household_incomes"][number]>(householdIncomes)}
            value={targeting.household_incomes}
            onChange={(household_incomes) => set({ household_incomes })}
          />
        </div>
      </div>
      <div className={styles.section}>
        <DomainListsField
          kind="whitelist"
          owners={owners}
          value={targeting.whitelists}
          error={errors["targeting.whitelists"]}
          onChange={(whitelists) => set({ whitelists })}
        />
      </div>
      <div className={styles.section}>
        <AudiencesField
          value={targeting.audiences}
          error={errors["targeting.audiences"]}
          onChange={(audiences) => set({ audiences })}
        />
      </div>
      <div className={styles.section}>
        <Checkbox
          checked={targeting.remarketing}
          help={t("help.remarketing")}
          onChange={(event) => set({ remarketing: event.target.checked })}
        >
          {t("field.remarketing")}
        </Checkbox>
        {targeting.remarketing && tag && owner === viewer.uid && (
          <>
            <p>{t("help.remarketingTag")}</p>
            <pre className={styles.snippet}>{tag}</pre>
          </>
        )}
        <TextInput
          label={t("field.feed")}
          type="url"
          inputMode="url"
          placeholder="https://"
          help={t("help.feed")}
          error={errors.feed_url}
          // It is part of what was reviewed at the start.
          disabled={settings.status !== undefined && settings.status !== "DRAFT"}
          value={feed}
          onChange={(event) => {
            setFeed(event.target.value);
            change({ feed_url: event.target.value.trim() || null });
          }}
        />
      </div>
      {impression_trackers && verification_scripts && (
        <div className={styles.section}>
          <TrackersFields settings={{ impression_trackers, verification_scripts }} errors={errors} change={change} />
        </div>
      )}
    </>
  );
}
