import type { Campaign, CampaignChange } from "@litfass/contract/campaigns/campaigns";
import { maxImpressionTrackers, maxVerificationScripts } from "@litfass/contract/campaigns/trackers";
import { useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { TextArea } from "../../../ui/inputs/text-input.tsx";

type Trackers = Pick<Campaign, "impression_trackers" | "verification_scripts">;
type TrackersFieldsProps = {
  settings: Trackers;
  errors: Record<string, string>;
  change: (patch: Pick<CampaignChange, keyof Trackers>) => void;
};

const limits = { impression_trackers: maxImpressionTrackers, verification_scripts: maxVerificationScripts } as const;

/** What third parties measure of a campaign: one address on each line. */
export function TrackersFields({ settings, errors, change }: TrackersFieldsProps) {
  const { t } = useTranslation("campaigns");
  const [texts, setTexts] = useState({
    impression_trackers: settings.impression_trackers.join("\n"),
    verification_scripts: settings.verification_scripts.join("\n"),
  });
  // A message can be at one line of a field.
  const errorOf = (name: keyof Trackers) =>
    errors[name] ?? Object.entries(errors).find(([field]) => field.startsWith(`${name}.`))?.[1];
  return (["impression_trackers", "verification_scripts"] as const).map((name) => (
    <TextArea
      key={name}
      label={t(`field.${name}`)}
      help={t(`help.${name}`, { limit: limits[name] })}
      rows={limits[name]}
      spellCheck={false}
      error={errorOf(name)}
      value={texts[name]}
      onChange={({ target: { value } }) => {
        setTexts((now) => ({ ...now, [name]: value }));
        change({ [name]: value.split(/\s+/).filter((url) => url !== "") });
      }}
    />
  ));
}
