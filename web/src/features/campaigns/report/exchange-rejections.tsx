import type { Endpoints } from "@litfass/contract/index";
import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { useCall } from "../../../api/use-call.ts";
import { formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";

type Rejection = CallOutput<Endpoints["listExchangeRejections"]>[number];

/** One sentence for each exchange and reason for which banners do not run there; nothing where all do. */
export function ExchangeRejections({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation("campaign-report");
  const { data = [] } = useCall(
    "listExchangeRejections",
    { params: { userCampaign: campaignId } },
    { staleMs: 60_000, keep: true },
  );
  return groupsOf(data).map(({ exchange, reason, sizes }) => (
    <Note key={`${exchange} ${reason}`} tone="warn">
      {t(reason === "" ? "rejectedAt.unexplained" : "rejectedAt.because", {
        count: sizes.length,
        exchange,
        // The exchange's words; the sentence has its own period.
        reason: reason.replace(/\.$/, ""),
        sizes: sizes.map(formatSize).join(", "),
      })}
    </Note>
  ));
}

function groupsOf(rejections: Rejection[]): { exchange: string; reason: string; sizes: string[] }[] {
  const groups = new Map<string, { exchange: string; reason: string; sizes: string[] }>();
  for (const { exchange, reason, width, height } of rejections) {
    const group = groups.get(`${exchange} ${reason}`) ?? { exchange, reason, sizes: [] };
    groups.set(`${exchange} ${reason}`, group);
    const size = `${width}x${height}`;
    if (!group.sizes.includes(size)) group.sizes.push(size);
  }
  return [...groups.values()];
}
