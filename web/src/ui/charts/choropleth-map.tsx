import {
  type ExtendedFeature,
  type ExtendedFeatureCollection,
  type GeoGeometryObjects,
  geoArea,
  geoEqualEarth,
  geoMercator,
  geoPath,
} from "d3-geo";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../i18n/format.ts";
import { classNames } from "../class-names.ts";
import styles from "./chart.module.css";
import { HiddenTable } from "./hidden-table.tsx";

type MapArea = ExtendedFeature<GeoGeometryObjects, { id: string; name: string }>;
export type MapAreas = ExtendedFeatureCollection<MapArea>;

type ChoroplethMapProps = {
  label: string;
  areas: MapAreas;
  /** Figure by the area's id; absent is none. */
  values: ReadonlyMap<string, number>;
  /** Ids that the map is zoomed to; the whole world unless told. */
  fit?: readonly string[];
  format?: (value: number) => string;
};

const width = 640;
const height = 400;
const stepsOfScale = 7;

/** Figures by place in one hue of seven steps; zero has its own grey. */
export function ChoroplethMap({ label, areas, values, fit, format = formatNumber }: ChoroplethMapProps) {
  const { t } = useTranslation("ui");
  const [chosen, setChosen] = useState<string | null>(null);
  const most = Math.max(0, ...values.values());
  // By what it names, not by the list itself: outlines are not drawn anew for every figure that comes in.
  const zoomedTo = fit?.join(" ") ?? "";
  const shapes = useMemo(() => shapesOf(areas, zoomedTo === "" ? undefined : zoomedTo.split(" ")), [areas, zoomedTo]);
  const ranked = areas.features
    .map(({ properties }) => ({ ...properties, value: values.get(properties.id) ?? 0 }))
    .filter((area) => area.value > 0)
    .sort((a, b) => b.value - a.value);
  const read = ranked.find((area) => area.id === chosen) ?? ranked[0];

  return (
    <div>
      <div className={styles.reading}>
        {read && (
          <span className={styles.read} aria-live="polite">
            <strong>{read.name}</strong>
            <span>{format(read.value)}</span>
          </span>
        )}
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className={styles.map}>
        {shapes.map(({ id, path }) => (
          <path
            key={id}
            d={path}
            fill={fillOf(values.get(id) ?? 0, most)}
            className={classNames(styles.area, id === read?.id && styles.chosen)}
            onPointerEnter={() => setChosen(id)}
          />
        ))}
      </svg>
      <div className={styles.legend} aria-hidden="true">
        <span>{t("map.none")}</span>
        <span className={styles.scale}>
          <span style={{ background: "var(--scale-none)" }} />
          {Array.from({ length: stepsOfScale }, (_, at) => (
            <span key={at} style={{ background: `var(--scale-${at + 1})` }} />
          ))}
        </span>
        <span>{format(most)}</span>
      </div>
      <HiddenTable caption={label} headers={["", label]} rows={ranked.map((area) => [area.name, format(area.value)])} />
    </div>
  );
}

function shapesOf(areas: MapAreas, fit: readonly string[] | undefined): { id: string; path: string }[] {
  const shown = fit?.length ? areas.features.filter((area) => fit.includes(area.properties.id)) : areas.features;
  const target: MapAreas = { type: "FeatureCollection", features: shown.map(mainland) };
  const projection = (fit?.length ? geoMercator() : geoEqualEarth()).fitExtent(
    [
      [8, 8],
      [width - 8, height - 8],
    ],
    target,
  );
  const path = geoPath(projection, undefined).digits(1);
  return areas.features.flatMap((area) => {
    const drawn = path(area);
    return drawn ? [{ id: area.properties.id, path: drawn }] : [];
  });
}

/** The largest part of an area: far islands must not stretch the view. */
function mainland(area: MapArea): MapArea {
  if (area.geometry.type !== "MultiPolygon") return area;
  const parts = area.geometry.coordinates.map((coordinates) => ({ type: "Polygon" as const, coordinates }));
  const largest = parts.sort((a, b) => geoArea(b) - geoArea(a))[0];
  return largest ? { ...area, geometry: largest } : area;
}

/** The step of a value, by its square root: few places with very much must not wash out the rest. */
function fillOf(value: number, most: number): string {
  if (value <= 0 || most <= 0) return "var(--scale-none)";
  const step = Math.min(stepsOfScale, Math.max(1, Math.ceil(Math.sqrt(value / most) * stepsOfScale)));
  return `var(--scale-${step})`;
}
