import type { Location } from "@litfass/contract/targeting/targeting";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import styles from "../../wizard/wizard.module.css";
import { mapsLoader } from "./maps-loader.ts";
import type { PlacesMapProps } from "./places-map.tsx";

type Point = { lat: number; lng: number };
type Shape = { setMap(map: GoogleMap | null): void };
type Bounds = { extend(point: Point): Bounds; union(bounds: Bounds): Bounds };
type GoogleMap = {
  fitBounds(bounds: Bounds): void;
  addListener(name: "click", listener: (event: { latLng: { lat(): number; lng(): number } }) => void): void;
};
/** The part of Google's maps that is used here. */
type GoogleMaps = {
  Map: new (element: HTMLElement, options: object) => GoogleMap;
  Circle: new (options: object) => Shape & { getBounds(): Bounds };
  LatLngBounds: new () => Bounds;
};

const usualView = { center: { lat: 46.95, lng: 7.45 }, zoom: 8 };
/** The visible distance around a place without a radius. */
const shownKm = 12;

async function loadMaps(key: string, language: string): Promise<GoogleMaps> {
  await mapsLoader({ key, language }).load();
  const { google } = globalThis as unknown as { google: { maps: { importLibrary(name: string): Promise<object> } } };
  const [maps, core] = await Promise.all([google.maps.importLibrary("maps"), google.maps.importLibrary("core")]);
  return { ...maps, ...core } as GoogleMaps;
}

type GooglePlacesMapProps = PlacesMapProps & { apiKey: string; onFailure: () => void };

/** The chosen places on Google's map; `onFailure` once the script has failed for good. */
export function GooglePlacesMap({ places, apiKey, onPoint, onFailure }: GooglePlacesMapProps) {
  const { t, i18n } = useTranslation("campaigns");
  const element = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState<{ maps: GoogleMaps; map: GoogleMap } | null>(null);
  const point = useRef(onPoint);
  point.current = onPoint;
  const failed = useRef(onFailure);
  failed.current = onFailure;
  // The script cannot be reloaded in another language.
  const language = useRef(i18n.language.slice(0, 2));

  useEffect(() => {
    let gone = false;
    loadMaps(apiKey, language.current)
      .then((maps) => {
        if (gone || !element.current) return;
        const map = new maps.Map(element.current, { ...usualView, streetViewControl: false, mapTypeControl: false });
        map.addListener("click", ({ latLng }) => point.current?.({ latitude: latLng.lat(), longitude: latLng.lng() }));
        setReady({ maps, map });
      })
      .catch(() => failed.current());
    return () => {
      gone = true;
    };
  }, [apiKey]);

  useEffect(() => {
    if (!ready) return;
    const { maps, map } = ready;
    const circles = places.flatMap((place) => circleOf(place).map((options) => new maps.Circle({ ...options, map })));
    if (circles.length > 0) {
      map.fitBounds(circles.reduce((bounds, circle) => bounds.union(circle.getBounds()), new maps.LatLngBounds()));
    }
    return () => {
      for (const circle of circles) circle.setMap(null);
    };
  }, [ready, places]);

  return <section ref={element} className={styles.googleMap} aria-label={t("map.google")} />;
}

function circleOf(place: Location): object[] {
  if (!("latitude" in place)) return [];
  const km = place.kind === "radius" ? place.radius_km : shownKm;
  const center = { lat: place.latitude, lng: place.longitude };
  return [{ center, radius: km * 1000, fillOpacity: place.kind === "radius" ? 0.15 : 0.05, clickable: false }];
}
