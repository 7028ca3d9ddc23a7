import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { Copy, Images, LayoutTemplate, Pause, Pencil, Play, Square, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { ApiError } from "../../api/api-error.ts";
import { mayCall } from "../../api/may-call.ts";
import { useSignedInUser } from "../../api/session.ts";
import { useChange } from "../../api/use-call.ts";
import { formatAmount, formatDate } from "../../i18n/format.ts";
import { Meter } from "../../ui/feedback/meter.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { todayOn } from "../../ui/inputs/date-range.ts";
import { ConfirmDelete } from "../../ui/overlays/confirm-delete.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Menu, type MenuEntry } from "../../ui/overlays/menu.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { CampaignState } from "./campaign-state.tsx";
import styles from "./campaigns-page.module.css";
import { daysLeft } from "./days-left.ts";

/** The endpoints to refetch after a change. */
const lists = ["listCampaigns", "listUserCampaigns", "countCampaigns"] as const;

/** The columns of the campaign list; a name leads to the campaign below `base`. */
export function useCampaignColumns(base = "/campaigns"): Column<Campaign>[] {
  const { t } = useTranslation("campaigns");
  return useMemo(
    (): Column<Campaign>[] => [
      {
        id: "name",
        header: t("column.name"),
        sortable: true,
        narrow: "title",
        cell: (row) => (
          <>
            <Link className={styles.name} to={`${base}/${row.id}`}>
              {row.name}
            </Link>
            <span className={styles.under}>{t(`type.${row.type}`)}</span>
            <span className={styles.under}>
              {row.start_on && row.end_on
                ? t("period", { from: formatDate(row.start_on), to: formatDate(row.end_on) })
                : t("noPeriod")}
            </span>
            <EndsSoon campaign={row} base={base} />
          </>
        ),
      },
      {
        id: "status",
        header: t("column.delivery"),
        sortable: true,
        cell: (row) => <CampaignState delivery={row.delivery} />,
      },
      {
        id: "total_budget",
        header: t("column.budget"),
        sortable: true,
        cell: (row) => <Money campaign={row} />,
      },
      {
        id: "start_on",
        header: t("column.start"),
        sortable: true,
        align: "right",
        cell: (row) => (row.start_on ? formatDate(row.start_on) : "–"),
      },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        narrow: "corner",
        cell: (row) => <Actions campaign={row} base={base} />,
      },
    ],
    [t, base],
  );
}

/** The days left of a running campaign near its end, with a link to extend it. */
function EndsSoon({ campaign, base }: { campaign: Campaign; base: string }) {
  const { t } = useTranslation("campaigns");
  const left = daysLeft(campaign, todayOn());
  if (left === null) return null;
  return (
    <span className={styles.under}>
      {t("nearEnd.left", { count: left })} <Link to={`${base}/${campaign.id}?step=budget`}>{t("nearEnd.extend")}</Link>
    </span>
  );
}

function Money({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation("campaigns");
  if (!campaign.total_budget) return <span className={styles.of}>{t("notSet")}</span>;
  const text = t("of", { spent: formatAmount(campaign.effective_budget), budget: formatAmount(campaign.total_budget) });
  return (
    <span className={styles.money}>
      <span>
        {campaign.currency} {text}
      </span>
      <Meter
        share={campaign.effective_budget / campaign.total_budget}
        faded={campaign.status === "ENDED"}
        label={text}
      />
    </span>
  );
}

function Actions({ campaign, base }: { campaign: Campaign; base: string }) {
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
  const setStatus = (status: "ACTIVE" | "PAUSED" | "ENDED") =>
    attempt(() => change.mutateAsync({ params, body: { status } }), t(`done.${status}`, { name: campaign.name }));

  const entries: MenuEntry[] = [
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
        onConfirm={() => setStatus("ENDED")}
      />
      <ConfirmDelete
        open={asking === "delete"}
        name={campaign.name}
        onClose={() => setAsking(null)}
        onConfirm={() => attempt(() => remove.mutateAsync({ params }), t("done.deleted", { name: campaign.name }))}
      />
    </>
  );
}
