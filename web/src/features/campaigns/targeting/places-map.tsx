import type { Location } from "@litfass/contract/targeting/targeting";
import { geoMercator, geoPath } from "d3-geo";
import { type MouseEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "world-atlas/countries-50m.json";
import { useRegionOutlines } from "../../../api/use-region-outlines.ts";
import { countryName } from "../../../i18n/format.ts";
import { alphaTwo } from "../../../ui/charts/country-codes.ts";
import { useWidth } from "../../../ui/charts/use-width.ts";
import { classNames } from "../../../ui/class-names.ts";
import { type CountryShape, placeShapes } from "./place-shapes.ts";
import styles from "./places-map.module.css";

/** Initial width and minimum height in px. */
const usualWidth = 720;
const leastHeight = 240;
const world = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
const countries: CountryShape[] = feature(world, world.objects.countries).features.map(({ id, geometry }) => ({
  country: alphaTwo(String(id ?? "")),
  geometry,
}));
/** The countries whose regions are offered before a place is chosen. */
const homeCountry = "CH";
/** How many regions are drawn at most. */
const maxCountries = 5;

export type PlacesMapProps = {
  places: readonly Location[];
  /** Called with a clicked point; absent if points cannot be chosen. */
  onPoint?: ((point: { latitude: number; longitude: number }) => void) | undefined;
  /** Called with a clicked region; absent if regions cannot be chosen. */
  onRegion?: ((region: Location) => void) | undefined;
};

/** The countries whose regions are drawn: those of chosen regions, and while choosing, those of all places. */
function countriesOf(places: readonly Location[], isChoosing: boolean): string[] {
  const known = places.flatMap(({ kind, country }) => (country && (isChoosing || kind === "region") ? [country] : []));
  const found = [...new Set(known)].slice(0, maxCountries);
  return isChoosing && found.length === 0 ? [homeCountry] : found;
}

/**
 * The chosen places on the built-in map (Natural Earth): countries and regions filled, circles to scale, cities as
 * dots.
 */
export function PlacesMap({ places, onPoint, onRegion }: PlacesMapProps) {
  const { t } = useTranslation("campaigns");
  // Drawn in screen pixels, so that labels and dots keep their size on a phone.
  const [box, width] = useWidth<HTMLDivElement>(usualWidth);
  const height = Math.max(leastHeight, Math.round(width / 2));
  const { outlines: regions } = useRegionOutlines(countriesOf(places, onRegion !== undefined));
  const { shapes, projection, path } = useMemo(() => {
    const drawn = placeShapes(places, countries, regions);
    const edge = Math.round(height / 12);
    const fitted = geoMercator().fitExtent(
      [
        [edge, edge],
        [width - edge, height - edge],
      ],
      drawn.view,
    );
    const clipped = fitted.clipExtent([
      [-width, -height],
      [2 * width, 2 * height],
    ]);
    return { shapes: drawn, projection: clipped, path: geoPath(clipped) };
  }, [places, regions, width, height]);

  const press = (event: MouseEvent<SVGSVGElement>) => {
    const drawn = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - drawn.left) / drawn.width) * width;
    const y = ((event.clientY - drawn.top) / drawn.height) * height;
    const point = projection.invert?.([x, y]);
    if (point) onPoint?.({ longitude: point[0], latitude: point[1] });
  };
  return (
    <div ref={box}>
      {/* Keyboard users choose points and regions with the search above the map. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <svg
        onClick={onPoint && press}
        data-presses={onPoint ? "" : undefined}
        viewBox={`0 0 ${width} ${height}`}
        className={styles.map}
        role="img"
        aria-label={t("map.label", { places: places.map((place) => place.name).join("; ") || countryName("CH") })}
      >
        {countries.map((shape, index) => {
          const d = path(shape.geometry);
          const isChosen = shapes.countries.has(shape);
          return d && <path key={index} d={d} className={classNames(styles.land, isChosen && styles.country)} />;
        })}
        {regions.map((shape, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: see above
          <path
            key={index}
            d={path(shape.geometry) ?? ""}
            data-region={shape.region.id}
            data-chosen={shapes.regions.has(shape) || undefined}
            className={classNames(styles.region, shapes.regions.has(shape) && styles.country)}
            data-presses={onRegion ? "" : undefined}
            onClick={onRegion && (() => onRegion(shape.region))}
          >
            <title>{shape.region.name}</title>
          </path>
        ))}
        {shapes.circles.map(({ place, shape }) => (
          <path key={place.id} d={path(shape) ?? ""} className={styles.circle} />
        ))}
        {[...shapes.circles.map((circle) => circle.place), ...shapes.dots].map((place) => {
          const [x, y] = projection([place.longitude, place.latitude]) ?? [0, 0];
          return (
            <g key={place.id} transform={`translate(${x},${y})`} className={styles.mark}>
              <circle r="4" className={styles.dot} />
              <text x="8" y="4" className={styles.place}>
                {place.name.split(",")[0]}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
