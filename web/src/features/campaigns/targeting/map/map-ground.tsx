import styles from "./places-map.module.css";
import { type TownLabel, tileExtent } from "./town-labels.ts";
import type { LoadedTile } from "./use-map-tiles.ts";

const layers = ["land", "lakes", "regions", "borders"] as const;

/** Land, lakes, and the lines between regions and countries; one layer over another, so that no tile covers a lake. */
export function MapGround({ tiles }: { tiles: readonly LoadedTile[] }) {
  return layers.map((layer) => (
    <g key={layer} className={styles[layer]}>
      {tiles.map(({ address, tile, left, top, size }) =>
        tile[layer] ? (
          <path
            key={address}
            d={tile[layer]}
            transform={`translate(${left},${top}) scale(${size / tileExtent})`}
            vectorEffect="non-scaling-stroke"
          />
        ) : null,
      )}
    </g>
  ));
}

/** The names of towns, each with a dot. */
export function MapTowns({ towns }: { towns: readonly TownLabel[] }) {
  return towns.map(({ name, x, y }) => (
    <g key={`${name} ${x} ${y}`} transform={`translate(${x},${y})`} className={styles.town}>
      <circle r="1.8" />
      <text x="5" y="3.5">
        {name}
      </text>
    </g>
  ));
}
