import {
  type ExtendedFeature,
  type ExtendedFeatureCollection,
  type GeoGeometryObjects,
  geoArea,
  geoCentroid,
  geoEqualEarth,
  geoMercator,
  geoPath,
} from "d3-geo";
import { useMemo, useState } from "react";
import { formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../class-names.ts";
import styles from "./chart.module.css";
import { HiddenTable } from "./hidden-table.tsx";
import { MapReading } from "./map-reading.tsx";

export type MapArea = ExtendedFeature<GeoGeometryObjects, { id: string; name: string }>;
export type MapAreas = ExtendedFeatureCollection<MapArea>;

type ChoroplethMapProps = {
  label: string;
  areas: MapAreas;
  /** The surrounding countries. */
  ground?: MapAreas | undefined;
  /** Figures by area id; a missing one means zero. */
  values: ReadonlyMap<string, number>;
  /** Ids that the map zooms to; defaults to the whole world. */
  fit?: readonly string[];
  format?: (value: number) => string;
};

const width = 640;
const height = 400;
const stepsOfScale = 7;
const edge = 8;
/** The maximum zoom for a single small region. */
const maxScale = 16_000;

/** Figures by area in seven steps of one hue; zero is gray. */
export function ChoroplethMap({ label, areas, ground, values, fit, format = formatNumber }: ChoroplethMapProps) {
  const { t } = useTranslation("ui");
  const [chosen, setChosen] = useState<string | null>(null);
  const max = Math.max(0, ...values.values());
  // Keyed by ids, not by array identity: outlines are not redrawn when figures change.
  const zoomedTo = fit?.join(" ") ?? "";
  const { around, shapes } = useMemo(
    () => drawn(areas, ground, zoomedTo === "" ? [] : zoomedTo.split(" ")),
    [areas, ground, zoomedTo],
  );
  const ranked = areas.features
    .map(({ properties }) => ({ ...properties, value: values.get(properties.id) ?? 0 }))
    .filter((area) => area.value > 0)
    .sort((a, b) => b.value - a.value);
  const read = ranked.find((area) => area.id === chosen) ?? ranked[0];

  return (
    <div>
      <MapReading of={read && { name: read.name, figure: format(read.value) }} />
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className={styles.map}>
        {around.map(({ id, path }) => (
          <path key={id} d={path} fill="var(--scale-none)" className={styles.ground} />
        ))}
        {shapes.map(({ id, path }) => (
          <path
            key={id}
            d={path}
            fill={fillOf(values.get(id) ?? 0, max)}
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
        <span>{format(max)}</span>
      </div>
      <HiddenTable caption={label} headers={["", label]} rows={ranked.map((area) => [area.name, format(area.value)])} />
    </div>
  );
}

function drawn(areas: MapAreas, ground: MapAreas | undefined, fit: readonly string[]) {
  const shown = fit.length > 0 ? areas.features.filter((area) => fit.includes(area.properties.id)) : areas.features;
  const target: MapAreas = { type: "FeatureCollection", features: shown.map(mainland) };
  const projection = (fit.length > 0 ? geoMercator() : geoEqualEarth()).fitExtent(
    [
      [edge, edge],
      [width - edge, height - edge],
    ],
    target,
  );
  if (projection.scale() > maxScale) {
    const center = geoCentroid(target);
    projection
      .scale(maxScale)
      .center(center)
      .translate([width / 2, height / 2]);
  }
  if (fit.length > 0) {
    projection.clipExtent([
      [-edge, -edge],
      [width + edge, height + edge],
    ]);
  }
  const path = geoPath(projection).digits(1);
  const pathsOf = (all: MapAreas) =>
    all.features.flatMap((area) => {
      const shape = path(area);
      return shape ? [{ id: area.properties.id, path: shape }] : [];
    });
  return { around: ground ? pathsOf(ground) : [], shapes: pathsOf(areas) };
}

/** The largest part of an area: remote islands must not stretch the view. */
function mainland(area: MapArea): MapArea {
  if (area.geometry.type !== "MultiPolygon") return area;
  const parts = area.geometry.coordinates.map((coordinates) => ({ type: "Polygon" as const, coordinates }));
  const largest = parts.sort((a, b) => geoArea(b) - geoArea(a))[0];
  return largest ? { ...area, geometry: largest } : area;
}

/** The step of a value, by its square root: a few large values must not wash out the rest. */
function fillOf(value: number, max: number): string {
  if (value <= 0 || max <= 0) return "var(--scale-none)";
  const step = Math.min(stepsOfScale, Math.max(1, Math.ceil(Math.sqrt(value / max) * stepsOfScale)));
  return `var(--scale-${step})`;
}
