import type { CallArguments } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { BarList } from "../../ui/charts/bar-list.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";

/** Google's segments with a translation; others are shown verbatim. */
const known = {
  device: ["MOBILE", "DESKTOP", "TABLET", "CONNECTED_TV", "OTHER"],
  weekday: ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"],
  network: ["SEARCH", "SEARCH_PARTNERS", "CONTENT", "MIXED"],
} as const;

type AdPartPanelProps = {
  part: keyof typeof known;
  query: NonNullable<CallArguments<"showGoogleAdsStatistic">["query"]>;
};

/** Impressions of search advertising by device, weekday or network. */
export function AdPartPanel({ part, query }: AdPartPanelProps) {
  const { t } = useTranslation("connections");
  const parts = useCall(
    "showGoogleAdsImpressionsBy",
    { params: { impressionKey: part }, query },
    { keep: true, staleMs: 60_000 },
  );
  const nameOf = (key: string): string => {
    const name = known[part].find((each) => each === key);
    return name ? t(`part.${name}`) : key;
  };
  const rows = parts.data?.data ?? [];
  const order = known[part] as readonly string[];
  const shown = part === "weekday" ? rows.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key)) : rows;
  return (
    <Card title={t(`googleAds.by.${part}`)}>
      {parts.error && !parts.data ? (
        <ErrorState title={t("failed")} error={parts.error} onRetry={() => void parts.refetch()} />
      ) : parts.data ? (
        <BarList rows={shown.map(({ key, impressions }) => ({ id: key, name: nameOf(key), value: impressions }))} />
      ) : (
        <Skeleton height={120} />
      )}
    </Card>
  );
}
