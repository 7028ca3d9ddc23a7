import { type ConversionTracking, conversionWindows } from "@litfass/contract/campaigns/conversion-tracking";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import { Snippet } from "../../../ui/layout/snippet.tsx";
import text from "../../../ui/layout/text.module.css";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import styles from "./conversions.module.css";
import { TrackingState } from "./tracking-state.tsx";

type ConversionsDialogProps = { campaignId: number; tracking: ConversionTracking; onClose: () => void };

const refreshed = [
  "showConversionTracking",
  "listCampaignChanges",
  "showStatistics",
  "listStatisticsTable",
  "showCampaignOverview",
  "listCampaignOverviews",
] as const;

/** Switches the measurement, and says what the advertiser's site needs for it. */
export function ConversionsDialog({ campaignId, tracking, onClose }: ConversionsDialogProps) {
  const { t } = useTranslation("conversions");
  const { measures_conversions, conversion_window_days } = tracking;
  const [values, setValues] = useState({ measures_conversions, conversion_window_days });
  const save = useChange("changeConversionTracking", refreshed);
  const isChanged =
    values.measures_conversions !== measures_conversions || values.conversion_window_days !== conversion_window_days;
  async function submit() {
    try {
      await save.mutateAsync({ params: { userCampaign: campaignId }, body: values });
      showSnackbar(t("dialog.saved"));
      if (!values.measures_conversions) onClose();
    } catch {
      // Shown below.
    }
  }
  return (
    <Dialog
      open
      size="wide"
      title={t("dialog.title")}
      lead={t("dialog.lead")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("dialog.close")}</Button>
          <Button variant="primary" disabled={!isChanged} busy={save.isPending} onClick={() => void submit()}>
            {t("dialog.save")}
          </Button>
        </>
      }
    >
      <Stack>
        <Checkbox
          checked={values.measures_conversions}
          help={t("dialog.measureHelp")}
          onChange={(event) => setValues({ ...values, measures_conversions: event.target.checked })}
        >
          {t("dialog.measure")}
        </Checkbox>
        {values.measures_conversions && (
          <Select
            className={styles.window}
            label={t("dialog.window")}
            value={String(values.conversion_window_days)}
            options={conversionWindows.map((count) => ({ value: String(count), label: t("dialog.days", { count }) }))}
            onChange={(days) => setValues({ ...values, conversion_window_days: Number(days) })}
          />
        )}
        {save.error && <Note tone="error">{problemText(save.error)}</Note>}
        {measures_conversions && values.measures_conversions && <Steps tracking={tracking} />}
      </Stack>
    </Dialog>
  );
}

/** The lines to copy, the test, and what to know about consent. */
function Steps({ tracking }: { tracking: ConversionTracking }) {
  const { t, i18n } = useTranslation("conversions");
  const { tag, event, pixel_url, report_url, test_url, currency } = tracking;
  const body = JSON.stringify({ click: "{litfass_click}", value: 49.9, currency, order: "1001" });
  return (
    <>
      <h3 className={text.heading}>{t("dialog.steps")}</h3>
      <Snippet label={t("dialog.tag")} text={tag} />
      <Snippet label={t("dialog.event")} text={event} />
      <p className={text.secondary}>{t("dialog.eventHelp")}</p>
      <Stack gap="small">
        <p className={styles.step}>{t("dialog.test")}</p>
        <p className={text.secondary}>{t(test_url === null ? "dialog.noLink" : "dialog.testHelp")}</p>
        {test_url !== null && (
          <Row>
            <Button small icon={ExternalLink} onClick={() => void window.open(test_url, "_blank", "noopener")}>
              {t("dialog.testLink")}
            </Button>
          </Row>
        )}
        <TrackingState tracking={tracking} />
      </Stack>
      <Note>
        <strong>{t("dialog.consentTitle")}</strong> {t("dialog.consent")}
      </Note>
      <h3 className={text.heading}>{t("dialog.other")}</h3>
      <Snippet label={t("dialog.pixel")} text={`<img src="${pixel_url}" width="1" height="1" alt="">`} />
      <Snippet label={t("dialog.server")} text={`curl ${report_url} --json '${body}'`} />
      <p>
        <a href={`/docs/conversions?lang=${i18n.language}`} target="_blank" rel="noreferrer">
          {t("dialog.guide")}
        </a>
      </p>
    </>
  );
}
