import type { Forecast } from "@litfass/contract/campaigns/forecast";
import { ChevronUp, CircleAlert } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { classNames } from "../../../../ui/class-names.ts";
import { Icon } from "../../../../ui/layout/icon.tsx";
import styles from "./forecast-bar.module.css";
import { forecastSpan } from "./forecast-span.ts";
import { causeOfNothing } from "./forecast-verdict.ts";

type ForecastBarProps = { forecast: Forecast; hasBudget: boolean; panel: RefObject<HTMLElement | null> };

/** On a phone the key figure is pinned to the bottom and links to the full forecast until that is visible. */
export function ForecastBar({ forecast, hasBudget, panel }: ForecastBarProps) {
  const { t } = useTranslation("campaigns");
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const { current } = panel;
    if (!current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false));
    observer.observe(current);
    return () => observer.disconnect();
  }, [panel]);
  const range = hasBudget ? forecast.impressions : forecast.available;
  if (inView || !range) return null;
  const nothing = causeOfNothing(forecast) !== null;
  return (
    <button
      type="button"
      className={classNames(styles.bar, nothing && styles.bad)}
      onClick={() => panel.current?.scrollIntoView({ block: "start" })}
    >
      <span>{t(hasBudget ? "forecast.impressions" : "forecast.available")}</span>
      <strong>
        {nothing && <Icon of={CircleAlert} size={16} />}
        {nothing ? t("forecast.wouldNotRun") : forecastSpan(t, range)}
      </strong>
      <Icon of={ChevronUp} size={16} />
    </button>
  );
}
