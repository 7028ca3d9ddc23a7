import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { useTranslation } from "../../i18n/use-translation.ts";
import { State, type StateShape } from "../../ui/feedback/state.tsx";

const shapes: Record<Campaign["delivery"]["state"], StateShape> = {
  draft: "draft",
  waiting: "waiting",
  delivering: "on",
  limited: "limited",
  paused: "paused",
  ended: "ended",
  archived: "ended",
  in_review: "waiting",
  rejected: "rejected",
};

/** The delivery state of a campaign and, in one sentence, the reason. */
export function CampaignState({ delivery }: { delivery: Campaign["delivery"] }) {
  const { t } = useTranslation("campaigns");
  return (
    <State shape={shapes[delivery.state]} detail={delivery.reason}>
      {t(`state.${delivery.state}`)}
    </State>
  );
}
