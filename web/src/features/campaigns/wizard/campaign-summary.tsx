import type { Campaign, WizardStep } from "@litfass/contract/campaigns/campaigns";
import { formatDate, formatMoney } from "../../../i18n/format.ts";
import { placeNames } from "../../../i18n/place-name.ts";
import type { Translate } from "../../../i18n/text-keys.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { useValueText } from "../history/changed-fields.tsx";
import styles from "./preview-step.module.css";
import wizard from "./wizard.module.css";

type Row = [label: string, value: string | null];

/** The choices that narrow the audience: without any, everyone is meant. */
const narrowing = [
  ["ages", "age_ranges"],
  ["genders", "genders"],
  ["parental", "parental_statuses"],
  ["devices", "devices"],
  ["environments", "environments"],
  ["keywords", "keywords"],
  ["hours", "hours"],
] as const;

/** What was chosen in each step, with a way back to it. */
export function CampaignSummary({ campaign, onGo }: { campaign: Campaign; onGo: (step: WizardStep) => void }) {
  const { t } = useTranslation("campaigns");
  const say = useValueText(campaign.currency);
  const chosen = narrowing.flatMap(([label, field]): Row[] => {
    const value = campaign.targeting[field];
    return value.length > 0 ? [[t(`field.${label}`), say(`targeting.${field}`, value)]] : [];
  });
  const parts: [WizardStep, Row[]][] = [
    [
      "basic",
      [
        [t("field.categories"), campaign.categories.length > 0 ? say("categories", campaign.categories) : null],
        [t("field.language"), campaign.language && say("language", campaign.language)],
      ],
    ],
    ["targeting", [[t("field.places"), placeNames(campaign.targeting.locations)], ...chosen]],
    ["budget", budgetRows(campaign, t)],
    ["link", [[t("field.link"), campaign.destination_url]]],
  ];
  return (
    <>
      {parts.map(([step, rows]) => (
        <div key={step} className={styles.part}>
          <dl className={styles.summary}>
            {rows.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value || "–"}</dd>
              </div>
            ))}
          </dl>
          <button
            type="button"
            className={wizard.fixLink}
            aria-label={`${t("action.edit")}: ${t(`step.${step}`)}`}
            onClick={() => onGo(step)}
          >
            {t("action.edit")}
          </button>
        </div>
      ))}
    </>
  );
}

function budgetRows({ total_budget, currency, start_on, end_on }: Campaign, t: Translate<"campaigns">): Row[] {
  return [
    [t("field.budget"), total_budget ? formatMoney(total_budget, currency) : null],
    [
      t("field.period"),
      start_on && end_on ? t("period", { from: formatDate(start_on), to: formatDate(end_on) }) : null,
    ],
  ];
}
