import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";
import type { PublisherDetail } from "@litfass/contract/publishers/publishers";
import { useState } from "react";
import { useParams } from "react-router";
import { isMissing, problemText } from "../../api/api-error.ts";
import { useCall, useChange } from "../../api/use-call.ts";
import { formatDate, formatPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { PublisherView } from "./publisher-view.tsx";
import { publishersPath } from "./publishers-page.tsx";
import { ShareDialog } from "./share-dialog.tsx";

const reads = ["showPublisher", "listPublishers"] as const;

/** A publisher for staff: its state and share, and what the publisher itself sees. */
export function PublisherPage() {
  const { t } = useTranslation("publishers");
  const publisher = Number(useParams().publisher);
  const { data, error, refetch } = useCall("showPublisher", { params: { publisher } });
  const back = { to: publishersPath, label: t("title") };
  if (isMissing(error)) {
    return (
      <PageHeading back={back} lead={t("missing.text")}>
        {t("missing.title")}
      </PageHeading>
    );
  }
  return (
    <>
      <PageHeading
        back={back}
        lead={data && t("staff.lead", { owner: data.owner_name || data.email, id: data.seller_id })}
        actions={data && <StaffActions publisher={data} />}
      >
        {data?.name ?? t("title")}
      </PageHeading>
      {error && !data && <ErrorState title={t("failed")} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={480} />}
      {data && (
        <Stack>
          {data.state === "suspended" && <Note tone="warn">{t("staff.suspended")}</Note>}
          <PublisherView publisher={data} />
        </Stack>
      )}
    </>
  );
}

function StaffActions({ publisher }: { publisher: PublisherDetail }) {
  const { t } = useTranslation("publishers");
  const [open, setOpen] = useState<"share" | "suspend" | null>(null);
  const update = useChange("updatePublisher", reads);
  const isActive = publisher.state === "active";
  async function change(body: CallInput<Endpoints["updatePublisher"]>["body"], done: string) {
    try {
      await update.mutateAsync({ params: { publisher: publisher.id }, body });
      showSnackbar(done);
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const setState = (state: PublisherDetail["state"]) =>
    change({ state }, t(`staff.is.${state}`, { name: publisher.name }));
  const isHidden = publisher.is_confidential;
  const hide = () =>
    change({ is_confidential: !isHidden }, t(isHidden ? "staff.sellers.shown" : "staff.sellers.hidden"));
  const [next] = publisher.shares;
  const share = formatPercent(publisher.share_percent / 100, 2);
  const isChanging = next !== undefined && next.percent !== publisher.share_percent;
  return (
    <Row>
      <Button onClick={() => setOpen("share")}>
        {isChanging
          ? t("staff.shareFrom", { share, next: formatPercent(next.percent / 100, 2), day: formatDate(next.from) })
          : t("staff.share", { share })}
      </Button>
      <Button onClick={() => void hide()}>{t(isHidden ? "staff.sellers.show" : "staff.sellers.hide")}</Button>
      <Button onClick={() => (isActive ? setOpen("suspend") : void setState("active"))}>
        {t(isActive ? "staff.suspend" : "staff.activate")}
      </Button>
      {open === "share" && <ShareDialog publisher={publisher} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === "suspend"}
        title={t("staff.suspendTitle", { name: publisher.name })}
        lead={t("staff.suspended")}
        action={t("staff.suspend")}
        onConfirm={() => setState("suspended")}
        onClose={() => setOpen(null)}
      />
    </Row>
  );
}
