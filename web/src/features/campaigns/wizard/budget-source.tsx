import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { mayCall } from "../../../api/may-call.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { BudgetLeft } from "./budget-left.tsx";

/** Who pays for a campaign, and what they have left; null while loading, and for staff who may not see it. */
export function useBudgetSource({ owner, owner_name }: Campaign) {
  const viewer = useSignedInUser();
  const isOwn = viewer.uid === owner;
  // Those who may read a customer's money.
  const enabled = !isOwn && mayCall(viewer, "listUserTransactions");
  const found = useCall("showUser", { params: { user: owner } }, { enabled, staleMs: 0 });
  const budget = isOwn ? viewer.balance : (found.data?.balance ?? null);
  return { name: isOwn ? null : owner_name, left: budget?.balance ?? null };
}

/** What is left of the budget that a draft will reserve, and what is missing for this amount. */
export function BudgetSource({ campaign, amount }: { campaign: Campaign; amount: number | null }) {
  const { name, left } = useBudgetSource(campaign);
  return left === null ? null : <BudgetLeft name={name} left={left} currency={campaign.currency} amount={amount} />;
}

/** The draft is complete: what starting reserves, and of whose budget. */
export function ReadyNote({ campaign, tone }: { campaign: Campaign; tone: "ok" | "info" }) {
  const { t } = useTranslation("campaigns");
  const { name } = useBudgetSource(campaign);
  const amount = formatMoney(campaign.total_budget ?? 0, campaign.currency);
  return <Note tone={tone}>{name ? t("wizard.readyOf", { name, amount }) : t("wizard.ready", { amount })}</Note>;
}
