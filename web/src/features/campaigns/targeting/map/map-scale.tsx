import { formatNumber } from "../../../../i18n/format.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import styles from "./places-map.module.css";
import type { MapFrame } from "./visible-tiles.ts";

const equatorKm = 40_075;
const maxPx = 110;

/** The largest round distance of at most `maxPx` at this latitude: 1, 2 or 5 times a power of ten. */
export function scaleBar({ world }: MapFrame, latitude: number): { km: number; px: number } {
  const kmPerPx = (equatorKm * Math.cos((latitude * Math.PI) / 180)) / world;
  const power = 10 ** Math.floor(Math.log10(maxPx * kmPerPx));
  const step = [5, 2, 1].find((each) => each * power <= maxPx * kmPerPx) ?? 1;
  return { km: step * power, px: (step * power) / kmPerPx };
}

export function MapScale({ frame, latitude }: { frame: MapFrame; latitude: number }) {
  const { t } = useTranslation("campaigns");
  const { km, px } = scaleBar(frame, latitude);
  return (
    <div className={styles.scale} style={{ width: px }}>
      {t("map.scale", { km: formatNumber(km) })}
    </div>
  );
}
