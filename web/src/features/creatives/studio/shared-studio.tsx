import type { CreativeForms } from "@litfass/contract/creatives/creative-content";
import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "../template.module.css";
import { TemplateCard } from "../template-card.tsx";
import { UploadedBanners } from "../uploads/uploaded-banners.tsx";
import { Studio } from "./studio.tsx";

type SharedStudioProps = {
  /** The draft campaign that stores the shared values. */
  campaignId: number;
  /** The forms of the current group, or null while choosing groups. */
  forms: CreativeForms | null;
  chosen: readonly string[];
  max: number;
  /** The group whose choice is being saved. */
  busy: string | null;
  onToggle: (group: string) => void;
  onSaved: (saved: CreativeForms) => void;
};

/** The creatives of a bulk campaign: the choice of groups, or the content of one of them. */
export function SharedStudio({ campaignId, forms, onSaved, ...choice }: SharedStudioProps) {
  const { t } = useTranslation("creatives");
  const group = forms?.group;
  if (!forms || !group) return <SharedGroups campaignId={campaignId} {...choice} />;
  if (group.template === null) {
    return (
      <Card title={t("studio.uploaded", { name: group.name })}>
        <UploadedBanners forms={forms.forms} />
      </Card>
    );
  }
  return (
    <Studio
      key={group.uuid}
      campaignId={campaignId}
      saved={forms}
      group={group}
      template={group.template}
      over={false}
      onShared={onSaved}
    />
  );
}

type SharedGroupsProps = Omit<SharedStudioProps, "forms" | "onSaved">;

/** All templates as live banners; several can be chosen. */
function SharedGroups({ campaignId, chosen, max, busy, onToggle }: SharedGroupsProps) {
  const { t } = useTranslation("creatives");
  const groups = useCall("listCampaignCreatives", { body: { campaign_id: campaignId } }, { keep: true });
  if (groups.error && !groups.data) {
    return <ErrorState title={t("templates.failed")} error={groups.error} onRetry={() => void groups.refetch()} />;
  }
  if (!groups.data) return <SkeletonRows rows={6} />;
  const marked = (group: CreativeGroup): CreativeGroup => ({
    ...group,
    creatives: group.creatives.map((each) => ({ ...each, is_selected: chosen.includes(group.uuid) })),
  });
  return (
    <ul className={styles.grid}>
      {groups.data.map((group) => (
        <TemplateCard
          key={group.uuid}
          group={marked(group)}
          busy={busy === group.uuid}
          disabled={busy !== null || (chosen.length >= max && !chosen.includes(group.uuid))}
          several
          onChoose={() => onToggle(group.uuid)}
          onFavorite={null}
        />
      ))}
    </ul>
  );
}
