import { type PreviewLink, type PreviewLinkDays, previewLinkDays } from "@litfass/contract/creatives/preview-links";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { attempt, attemptInDialog } from "../../../api/attempt.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import styles from "./preview-link.module.css";

const usualDays: PreviewLinkDays = 7;

/** The link to a campaign's ads for phones and for people without an account: create, extend, copy, end. */
export function PreviewLinkDialog({ campaignId, onClose }: { campaignId: number; onClose: () => void }) {
  const { t } = useTranslation("creatives");
  const params = { userCampaign: campaignId };
  const shown = useCall("showPreviewLink", { params });
  const create = useChange("createPreviewLink", ["showPreviewLink"]);
  const revoke = useChange("revokePreviewLink", ["showPreviewLink"]);
  const [days, setDays] = useState<PreviewLinkDays>(usualDays);
  const link = shown.data?.link ?? null;
  const error = create.error ?? revoke.error;
  const end = () => attemptInDialog(() => revoke.mutateAsync({ params }), t("previewLink.revoked"));
  return (
    <Dialog
      open
      title={t("previewLink.title")}
      lead={t("previewLink.lead")}
      onClose={onClose}
      actions={
        <>
          {link && (
            <Button variant="delete" busy={revoke.isPending} onClick={() => void end()}>
              {t("previewLink.revoke")}
            </Button>
          )}
          <Button onClick={onClose}>{t("previewLink.close")}</Button>
        </>
      }
    >
      {shown.error && !shown.data ? (
        <ErrorState title={t("previewLink.failed")} error={shown.error} onRetry={() => void shown.refetch()} />
      ) : !shown.data ? (
        <SkeletonRows rows={3} />
      ) : (
        <div className={styles.body}>
          {error && <Note tone="error">{problemText(error)}</Note>}
          {link && <ShownLink link={link} />}
          <form
            className={styles.create}
            onSubmit={(event) => {
              event.preventDefault();
              create.mutate({ params, body: { days } });
            }}
          >
            <Select
              label={t("previewLink.days")}
              value={String(days)}
              options={previewLinkDays.map((each) => ({
                value: String(each),
                label: t("previewLink.duration", { count: each }),
              }))}
              onChange={(value) => setDays(previewLinkDays.find((each) => String(each) === value) ?? usualDays)}
            />
            <Button type="submit" variant={link ? "default" : "primary"} busy={create.isPending}>
              {t(link ? "previewLink.extend" : "previewLink.create")}
            </Button>
          </form>
        </div>
      )}
    </Dialog>
  );
}

function ShownLink({ link }: { link: PreviewLink }) {
  const { t } = useTranslation("creatives");
  const copy = () => attempt(() => navigator.clipboard.writeText(link.url), t("previewLink.copied"));
  return (
    <>
      <QrCode text={link.url} label={t("previewLink.qr")} />
      <p className={styles.scan}>{t("previewLink.scan")}</p>
      <div className={styles.link}>
        <a href={link.url} target="_blank" rel="noreferrer">
          {link.url}
        </a>
        <Button small onClick={() => void copy()}>
          {t("previewLink.copy")}
        </Button>
      </div>
      <p className={styles.until}>{t("previewLink.until", { until: formatDateTime(link.expires_at) })}</p>
    </>
  );
}
