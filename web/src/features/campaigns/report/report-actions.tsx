import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { Bell, Copy, Pause, Pencil, Play, Smartphone, Wallet } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Menu, type MenuEntry } from "../../../ui/overlays/menu.tsx";

const BudgetDialog = lazyPart(async () => (await import("./budget-dialog.tsx")).BudgetDialog);

export type ReportDialogs = {
  AlertsDialog: ComponentType<{
    campaign: Pick<Campaign, "id" | "name"> | null;
    currency: string | null;
    onClose: () => void;
  }>;
  PreviewLinkDialog: ComponentType<{ campaignId: number; onClose: () => void }>;
};

type ReportActionsProps = {
  campaign: Campaign;
  /** The list that the campaign belongs to. */
  base: string;
  share: ReactNode;
  dialogs: ReportDialogs;
  /** The most helpful action. */
  children: ReactNode;
};

/** The actions on a campaign: the remedy, pause or resume, share, edit, and the rest in a menu. */
export function ReportActions({ campaign, base, share, dialogs, children }: ReportActionsProps) {
  const { t } = useTranslation("campaign-report");
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [asked, setAsked] = useState<keyof ReportDialogs | null>(null);
  const viewer = useSignedInUser();
  const close = () => setAsked(null);
  // In the address, because links in lists and mails open the dialog.
  const isBudgetAsked = params.get("change") === "budget";
  const isStarted = campaign.status === "ACTIVE" || campaign.status === "PAUSED";
  const lists = ["listCampaigns", "listUserCampaigns", "countCampaigns"] as const;
  const change = useChange("changeCampaign", [
    ...lists,
    "showCampaign",
    "showCampaignOverview",
    "listCampaignOverviews",
    "listCampaignChanges",
  ]);
  const copy = useChange("copyCampaign", lists);
  const target = { userCampaign: campaign.id };
  const { name } = campaign;

  function showBudget(isShown: boolean): void {
    const next = new URLSearchParams(params);
    if (isShown) next.set("change", "budget");
    else next.delete("change");
    setParams(next, { replace: true, preventScrollReset: true });
  }
  async function attempt(work: () => Promise<string>): Promise<void> {
    try {
      showSnackbar(await work());
    } catch (error) {
      showSnackbar(error instanceof Error ? error.message : String(error));
    }
  }
  const setStatus = (status: "ACTIVE" | "PAUSED") =>
    attempt(async () => {
      await change.mutateAsync({ params: target, body: { status } });
      return t(status === "PAUSED" ? "done.paused" : "done.resumed", { name });
    });

  const entries: MenuEntry[] = [
    isStarted
      ? { label: t("budget"), icon: Wallet, onSelect: () => showBudget(true) }
      : { label: t("budget"), icon: Wallet, to: `${base}/${campaign.id}?step=budget` },
    { label: t("previewLink"), icon: Smartphone, onSelect: () => setAsked("PreviewLinkDialog") },
    ...(mayCall(viewer, "createAlert")
      ? [{ label: t("alerts"), icon: Bell, onSelect: () => setAsked("AlertsDialog") }]
      : []),
    {
      label: t("copy"),
      icon: Copy,
      onSelect: () =>
        void attempt(async () => {
          const made = await copy.mutateAsync({ params: target, query: { rename: "true" } });
          await navigate(`${base}/${made.id}`);
          return t("done.copied", { name });
        }),
    },
  ];
  return (
    <>
      {children}
      {campaign.status === "ACTIVE" && (
        <Button icon={Pause} busy={change.isPending} onClick={() => void setStatus("PAUSED")}>
          {t("pause")}
        </Button>
      )}
      {campaign.status === "PAUSED" && (
        <Button icon={Play} variant="primary" busy={change.isPending} onClick={() => void setStatus("ACTIVE")}>
          {t("resume")}
        </Button>
      )}
      {share}
      {campaign.status !== "DRAFT" && (
        <ButtonLink icon={Pencil} to={`${base}/${campaign.id}`}>
          {t("edit")}
        </ButtonLink>
      )}
      <Menu label={t("more")} entries={entries} />
      {isBudgetAsked && isStarted && <BudgetDialog campaign={campaign} onClose={() => showBudget(false)} />}
      {asked === "PreviewLinkDialog" && <dialogs.PreviewLinkDialog campaignId={campaign.id} onClose={close} />}
      {asked === "AlertsDialog" && (
        <dialogs.AlertsDialog campaign={campaign} currency={campaign.currency} onClose={close} />
      )}
    </>
  );
}
