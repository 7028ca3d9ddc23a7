import type { deliveryStateSchema } from "@litfass/contract/campaigns/campaigns";
import type { Language } from "@litfass/contract/kernel/language";
import type { z } from "zod";
import type { CampaignRow } from "../tables.ts";
import { t } from "../texts.ts";
import { todayIn } from "../today.ts";
import { isEndingSoon } from "./ending-soon.ts";

export type DeliveryState = z.infer<typeof deliveryStateSchema>;
/** The state of the last submission, set if nothing of a running campaign is approved. */
export type HeldBack = "pending" | "rejected" | null;

type Stated = Pick<
  CampaignRow,
  "status" | "startOn" | "endOn" | "timeZone" | "totalBudgetMicros" | "endedReason" | "updatedAt" | "endedAt"
>;

const dayText = (iso: string | null): string => (iso ? iso.split("-").reverse().join(".") : "");

/** What a campaign does now and why, derived from status, period, spend and review; pure. */
export function deliveryStateOf(
  row: Stated,
  spentMicros: bigint,
  now: Date,
  lang: Language,
  heldBack: HeldBack = null,
): DeliveryState {
  const day = dayText(todayIn(row.endedAt ?? row.updatedAt, row.timeZone));
  switch (row.status) {
    case "DRAFT":
      return { state: "draft", reason: t(lang, "state.draft") };
    case "PAUSED":
      return { state: "paused", reason: t(lang, "state.paused", { day }) };
    case "ARCHIVED":
      return { state: "archived", reason: null };
    case "ENDED": {
      if (!row.endedReason) return { state: "ended", reason: null };
      const values = { day: row.endedReason === "period" ? dayText(row.endOn) : day };
      return { state: "ended", reason: t(lang, `state.ended.${row.endedReason}`, values) };
    }
    case "ACTIVE":
      return activeStateOf(row, spentMicros, now, lang, heldBack);
  }
}

function activeStateOf(row: Stated, spentMicros: bigint, now: Date, lang: Language, heldBack: HeldBack): DeliveryState {
  if (heldBack === "pending") return { state: "in_review", reason: t(lang, "state.in_review") };
  if (heldBack === "rejected") return { state: "rejected", reason: t(lang, "state.rejected") };
  if (row.startOn && todayIn(now, row.timeZone) < row.startOn) {
    return { state: "waiting", reason: t(lang, "state.starts", { day: dayText(row.startOn) }) };
  }
  if (spentMicros === 0n) return { state: "waiting", reason: t(lang, "state.waiting") };
  const budget = row.totalBudgetMicros ?? 0n;
  if (spentMicros >= budget) return { state: "limited", reason: t(lang, "state.limited") };
  const values = { percent: Number((spentMicros * 100n) / budget), day: dayText(row.endOn) };
  const key = isEndingSoon(row, now) ? "state.delivering_ends" : "state.delivering";
  return { state: "delivering", reason: t(lang, key, values) };
}
