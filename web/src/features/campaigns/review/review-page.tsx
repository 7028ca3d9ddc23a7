import { type Review, reviewKinds } from "@litfass/contract/campaigns/review";
import { Flag, Settings2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { CustomerFilter } from "../../../api/customer-filter.tsx";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useCustomerChoice } from "../../../api/use-customer-choice.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { ChoiceFilter, ListFilters } from "../../../ui/tables/list-filters.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import { PolicyDialog } from "./policy-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import styles from "./review.module.css";
import { ReviewDetail } from "./review-detail.tsx";
import { ReviewList } from "./review-list.tsx";
import { useDetailScroll } from "./use-detail-scroll.ts";

const statuses = ["pending", "approved", "rejected"] as const;

/** The queue of banners and videos to review: one in detail, the others in a list, all by keyboard. */
export function ReviewPage() {
  const { t } = useTranslation("review");
  const state = useTableState({ perPage: 10 });
  const [chosenStatus, setStatus] = useChoice("status", statuses);
  const status = chosenStatus ?? "pending";
  const [kind, setKind] = useChoice("kind", reviewKinds);
  const [owner, setOwner] = useCustomerChoice("owner");
  const [chosen, setChosen] = useState<number | null>(null);
  const [detail, showDetail] = useDetailScroll();
  const [dialog, setDialog] = useState<"reject" | "policy" | null>(null);
  const list = useCall(
    "listReviews",
    { query: { page: state.page, per_page: state.perPage, search: state.search || undefined, status, kind, owner } },
    { keep: true, staleMs: 0 },
  );
  const policy = useCall("showReviewPolicy");
  const approve = useChange("approveReview", ["listReviews"]);
  const reviews = list.data?.data ?? [];
  const at = Math.max(
    0,
    reviews.findIndex(({ id }) => id === chosen),
  );
  const review = reviews[at];

  const choose = (id: number | undefined) => {
    setChosen(id ?? null);
    showDetail();
  };
  const step = (by: number) => choose(reviews[Math.min(reviews.length - 1, Math.max(0, at + by))]?.id);
  /** The next review replaces the decided one. */
  const selectNext = () => choose((reviews[at + 1] ?? reviews[at - 1])?.id);
  async function approveIt(it: Review | undefined) {
    if (it?.status !== "pending" || approve.isPending) return;
    try {
      await approve.mutateAsync({ params: { review: it.id } });
      showSnackbar(t("done.approved", { name: it.campaign_name }));
      selectNext();
    } catch (error) {
      showSnackbar(problemText(error));
      void list.refetch();
    }
  }
  useReviewKeys({
    approve: () => void approveIt(review),
    reject: () => review?.status === "pending" && setDialog("reject"),
    next: () => step(1),
    previous: () => step(-1),
  });

  const waiting = list.data?.waiting;
  const filtered = state.search !== "" || kind !== undefined || owner !== undefined;
  return (
    <>
      <PageHeading
        lead={policy.data && t(policyKey(policy.data), { count: policy.data.first_campaigns })}
        actions={
          <>
            <ButtonLink to="/ad-reports" icon={Flag}>
              {t("reports.title")}
            </ButtonLink>
            {policy.data && (
              <Button icon={Settings2} onClick={() => setDialog("policy")}>
                {t("policy.open")}
              </Button>
            )}
          </>
        }
      >
        {waiting === undefined ? t("title") : t("heading", { count: waiting, number: formatNumber(waiting) })}
      </PageHeading>
      <Tabs
        label={t("tabs")}
        tabs={statuses.map((each) => ({
          value: each,
          label: t(`status.${each}`),
          ...(each === "pending" && waiting !== undefined ? { count: waiting } : {}),
        }))}
        value={status}
        onChange={(value) => setStatus(value === "pending" ? undefined : value)}
      />
      <ListFilters state={state} label={t("search")} apart>
        <CustomerFilter of="campaigns" value={owner} onChange={setOwner} />
        <ChoiceFilter
          label={t("kind.label")}
          any={t("kind.all")}
          options={reviewKinds.map((each) => ({ value: each, label: t(`kind.${each}`) }))}
          value={kind}
          onChange={setKind}
        />
        <p className={styles.keys}>{t("keys")}</p>
      </ListFilters>
      {list.error && !list.data ? (
        <ErrorState title={t("failed")} error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows rows={6} />
      ) : !review ? (
        <Card flush>
          <EmptyState title={t(filtered ? "none.filtered" : `none.${status}`)}>
            {t(filtered ? "none.filteredText" : `none.${status}Text`)}
          </EmptyState>
        </Card>
      ) : (
        <div className={styles.columns}>
          <ReviewList
            reviews={reviews}
            chosen={review.id}
            state={state}
            total={list.data.meta.total}
            onChoose={choose}
          />
          <div ref={detail} className={styles.place}>
            <ReviewDetail
              review={review}
              busy={approve.isPending}
              onApprove={() => void approveIt(review)}
              onReject={() => setDialog("reject")}
            />
          </div>
        </div>
      )}
      {dialog === "reject" && review && (
        <RejectDialog
          review={review}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null);
            showSnackbar(t("done.rejected", { name: review.campaign_name }));
            selectNext();
          }}
        />
      )}
      {dialog === "policy" && policy.data && <PolicyDialog policy={policy.data} onClose={() => setDialog(null)} />}
    </>
  );
}

/** The key of the sentence that describes the policy. */
const policyKey = (policy: { first_campaigns: number; own_files: boolean }) => {
  if (policy.first_campaigns === 0) return policy.own_files ? "policy.isFiles" : "policy.isOff";
  return policy.own_files ? "policy.isBoth" : "policy.isFirst";
};

type Keys = { approve: () => void; reject: () => void; next: () => void; previous: () => void };

/** A approves, R rejects, J and K move through the list; disabled while typing or while a dialog is open. */
function useReviewKeys(keys: Keys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (target.closest("input, textarea, select, dialog, [contenteditable]")) return;
      const { approve, reject, next, previous } = current.current;
      const act = { a: approve, r: reject, j: next, k: previous }[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
