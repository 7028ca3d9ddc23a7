import { geoMercator, geoPath } from "d3-geo";
import { useMemo, useState } from "react";
import { formatNumber } from "../../i18n/format.ts";
import { classNames } from "../class-names.ts";
import styles from "./chart.module.css";
import type { MapAreas } from "./choropleth-map.tsx";
import { HiddenTable } from "./hidden-table.tsx";
import { MapReading } from "./map-reading.tsx";

export type MapPoint = { id: string; name: string; latitude: number; longitude: number; value: number };

type PointMapProps = {
  label: string;
  /** The countries below the points. */
  areas: MapAreas;
  points: readonly MapPoint[];
  format?: (value: number) => string;
};

const width = 640;
const height = 400;
const edge = 48;
const largestRadius = 26;
const smallestRadius = 3;
/** The maximum zoom for a single town. */
const maxScale = 9000;

/** Figures by place as circles whose area is the figure, on a map of countries zoomed to them. */
export function PointMap({ label, areas, points, format = formatNumber }: PointMapProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const ranked = [...points].sort((a, b) => b.value - a.value);
  const places = ranked.map(({ longitude, latitude }) => `${longitude} ${latitude}`).join("|");
  // Keyed by position: countries are not redrawn when figures change.
  const { outlines, spots } = useMemo(() => drawn(areas, places), [areas, places]);
  const max = ranked[0]?.value ?? 0;
  const read = ranked.find(({ id }) => id === chosen) ?? ranked[0];
  return (
    <div>
      <MapReading of={read && { name: read.name, figure: format(read.value) }} />
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className={styles.map}>
        {outlines.map(({ id, path }) => (
          <path key={id} d={path} fill="var(--scale-none)" className={styles.ground} />
        ))}
        {ranked.map(({ id, value }, at) => (
          <circle
            key={id}
            cx={spots[at]?.[0]}
            cy={spots[at]?.[1]}
            r={Math.max(smallestRadius, largestRadius * Math.sqrt(value / Math.max(1, max)))}
            className={classNames(styles.spot, id === read?.id && styles.spotRead)}
            onPointerEnter={() => setChosen(id)}
          />
        ))}
      </svg>
      <HiddenTable
        caption={label}
        headers={["", label]}
        rows={ranked.map(({ name, value }) => [name, format(value)])}
      />
    </div>
  );
}

function drawn(areas: MapAreas, places: string) {
  const coordinates = places === "" ? [] : places.split("|").map((place) => place.split(" ").map(Number));
  const projection = geoMercator().fitExtent(
    [
      [edge, edge],
      [width - edge, height - edge],
    ],
    { type: "MultiPoint", coordinates: coordinates as [number, number][] },
  );
  if (projection.scale() > maxScale) {
    const [longitude = 0, latitude = 0] = coordinates[0] ?? [];
    projection
      .scale(maxScale)
      .center([longitude, latitude])
      .translate([width / 2, height / 2]);
  }
  const spots = coordinates.map(([longitude = 0, latitude = 0]) => projection([longitude, latitude]) ?? [0, 0]);
  const path = geoPath(
    projection.clipExtent([
      [-10, -10],
      [width + 10, height + 10],
    ]),
  ).digits(1);
  const outlines = areas.features.flatMap((area) => {
    const shape = path(area);
    return shape ? [{ id: area.properties.id, path: shape }] : [];
  });
  return { outlines, spots };
}
