import { type BulkCampaign, type BulkCreatives, bulkLimits } from "@litfass/contract/campaigns/bulk-campaigns";
import type { CreativeForms } from "@litfass/contract/creatives/creative-content";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import styles from "./bulk.module.css";

export type SharedStudioPart = ComponentType<{
  campaignId: number;
  forms: CreativeForms | null;
  chosen: readonly string[];
  max: number;
  busy: string | null;
  onToggle: (group: string) => void;
  onSaved: (saved: CreativeForms) => void;
}>;

type BulkCreativesStepProps = { bulk: BulkCampaign; SharedStudio: SharedStudioPart };

/** The shared templates and banner content of all campaigns (ROUTE-016). */
export function BulkCreativesStep({ bulk, SharedStudio }: BulkCreativesStepProps) {
  const { t } = useTranslation("bulk");
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [busy, setBusy] = useState<string | null>(null);
  const params = { bulkCampaign: bulk.id };
  const creatives = useCall("showBulkCreatives", { params }, { keep: true });
  const change = useChange("changeBulkCampaign", ["showBulkCampaign", "showBulkCreatives", "checkBulkCampaign"]);
  const chosen = bulk.creative_groups;
  const asked = search.get("design");
  const shown = chosen.find((group) => group === asked) ?? (search.get("step") === "template" ? null : chosen[0]);

  // All groups share their values: a change saved in one appears in the others.
  const takeOver = useCallback(
    (saved: CreativeForms) => {
      client.setQueryData<BulkCreatives>(["showBulkCreatives", { params: { bulkCampaign: bulk.id } }], (now) => ({
        ...(now ?? { bulk_campaign: bulk.id, pattern: bulk.pattern, groups: [] }),
        groups: (now?.groups ?? []).map((each) => ({ ...each, values: saved.values })),
      }));
      void client.invalidateQueries({ queryKey: ["checkBulkCampaign"] });
    },
    [client, bulk.id, bulk.pattern],
  );

  async function toggle(group: string) {
    const creative_groups = chosen.includes(group) ? chosen.filter((each) => each !== group) : [...chosen, group];
    setSearch({ step: "template" }, { replace: true });
    setBusy(group);
    try {
      await change.mutateAsync({ params, body: { creative_groups } });
    } catch (error) {
      showSnackbar(problemText(error));
    } finally {
      setBusy(null);
    }
  }

  if (creatives.error && !creatives.data) {
    return (
      <ErrorState title={t("creatives.failed")} error={creatives.error} onRetry={() => void creatives.refetch()} />
    );
  }
  if (!creatives.data) return <SkeletonRows rows={6} />;
  const groups = creatives.data.groups;
  const forms = groups.find(({ group }) => group?.uuid === shown) ?? null;
  return (
    <>
      <Tabs
        label={t("creatives.tabs")}
        value={forms?.group?.uuid ?? "choose"}
        onChange={(value) => setSearch(value === "choose" ? { step: "template" } : { design: value })}
        tabs={[
          { value: "choose", label: t("creatives.choose"), count: chosen.length },
          ...groups.flatMap(({ group }) => (group ? [{ value: group.uuid, label: group.name }] : [])),
        ]}
      />
      <p className={styles.hint}>
        {t(forms ? "creatives.fillHint" : "creatives.chooseHint", { max: bulkLimits.groups })}
      </p>
      <SharedStudio
        campaignId={bulk.pattern}
        forms={forms}
        chosen={chosen}
        max={bulkLimits.groups}
        busy={busy}
        onToggle={(group) => void toggle(group)}
        onSaved={takeOver}
      />
    </>
  );
}
