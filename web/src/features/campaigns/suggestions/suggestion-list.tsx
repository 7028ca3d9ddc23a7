import type { CampaignSuggestions } from "@litfass/contract/campaigns/campaign-suggestions";
import { useState } from "react";
import { formatAbout } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./suggestion-list.module.css";

export type Suggestion = CampaignSuggestions["suggestions"][number];

type SuggestionListProps = {
  found: CampaignSuggestions;
  /** Saves one; the other buttons wait for it. */
  onApply: (suggestion: Suggestion) => Promise<void>;
};

/** Changes of the audience with the impressions per day that they bring, each applied by one click. */
export function SuggestionList({ found: { suggestions, needed_per_day }, onApply }: SuggestionListProps) {
  const { t } = useTranslation("campaign-report");
  const [busy, setBusy] = useState<string | null>(null);

  async function apply(suggestion: Suggestion): Promise<void> {
    setBusy(suggestion.kind);
    try {
      await onApply(suggestion);
    } finally {
      setBusy(null);
    }
  }

  return (
    <ul className={styles.list}>
      {suggestions.map((each) => {
        const name = t(`help.kind.${each.kind}`, { km: each.radius_km ?? 0 });
        const isShort = needed_per_day !== null && each.per_day < needed_per_day;
        const effect = isShort ? (each.kind === "all" ? "perDayStill" : "perDayShort") : "perDay";
        return (
          <li key={each.kind}>
            <span>
              <strong>{name}</strong>
              <small>{t(`help.${effect}`, { number: formatAbout(each.per_day) })}</small>
            </span>
            <Button
              small
              busy={busy === each.kind}
              disabled={busy !== null}
              aria-label={`${t("apply")}: ${name}`}
              onClick={() => void apply(each)}
            >
              {t("apply")}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** The settings that a suggestion changes. */
export const changeOf = ({ kind, targeting, categories }: Suggestion) =>
  kind === "topics" || kind === "all" ? { targeting, categories } : { targeting };
