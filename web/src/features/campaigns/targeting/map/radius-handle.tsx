import { type GeoProjection, geoDistance } from "d3-geo";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import styles from "./places-map.module.css";

const earthKm = 6371;
const kmPerDegree = 111.2;
const [minRadiusKm, maxRadiusKm] = [1, 500] as const;

export type EditedCircle = {
  latitude: number;
  longitude: number;
  radius_km: number;
  onRadius: (km: number) => void;
};

const bounded = (km: number): number => Math.min(maxRadiusKm, Math.max(minRadiusKm, Math.round(km)));
const steps: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** The handle at the east of a circle that changes its radius by dragging or with the arrow keys. */
export function RadiusHandle({ circle, projection }: { circle: EditedCircle; projection: GeoProjection }) {
  const { t } = useTranslation("campaigns");
  const isDragged = useRef(false);
  const { latitude, longitude, radius_km: km, onRadius } = circle;
  const east = longitude + km / (kmPerDegree * Math.cos((latitude * Math.PI) / 180));
  const [x, y] = projection([east, latitude]) ?? [0, 0];

  const radiusAt = (event: PointerEvent<HTMLDivElement>): number | null => {
    const map = event.currentTarget.parentElement?.getBoundingClientRect();
    const point = map && projection.invert?.([event.clientX - map.left, event.clientY - map.top]);
    return point ? bounded(geoDistance([longitude, latitude], point) * earthKm) : null;
  };
  const drag = (event: PointerEvent<HTMLDivElement>, isDone: boolean) => {
    if (!isDragged.current) return;
    isDragged.current = !isDone;
    const radius = radiusAt(event);
    if (radius !== null) onRadius(radius);
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onRadius(bounded(km + step));
  };
  return (
    <div
      className={styles.handle}
      style={{ left: x, top: y }}
      role="slider"
      tabIndex={0}
      aria-label={t("map.radius")}
      aria-valuemin={minRadiusKm}
      aria-valuemax={maxRadiusKm}
      aria-valuenow={km}
      aria-valuetext={`${km} km`}
      onKeyDown={press}
      onPointerDown={(event) => {
        isDragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => drag(event, false)}
      onPointerUp={(event) => drag(event, true)}
      onPointerCancel={(event) => drag(event, true)}
    />
  );
}
