import { classNames } from "../class-names.ts";
import states from "../feedback/states.module.css";
import styles from "./chart.module.css";

/** Placeholder for a map that is loading: as high as the map with its reading line and, if it has one, its legend. */
export function MapPlace({ legend }: { legend?: boolean }) {
  return (
    <div aria-hidden="true" className={classNames(styles.mapPlace, legend && styles.withLegend)}>
      <div className={classNames(states.bone, styles.mapGround)} />
    </div>
  );
}
