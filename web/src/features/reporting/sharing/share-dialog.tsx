import { useState } from "react";
import { ApiError, firstMessage } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { DateField } from "../../../ui/inputs/date-field.tsx";
import { addDays, daysIn, todayOn } from "../../../ui/inputs/date-range.ts";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { AlertsButton } from "../alerts/alerts-button.tsx";
import { useContents } from "../use-contents.ts";
import type { DashboardFilter } from "../use-filter.ts";
import { ReportLinks } from "./report-links.tsx";
import { ReportMails } from "./report-mails.tsx";
import styles from "./share-dialog.module.css";

const usualDays = 30;

/** Creates a read-only link with a password and a last day, and scheduled reports by e-mail. */
export function ShareDialog({ filter, onClose }: { filter: DashboardFilter; onClose: () => void }) {
  const { t } = useTranslation("reporting");
  const [values, setValues] = useState({
    title: t("share.defaultTitle"),
    password: "",
    expires_on: addDays(todayOn(), usualDays),
  });
  const change = (next: Partial<typeof values>) => setValues((now) => ({ ...now, ...next }));
  const create = useChange("createReportLink", ["listReportLinks"]);
  const contents = useContents(filter);
  const { site, region } = filter;
  const { from, to } = filter.range;
  const days = daysIn(filter.range);
  const error = (field: string): string | undefined => firstMessage(create.error, field) ?? undefined;
  const isOfField = create.error instanceof ApiError && create.error.status === 422;

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    create.mutate({
      body: {
        ...values,
        ...contents.subject,
        sites: site === null ? [] : [site],
        regions: region === null ? [] : [region],
        ...(filter.live ? { days: Math.min(days, 366) } : { from, to }),
      },
    });
  }

  async function copy(url: string): Promise<void> {
    await navigator.clipboard.writeText(url);
    showSnackbar(t("share.copied"));
  }

  return (
    <Dialog
      open
      size="wide"
      title={t("share.title")}
      lead={t("share.lead", { contents: contents.link })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t("share.close")}</Button>}
    >
      <form className={styles.share} onSubmit={submit}>
        <TextInput
          label={t("share.name")}
          value={values.title}
          error={error("title")}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TextInput
          label={t("share.password")}
          type="password"
          autoComplete="new-password"
          help={t("share.passwordHelp")}
          value={values.password}
          error={error("password")}
          onChange={(event) => change({ password: event.target.value })}
        />
        <DateField
          label={t("share.until")}
          min={todayOn()}
          value={values.expires_on || null}
          error={error("expires_on")}
          onChange={(day) => change({ expires_on: day ?? "" })}
        />
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t("share.create")}
        </Button>
      </form>
      {create.error && !isOfField && <Note tone="error">{create.error.message}</Note>}
      {create.data && (
        <Note tone="ok">
          <div className={styles.created}>
            <span className={styles.address}>
              {t("share.created")}{" "}
              <a href={create.data.url} target="_blank" rel="noreferrer">
                {create.data.url}
              </a>
            </span>
            <Button small onClick={() => void copy(create.data.url)}>
              {t("share.copy")}
            </Button>
          </div>
        </Note>
      )}
      <ReportLinks />
      <ReportMails subject={contents.subject} about={contents.campaigns} />
      {filter.owner === null && <AlertsButton />}
    </Dialog>
  );
}
