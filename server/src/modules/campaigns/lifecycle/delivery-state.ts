import type { deliveryStateSchema } from "@litfass/contract/campaigns/campaigns";
import type { z } from "zod";
import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";
import { isNearEnd } from "./near-end.ts";

export type DeliveryState = z.infer<typeof deliveryStateSchema>;
type Lang = "en" | "de";

const day = (iso: string | null): string => (iso ? iso.split("-").reverse().join(".") : "");

/** What a campaign does now and why, derived from its status, period and spend, and `heldBack` from review; pure. */
export function deliveryStateOf(
  row: Pick<
    CampaignRow,
    "status" | "startOn" | "endOn" | "timeZone" | "totalBudgetMicros" | "endedReason" | "updatedAt" | "endedAt"
  >,
  spentMicros: bigint,
  now: Date,
  lang: Lang,
  heldBack: "pending" | "rejected" | null = null,
): DeliveryState {
  const say = (en: string, de: string) => (lang === "de" ? de : en);
  const changed = day(todayIn(row.endedAt ?? row.updatedAt, row.timeZone));
  const budget = row.totalBudgetMicros ?? 0n;
  switch (row.status) {
    case "DRAFT":
      return { state: "draft", reason: say("not started yet", "noch nicht gestartet") };
    case "PAUSED":
      return { state: "paused", reason: say(`since ${changed}`, `seit ${changed}`) };
    case "ARCHIVED":
      return { state: "archived", reason: null };
    case "ENDED": {
      const reasons = {
        period: say(`finished ${day(row.endOn)}`, `abgeschlossen am ${day(row.endOn)}`),
        budget: say("the whole budget is used", "das ganze Budget ist verbraucht"),
        by_hand: say(`ended by hand on ${changed}`, `von Hand beendet am ${changed}`),
      };
      return { state: "ended", reason: row.endedReason ? reasons[row.endedReason] : null };
    }
    case "ACTIVE": {
      if (heldBack === "pending") {
        return { state: "in_review", reason: say("we look at your ads first", "wir prüfen zuerst Ihre Werbung") };
      }
      if (heldBack === "rejected") {
        return { state: "rejected", reason: say("change the ads and hand them in", "passen Sie die Werbung an") };
      }
      const today = todayIn(now, row.timeZone);
      if (row.startOn && today < row.startOn) {
        return { state: "waiting", reason: say(`starts ${day(row.startOn)}`, `startet am ${day(row.startOn)}`) };
      }
      if (spentMicros === 0n) {
        return {
          state: "waiting",
          reason: say("waiting for the first impression", "wartet auf die erste Einblendung"),
        };
      }
      if (spentMicros >= budget) {
        return { state: "limited", reason: say("the whole budget is used", "das ganze Budget ist verbraucht") };
      }
      const ends = isNearEnd(row, now) ? say(`, ends on ${day(row.endOn)}`, `, endet am ${day(row.endOn)}`) : "";
      const percent = Number((spentMicros * 100n) / budget);
      return {
        state: "delivering",
        reason: say(`${percent}% of the budget used${ends}`, `${percent}% des Budgets verbraucht${ends}`),
      };
    }
  }
}
