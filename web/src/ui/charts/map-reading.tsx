import styles from "./chart.module.css";

/** What the pointer is on, above a map: a place and its figure. Keeps its height while there is nothing to read. */
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
