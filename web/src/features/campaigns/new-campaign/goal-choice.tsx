import { MapPin, MousePointerClick, Tag } from "lucide-react";
import { placeName } from "../../../i18n/place-name.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Icon } from "../../../ui/layout/icon.tsx";
import { useCampaignDefaults } from "../use-campaign-defaults.ts";
import { type CampaignGoal, campaignGoals, goalDefaults } from "./campaign-goals.ts";
import styles from "./goal-choice.module.css";
import type { OwnAreas } from "./use-own-areas.ts";

const icons = { place: MapPin, offer: Tag, visits: MousePointerClick };

type GoalChoiceProps = {
  value: CampaignGoal | null;
  areas: OwnAreas;
  onChange: (goal: CampaignGoal) => void;
};

/** What a new campaign is for, each with the place and the time that it presets. */
export function GoalChoice({ value, areas, onChange }: GoalChoiceProps) {
  const { t } = useTranslation("campaigns");
  const { weeks: usualWeeks } = useCampaignDefaults();
  return (
    <fieldset className={styles.goals}>
      <legend>{t("goal.legend")}</legend>
      {campaignGoals.map((goal) => {
        const { area, weeks } = goalDefaults[goal];
        const place = areas[area];
        const time = t("goal.weeks", { count: weeks ?? usualWeeks });
        return (
          <label key={goal} className={styles.goal}>
            <input type="radio" name="goal" checked={value === goal} onChange={() => onChange(goal)} />
            <Icon of={icons[goal]} size={20} />
            <strong>{t(`goal.${goal}.title`)}</strong>
            <span>{t(`goal.${goal}.text`)}</span>
            <small>{place ? `${placeName(place)} · ${time}` : time}</small>
          </label>
        );
      })}
    </fieldset>
  );
}
