import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { isCustomer } from "@litfass/contract/kernel/roles";
import { useState } from "react";
import { Link } from "react-router";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { afterChoosing, afterFavorites } from "../after-selection.ts";
import styles from "../template.module.css";
import { TemplateCard } from "../template-card.tsx";
import { OwnBanners } from "../uploads/own-banners.tsx";
import { creativesAfter, selectedCreatives } from "./selected-formats.ts";

type TemplateStepProps = { campaignId: number; onChosen: () => void };

/** Step 4: all templates as live banners, favorites first (STEP-004). */
export function TemplateStep({ campaignId, onChosen }: TemplateStepProps) {
  const { t } = useTranslation("creatives");
  const groups = useCall("listCampaignCreatives", { body: { campaign_id: campaignId } }, { keep: true });
  const campaign = useCall("showCampaign", { params: { userCampaign: campaignId } });
  const own = useCall("listOwnBanners", { params: { userCampaign: campaignId } });
  const choose = useChange("setCampaignCreatives", afterChoosing);
  const toggle = useChange("toggleFavoriteCreative", afterFavorites);
  const viewer = useSignedInUser();
  const [busy, setBusy] = useState<string | null>(null);
  const isOver = campaign.data?.status === "ENDED" || campaign.data?.status === "ARCHIVED";

  if (groups.error && !groups.data) {
    return <ErrorState title={t("templates.failed")} error={groups.error} onRetry={() => void groups.refetch()} />;
  }
  if (!groups.data || !own.isFetched) return <SkeletonRows rows={6} />;
  if (groups.data.length === 0) return <EmptyState title={t("templates.none")}>{t("templates.noneText")}</EmptyState>;

  async function pick(group: CreativeGroup) {
    if (selectedCreatives(group).length > 0) return onChosen();
    setBusy(group.uuid);
    try {
      const before = groups.data?.find((each) => selectedCreatives(each).length > 0);
      const creative_ids = creativesAfter(before, group);
      await choose.mutateAsync({ params: { userCampaign: campaignId }, body: { creative_ids } });
      onChosen();
    } catch (error) {
      showSnackbar(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(null);
    }
  }
  async function favorite(group: CreativeGroup) {
    try {
      await toggle.mutateAsync({ body: { creative_id: group.uuid } });
    } catch (error) {
      showSnackbar(error instanceof Error ? error.message : String(error));
    }
  }

  // The group uploaded for this campaign is listed separately.
  const templates = groups.data.filter((group) => group.uuid !== own.data?.creative_group);
  const firsts = templates.filter((group) => group.favorite_position !== null);
  const others = templates.filter((group) => group.favorite_position === null);
  const cards = (list: CreativeGroup[]) => (
    <ul className={styles.grid}>
      {list.map((group) => (
        <TemplateCard
          key={group.uuid}
          group={group}
          busy={busy === group.uuid}
          disabled={!campaign.data || isOver || busy !== null}
          onChoose={() => void pick(group)}
          onFavorite={mayCall(viewer, "toggleFavoriteCreative") ? () => void favorite(group) : null}
        />
      ))}
    </ul>
  );
  return (
    <div className={styles.lists}>
      {campaign.data?.status === "DRAFT" && (
        <p className={styles.hint}>
          {t("own.ready")} <a href="#own-banners">{t("own.toUpload")}</a>
        </p>
      )}
      {firsts.length > 0 && (
        <section aria-label={t("templates.favorites")}>
          <h2 className={styles.heading}>{t("templates.favorites")}</h2>
          {cards(firsts)}
        </section>
      )}
      <section aria-label={t(firsts.length > 0 ? "templates.rest" : "templates.all")}>
        <h2 className={styles.heading}>{t(firsts.length > 0 ? "templates.rest" : "templates.all")}</h2>
        {cards(others)}
      </section>
      <div id="own-banners">
        {campaign.data && <OwnBanners campaignId={campaignId} status={campaign.data.status} />}
      </div>
      {isCustomer(viewer.user_role) && (
        <p className={styles.hint}>
          {t("sets.hint")} <Link to="/banner-sets">{t("sets.hintLink")}</Link>
        </p>
      )}
    </div>
  );
}
