import type { ConversionTracking } from "@litfass/contract/campaigns/conversion-tracking";
import { formatAge } from "../../../i18n/format-age.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { State } from "../../../ui/feedback/state.tsx";

const minuteMs = 60_000;

/** What arrived last: a conversion, and a test. */
export function TrackingState({ tracking }: { tracking: ConversionTracking }) {
  const { t } = useTranslation("conversions");
  const { last_conversion_at: last, last_test_at: tested } = tracking;
  const now = Date.now();
  const isNow = (at: string): boolean => now - Date.parse(at) < minuteMs;
  const test =
    tested === null ? undefined : isNow(tested) ? t("state.testNow") : t("state.test", { age: formatAge(tested, now) });
  return (
    <div role="status">
      <State shape={last === null ? "waiting" : "on"} detail={test}>
        {last === null
          ? t("state.waiting")
          : isNow(last)
            ? t("state.lastNow")
            : t("state.last", { age: formatAge(last, now) })}
      </State>
    </div>
  );
}
