import type { Location } from "@litfass/contract/targeting/targeting";
import { useQuery } from "@tanstack/react-query";
import { geoMercator, geoPath } from "d3-geo";
import { Maximize, Minus, Plus } from "lucide-react";
import { type MouseEvent, useMemo, useRef } from "react";
import { useUser } from "../../../../api/session.ts";
import { useOwnCountries } from "../../../../api/use-own-countries.ts";
import { useRegionOutlines } from "../../../../api/use-region-outlines.ts";
import { countryName } from "../../../../i18n/format.ts";
import { localeOfTag } from "../../../../i18n/locale.ts";
import { placeName, placeNames } from "../../../../i18n/place-name.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { useWidth } from "../../../../ui/charts/use-width.ts";
import { loadCountries } from "../../../../ui/charts/world-countries.ts";
import { classNames } from "../../../../ui/class-names.ts";
import { Icon } from "../../../../ui/layout/icon.tsx";
import { Toolbar } from "../../../../ui/layout/layout.tsx";
import { MapGround, MapTowns } from "./map-ground.tsx";
import { MapScale } from "./map-scale.tsx";
import { type CountryShape, placeShapes } from "./place-shapes.ts";
import styles from "./places-map.module.css";
import { type EditedCircle, RadiusHandle } from "./radius-handle.tsx";
import { townLabels } from "./town-labels.ts";
import { useMapTiles } from "./use-map-tiles.ts";
import { useMapZoom } from "./use-map-zoom.ts";

/** Initial width and minimum height in px. */
const usualWidth = 720;
const leastHeight = 240;
/** How many countries' regions are drawn at most. */
const maxCountries = 5;
const zoomStep = 1.6;
/** From the whole world to a village. */
const [minWorld, maxWorld] = [400, 512 * 2 ** 11];

export type PlacesMapProps = {
  places: readonly Location[];
  /** A circle whose radius can be dragged; also one of the places. */
  edited?: EditedCircle | undefined;
  /** Called with a clicked point; absent if points cannot be chosen. */
  onPoint?: ((point: { latitude: number; longitude: number }) => void) | undefined;
  /** Called with a clicked region; absent if regions cannot be chosen. */
  onRegion?: ((region: Location) => void) | undefined;
};

/** The countries whose regions are drawn: those of chosen regions, and while choosing, those of all places. */
function countriesOf(places: readonly Location[], choosesFrom: string | null): string[] {
  const isChoosing = choosesFrom !== null;
  const known = places.flatMap(({ kind, country }) => (country && (isChoosing || kind === "region") ? [country] : []));
  const found = [...new Set(known)].slice(0, maxCountries);
  return isChoosing && found.length === 0 ? [choosesFrom] : found;
}

