import { useTranslation } from "../../i18n/use-translation.ts";
import { Info } from "../../ui/overlays/info.tsx";
import styles from "./dashboard.module.css";

type Name = "impressions" | "visibility" | "clicks" | "ctr" | "effective" | "remaining";

/** A metric's name with its definition. */
export function MetricLabel({ name }: { name: Name }) {
  const { t } = useTranslation("reporting");
  const label = t(`figure.${name}`);
  const last = label.lastIndexOf(" ") + 1;
  return (
    <>
      {label.slice(0, last)}
      <span className={styles.withMark}>
        {label.slice(last)}
        <Info of={label}>{t(`means.${name}`)}</Info>
      </span>
    </>
  );
}
