import styles from "./chart.module.css";

/** The place under the pointer and its figure, above a map. Reserves its height while empty. */
export function MapReading({ of }: { of: { name: string; figure: string } | undefined }) {
  return (
    <div className={styles.reading}>
      {of && (
        <span className={styles.read} aria-live="polite">
          <strong>{of.name}</strong>
          <span>{of.figure}</span>
        </span>
      )}
    </div>
  );
}
