import type { Campaign, WizardStep } from "@litfass/contract/campaigns/campaigns";
import type { NarrowingSetting } from "@litfass/contract/campaigns/forecast";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { lifted, stepOfSetting, widerTopics } from "./forecast/forecast-verdict.ts";
import type { Draft } from "./use-draft.ts";
import styles from "./wizard.module.css";

type NothingNoteProps = {
  cause: NarrowingSetting;
  campaign: Campaign;
  change: Draft["change"];
  onGo: (step: WizardStep) => void;
};

/** Says that the campaign would not run and why, with a remedy by one click where there is one. */
export function NothingNote({ cause, campaign, change, onGo }: NothingNoteProps) {
  const { t } = useTranslation("campaigns");
  const categories = useCall("listCategories", undefined, { staleMs: 3_600_000, enabled: cause === "topics" });
  const targeting = lifted(campaign.targeting, cause);
  const wider = cause === "topics" && !targeting ? widerTopics(campaign.categories, categories.data ?? []) : null;
  const step = stepOfSetting(cause);
  const [label, act] = targeting
    ? [t("forecast.lift"), () => change({ targeting })]
    : wider
      ? [t("forecast.wider", { names: wider.names.join(", ") }), () => change({ categories: wider.topics })]
      : [t(`step.${step}`), () => onGo(step)];
  return (
    <Note tone="error">
      {t("forecast.nothing", { setting: t(`setting.${cause}`) })}{" "}
      <button type="button" className={styles.fixLink} onClick={act}>
        {label}
      </button>
    </Note>
  );
}