/** The countries' shapes, loaded once one is chosen. */
function useCountryShapes(places: readonly Location[]): readonly CountryShape[] {
  const { data } = useQuery({
    queryKey: ["countryShapes"],
    queryFn: loadCountries,
    enabled: places.some(({ kind }) => kind === "country"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(
    () =>
      data?.features.map(({ properties, geometry }) => ({ country: properties.id, geometry }) as CountryShape) ?? [],
    [data],
  );
}

/**
 * The chosen places on the built-in map (Natural Earth): countries and regions filled, circles to scale, cities as
 * dots, over land, lakes, regions and towns.
 */
export function PlacesMap({ places, edited, onPoint, onRegion }: PlacesMapProps) {
  const { t, i18n } = useTranslation("campaigns");
  const [usualCountry = ""] = useOwnCountries();
  // Its regions are offered before a place is chosen.
  const ownCountry = useUser()?.country_code ?? usualCountry;
  // Drawn in screen pixels, so that labels and dots keep their size on a phone.
  const [box, width] = useWidth<HTMLDivElement>(usualWidth);
  const height = Math.max(leastHeight, Math.round(width / 2));
  const { outlines: regions } = useRegionOutlines(countriesOf(places, (onRegion && ownCountry) || null));
  const countries = useCountryShapes(places);
  const shapes = useMemo(() => placeShapes(places, countries, regions), [places, countries, regions]);

  // The initial view stays while a radius changes a little, so that the circle is seen to grow.
  const fit = useRef({ key: "", scale: 1, translate: [0, 0] as [number, number] });
  const fitKey = `${width} ${shapes.viewKey}`;
  if (fit.current.key !== fitKey) {
    const edge = Math.round(height / 12);
    const fitted = geoMercator().fitExtent(
      [
        [edge, edge],
        [width - edge, height - edge],
      ],
      shapes.view,
    );
    fit.current = { key: fitKey, scale: fitted.scale(), translate: fitted.translate() };
  }
  const base = fit.current;
  const fittedWorld = base.scale * 2 * Math.PI;
  const { element, transform, zoomBy, reset } = useMapZoom(fitKey, [
    Math.min(1, minWorld / fittedWorld),
    Math.max(1, maxWorld / fittedWorld),
  ]);
  const { k, x, y } = transform;
  const projection = useMemo(
    () =>
      geoMercator()
        .scale(base.scale * k)
        .translate([base.translate[0] * k + x, base.translate[1] * k + y])
        .clipExtent([
          [-width, -height],
          [2 * width, 2 * height],
        ]),
    [base, k, x, y, width, height],
  );
  const path = geoPath(projection);
  const world = projection.scale() * 2 * Math.PI;
  const [middleX, middleY] = projection.translate();
  const frame = { world, left: middleX - world / 2, top: middleY - world / 2 };
  const tiles = useMapTiles(frame, width, height);
  const marks = [...shapes.circles.map((circle) => circle.place), ...shapes.dots].map((place) => {
    const [markX, markY] = projection([place.longitude, place.latitude]) ?? [0, 0];
    return { id: place.id, name: placeName(place).split(",")[0] ?? "", x: markX, y: markY };
  });
  const towns = townLabels(tiles, { width, height }, marks, localeOfTag(i18n.language));
  const latitude = projection.invert?.([width / 2, height / 2])?.[1] ?? 0;

  const press = (event: MouseEvent<SVGSVGElement>) => {
    const drawn = event.currentTarget.getBoundingClientRect();
    const point = projection.invert?.([
      ((event.clientX - drawn.left) / drawn.width) * width,
      ((event.clientY - drawn.top) / drawn.height) * height,
    ]);
    if (point) onPoint?.({ longitude: point[0], latitude: point[1] });
  };
  return (
    <div ref={box} className={styles.frame}>
      {/* Keyboard users choose points and regions with the search above the map. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <svg
        ref={element}
        onClick={onPoint && press}
        data-presses={onPoint ? "" : undefined}
        viewBox={`0 0 ${width} ${height}`}
        className={styles.map}
        role="img"
        aria-label={t("map.label", { places: placeNames(places) || (ownCountry && countryName(ownCountry)) })}
      >
        <MapGround tiles={tiles} />
        {[...shapes.countries].map((shape) => (
          <path key={shape.country} d={path(shape.geometry) ?? ""} className={styles.country} />
        ))}
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
            <title>{placeName(shape.region)}</title>
          </path>
        ))}
        {shapes.circles.map(({ place, shape }) => (
          <path key={place.id} d={path(shape) ?? ""} className={styles.circle} />
        ))}
        <MapTowns towns={towns} />
        {marks.map(({ id, name, x: markX, y: markY }) => (
          <g key={id} transform={`translate(${markX},${markY})`} className={styles.mark}>
            <circle r="4" className={styles.dot} />
            <text x="8" y="4" className={styles.place}>
              {name}
            </text>
          </g>
        ))}
      </svg>
      {edited && <RadiusHandle circle={edited} projection={projection} />}
      <Toolbar className={styles.controls} label={t("map.controls")}>
        <button type="button" aria-label={t("map.zoomIn")} onClick={() => zoomBy(zoomStep)}>
          <Icon of={Plus} size={16} />
        </button>
        <button type="button" aria-label={t("map.zoomOut")} onClick={() => zoomBy(1 / zoomStep)}>
          <Icon of={Minus} size={16} />
        </button>
        <button type="button" aria-label={t("map.fit")} onClick={reset}>
          <Icon of={Maximize} size={16} />
        </button>
      </Toolbar>
      <MapScale frame={frame} latitude={latitude} />
    </div>
  );
}
