import { classNames } from "../class-names.ts";
import states from "../feedback/states.module.css";
import styles from "./chart.module.css";

/** The place of a map that has not come yet: as high as the map with its reading line and, where it has one, its legend. */
export function MapPlace({ legend }: { legend?: boolean }) {
  return (
    <div aria-hidden="true" className={classNames(styles.mapPlace, legend && styles.withLegend)}>
      <div className={classNames(states.bone, styles.mapGround)} />
    </div>
  );
}
