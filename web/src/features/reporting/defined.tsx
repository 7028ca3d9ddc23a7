import { useTranslation } from "react-i18next";
import { Info } from "../../ui/overlays/info.tsx";
import styles from "./dashboard.module.css";

type Name = "impressions" | "visibility" | "clicks" | "ctr" | "effective" | "remaining";

/** A figure's name with what it means. */
export function Defined({ name }: { name: Name }) {
  const { t } = useTranslation("reporting");
  const words = t(`figure.${name}`);
  const last = words.lastIndexOf(" ") + 1;
  return (
    <>
      {words.slice(0, last)}
      <span className={styles.withMark}>
        {words.slice(last)}
        <Info of={words}>{t(`means.${name}`)}</Info>
      </span>
    </>
  );
}
