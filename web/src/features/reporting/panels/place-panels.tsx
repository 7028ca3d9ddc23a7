import { useState } from "react";
import { countryName } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { BarList } from "../../../ui/charts/bar-list.tsx";
import { MapPlace } from "../../../ui/charts/map-place.tsx";
import type { MapPoint } from "../../../ui/charts/point-map.tsx";
import { Segmented } from "../../../ui/inputs/chip-group.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { InView } from "../../../ui/layout/in-view.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import styles from "../dashboard.module.css";
import { ExportMenu } from "../export-menu.tsx";
import type { DashboardFilter } from "../use-filter.ts";
import { type Breakdown, BreakdownBody, useBreakdown } from "./breakdown.tsx";

const CountryMap = lazyPart(async () => (await import("./place-maps.tsx")).CountryMap, <MapPlace legend />);
const RegionsMap = lazyPart(async () => (await import("./place-maps.tsx")).RegionsMap, <MapPlace legend />);
const SpotMap = lazyPart(async () => (await import("./place-maps.tsx")).SpotMap, <MapPlace />);

type View = "country" | "region" | "city";
const shownBars = 12;
const shownCountries = 5;
const maxBelowMap = 5;

/** Reached countries, regions and cities (UI-DASH-006 to UI-DASH-008). */
export function ReachPanel({ filter, first = "country" }: { filter: DashboardFilter; first?: View }) {
  const { t } = useTranslation("reporting");
  const [view, setView] = useState<View>(first);
  const result = useBreakdown(view, filter);
  return (
    <Card
      title={t(`reached.${view}`)}
      aside={
        <span className={styles.asides}>
          <Segmented
            label={t("reached.label")}
            value={view}
            options={(["country", "region", "city"] as const).map((value) => ({
              value,
              label: t(`reached.tab.${value}`),
            }))}
            onChange={setView}
          />
          <ExportMenu filter={filter} groupBy={view} of={t(`reached.${view}`)} />
        </span>
      }
    >
      <BreakdownBody result={result}>
        {view === "country" ? (
          <Countries result={result} />
        ) : (
          <>
            <PlaceMap result={result} view={view} />
            <Places result={result} view={view} max={maxBelowMap} />
          </>
        )}
      </BreakdownBody>
    </Card>
  );
}

function Countries({ result }: { result: Breakdown }) {
  const { t } = useTranslation("reporting");
  const countries = result.data?.data ?? [];
  const rows = countries.slice(0, shownCountries).map(({ key, impressions }) => ({
    id: key,
    name: key === "" ? t("unknown") : countryName(key),
    value: impressions,
  }));
  return (
    <>
      <InView placeholder={<MapPlace legend />}>
        <CountryMap rows={countries} />
      </InView>
      <BarList rows={rows} />
    </>
  );
}

/** Regions as outlines, cities as circles. */
function PlaceMap({ result, view }: { result: Breakdown; view: "region" | "city" }) {
  const { t } = useTranslation("reporting");
  const rows = result.data?.data ?? [];
  if (view === "region") {
    return (
      <InView placeholder={<MapPlace legend />}>
        <RegionsMap rows={rows} />
      </InView>
    );
  }
  const points = rows.flatMap((row): MapPoint[] => {
    const { latitude, longitude } = row;
    if (latitude === null || longitude === null) return [];
    const name = regionName(row.text, row.country);
    return [{ id: `${row.country}:${row.region}:${row.key}`, name, latitude, longitude, value: row.impressions }];
  });
  if (points.length === 0) return null;
  return (
    <InView placeholder={<MapPlace />}>
      <SpotMap label={t(`reached.${view}`)} points={points} />
    </InView>
  );
}

function Places({ result, view, max = shownBars }: { result: Breakdown; view: "region" | "city"; max?: number }) {
  const { t } = useTranslation("reporting");
  const rows = (result.data?.data ?? []).slice(0, max).map((row) => ({
    id: `${row.country}:${row.region}:${row.key}`,
    name: row.key === "" ? t("unknown") : view === "region" ? regionName(row.text, row.country) : row.text,
    value: row.impressions,
  }));
  return <BarList rows={rows} />;
}

/** "Bern, Switzerland". */
const regionName = (name: string, country: string): string =>
  country === "" ? name : `${name}, ${countryName(country)}`;

/** Impressions per city (UI-DASH-005). */
export function CityPanel({ filter }: { filter: DashboardFilter }) {
  const { t } = useTranslation("reporting");
  const result = useBreakdown("city", filter);
  return (
    <Card
      title={t("panel.cities")}
      aside={
        <span className={styles.asides}>
          <ExportMenu filter={filter} groupBy="city" of={t("panel.cities")} />
        </span>
      }
    >
      <BreakdownBody result={result}>
        <Places result={result} view="city" />
      </BreakdownBody>
    </Card>
  );
}
