import { useState } from "react";
import { useTranslation } from "react-i18next";
import { firstMessage } from "../../data/api-error.ts";
import { useCall, useChange } from "../../data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { addDays, todayOn } from "../../ui/date-range.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { showSnackbar } from "../../ui/snackbar-store.ts";
import text from "../../ui/text.module.css";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./dashboard.module.css";
import { lastDayBefore } from "./last-day.ts";
import { ReportMails } from "./report-mails.tsx";
import type { DashboardFilter } from "./use-filter.ts";

const usualDays = 30;

/** A read-only link to this report with a password and an end, and reports by e-mail. */
export function ShareDialog({ filter, onClose }: { filter: DashboardFilter; onClose: () => void }) {
  const { t } = useTranslation("statistics");
  const [values, setValues] = useState({
    title: t("share.usualTitle"),
    password: "",
    expires_on: addDays(todayOn(), usualDays),
  });
  const change = (next: Partial<typeof values>) => setValues((now) => ({ ...now, ...next }));
  const links = useCall("listReportLinks");
  const create = useChange("createReportLink", ["listReportLinks"]);
  const revoke = useChange("revokeReportLink", ["listReportLinks"]);
  const campaignIds = filter.campaignId === null ? [] : [filter.campaignId];
  const { from, to } = filter.range;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  const error = (field: string): string | undefined => firstMessage(create.error, field) ?? undefined;

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    create.mutate({
      body: {
        ...values,
        campaign_ids: campaignIds,
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
      lead={t("share.lead")}
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
      {links.data && links.data.length > 0 && (
        <>
          <h3 className={styles.subheading}>{t("share.links")}</h3>
          <ul className={styles.shared}>
            {links.data.map((link) => (
              <li key={link.id}>
                <span>
                  <strong>{link.title}</strong>
                  <span className={text.caption}>
                    {t("share.state", { until: lastDayBefore(link.expires_at), count: link.opened })}
                  </span>
                </span>
                <Button small onClick={() => revoke.mutate({ params: { id: link.id } })}>
                  {t("share.revoke")}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <ReportMails campaignIds={campaignIds} />
    </Dialog>
  );
}
