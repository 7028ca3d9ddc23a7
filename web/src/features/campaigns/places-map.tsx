import type { Location } from "@litfass/contract/targeting";
import { type GeoPermissibleObjects, geoCircle, geoMercator, geoPath } from "d3-geo";
import { type MouseEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "world-atlas/countries-50m.json";
import { countryName } from "../../i18n/format.ts";
import styles from "./wizard.module.css";

const width = 720;
const height = 360;
const world = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
const countries = feature(world, world.objects.countries).features;
/** What an empty map shows: Switzerland and around. */
const usualView: GeoPermissibleObjects = {
  type: "MultiPoint",
  coordinates: [
    [5.6, 45.6],
    [10.8, 48.0],
  ],
};
const kmPerDegree = 111.2;
const englishName = new Intl.DisplayNames(["en"], { type: "region" });

export type PlacesMapProps = {
  places: readonly Location[];
  /** Called with the point that was pressed; absent where no point is asked for. */
  onPoint?: ((point: { latitude: number; longitude: number }) => void) | undefined;
};

/** Chosen places on own geography (Natural Earth): circles to scale, cities as dots, countries filled. */
export function PlacesMap({ places, onPoint }: PlacesMapProps) {
  const { t } = useTranslation("campaigns");
  const shapes = useMemo(() => {
    const circles = places.flatMap((place) =>
      place.kind === "radius"
        ? [
            {
              place,
              shape: geoCircle()
                .center([place.longitude, place.latitude])
                .radius(place.radius_km / kmPerDegree)(),
            },
          ]
        : [],
    );
    const dots = places.flatMap((place) => (place.kind === "city" || place.kind === "zip" ? [place] : []));
    const names = new Set(
      places.flatMap((place) => (place.kind === "country" ? [englishName.of(place.country) ?? ""] : [])),
    );
    const filled = countries.filter((country) => names.has(country.properties.name));
    const extent: GeoPermissibleObjects =
      circles.length + dots.length + filled.length === 0
        ? usualView
        : {
            type: "GeometryCollection",
            geometries: [
              ...circles.map((circle) => circle.shape),
              ...filled.map((country) => country.geometry),
              ...dots.map((dot) => geoCircle().center([dot.longitude, dot.latitude]).radius(0.45)()),
            ],
          };
    const projection = geoMercator().fitExtent(
      [
        [40, 30],
        [width - 40, height - 30],
      ],
      extent,
    );
    return { circles, dots, filled: new Set(filled), projection, path: geoPath(projection) };
  }, [places]);

  const at = (place: { longitude: number; latitude: number }) =>
    shapes.projection([place.longitude, place.latitude]) ?? [0, 0];
  const press = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    const y = ((event.clientY - box.top) / box.height) * height;
    const point = shapes.projection.invert?.([x, y]);
    if (point) onPoint?.({ longitude: point[0], latitude: point[1] });
  };
  return (
    // The keyboard's way to a point is the search above the map, or its coordinates.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <svg
      onClick={onPoint && press}
      data-presses={onPoint ? "" : undefined}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.map}
      role="img"
      aria-label={t("map.label", { places: places.map((place) => place.name).join("; ") || countryName("CH") })}
    >
      {countries.map((country, index) => {
        const d = shapes.path(country);
        return d ? (
          <path
            key={index}
            d={d}
            className={shapes.filled.has(country) ? `${styles.land} ${styles.country}` : styles.land}
          />
        ) : null;
      })}
      {shapes.circles.map(({ place, shape }) => (
        <path key={place.id} d={shapes.path(shape) ?? ""} className={styles.circle} />
      ))}
      {[...shapes.circles.map((circle) => circle.place), ...shapes.dots].map((place) => {
        const [x, y] = at(place);
        return (
          <g key={place.id} transform={`translate(${x},${y})`}>
            <circle r="4" className={styles.dot} />
            <text x="8" y="4" className={styles.place}>
              {place.name.split(",")[0]}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
