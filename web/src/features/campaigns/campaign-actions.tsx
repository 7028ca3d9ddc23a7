import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { ChartColumn, Copy, Images, LayoutTemplate, Pause, Pencil, Play, Square, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../api/api-error.ts";
import { refreshSession } from "../../api/enter-session.ts";
import { mayCall } from "../../api/may-call.ts";
import { useSignedInUser } from "../../api/session.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { ConfirmDelete } from "../../ui/overlays/confirm-delete.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Menu, type MenuEntry } from "../../ui/overlays/menu.tsx";

/** The endpoints to refetch after a change. */
const lists = ["listCampaigns", "listUserCampaigns", "countCampaigns"] as const;

/** The menu of a row of the campaign list. */
export function CampaignActions({ campaign, base }: { campaign: Campaign; base: string }) {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"end" | "delete" | null>(null);
  const change = useChange("changeCampaign", [...lists, "showCampaign"]);
  const copy = useChange("copyCampaign", lists);
  const saveTemplate = useChange("createCampaignTemplate", ["listCampaignTemplates"]);
  const viewer = useSignedInUser();
  const remove = useChange("deleteCampaign", lists);
  const params = { userCampaign: campaign.id };

  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      showSnackbar(done);
    } catch (error) {
      showSnackbar(
        error instanceof ApiError ? (Object.values(error.errors)[0]?.[0] ?? error.message) : t("failedAction"),
      );
    }
  };
  const setStatus = (status: "ACTIVE" | "PAUSED") =>
    attempt(() => change.mutateAsync({ params, body: { status } }), t(`done.${status}`, { name: campaign.name }));
  // What is left of the budget goes back to the balance, which the side menu shows.
  const end = async () => {
    await attempt(
      () => change.mutateAsync({ params, body: { status: "ENDED" } }),
      t("done.ENDED", { name: campaign.name }),
    );
    await refreshSession();
  };
  const removeCampaign = async () => {
    await attempt(() => remove.mutateAsync({ params }), t("done.deleted", { name: campaign.name }));
    await refreshSession();
  };

  const entries: MenuEntry[] = [
    { label: t("action.report"), icon: ChartColumn, to: `${base}/${campaign.id}/report` },
    { label: t("action.edit"), icon: Pencil, to: `${base}/${campaign.id}` },
    { label: t("action.banners"), icon: Images, to: `${base}/${campaign.id}/creatives` },
  ];
  if (campaign.status === "ACTIVE")
    entries.push({ label: t("action.pause"), icon: Pause, onSelect: () => void setStatus("PAUSED") });
  if (campaign.status === "PAUSED")
    entries.push({ label: t("action.resume"), icon: Play, onSelect: () => void setStatus("ACTIVE") });
  if (campaign.allowed_statuses.includes("ENDED")) {
    entries.push({ label: t("action.end"), icon: Square, onSelect: () => setAsking("end") });
  }
  entries.push({
    label: t("action.copy"),
    icon: Copy,
    onSelect: () =>
      void attempt(
        async () => {
          const made = await copy.mutateAsync({ params, query: { rename: "true" } });
          await navigate(`${base}/${made.id}`);
        },
        t("done.copied", { name: campaign.name }),
      ),
  });
  if (mayCall(viewer, "createCampaignTemplate")) {
    const { name, categories, language, strategy, pacing, targeting, type, feed_url } = campaign;
    const body = { name, categories, language, strategy, pacing, targeting, type, feed_url };
    entries.push({
      label: t("template.from"),
      icon: LayoutTemplate,
      onSelect: () => void attempt(() => saveTemplate.mutateAsync({ body }), t("template.saved", { name })),
    });
  }
  if (campaign.status !== "ARCHIVED") {
    entries.push({
      label: t("action.delete"),
      icon: Trash2,
      danger: true,
      apart: true,
      onSelect: () => setAsking("delete"),
    });
  }
  return (
    <>
      <Menu label={t("actionsFor", { name: campaign.name })} entries={entries} />
      {/* An ended campaign cannot be restarted (STATE-006). */}
      <ConfirmDialog
        open={asking === "end"}
        title={t("end.title", { name: campaign.name })}
        lead={t("end.text")}
        action={t("action.end")}
        onClose={() => setAsking(null)}
        onConfirm={end}
      />
      <ConfirmDelete
        open={asking === "delete"}
        name={campaign.name}
        onClose={() => setAsking(null)}
        onConfirm={removeCampaign}
      />
    </>
  );
}
