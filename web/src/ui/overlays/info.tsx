import { Info as InfoIcon } from "lucide-react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../layout/icon.tsx";
import { lazyPart } from "../layout/lazy-part.tsx";
import styles from "./info.module.css";
import { usePopupButton } from "./use-popup-button.ts";

const InfoPopup = lazyPart(async () => (await import("./info-popup.tsx")).InfoPopup);

/** The definition of a figure, behind a small button next to its name. */
export function Info({ of, children }: { of: string; children: string }) {
  const { t } = useTranslation("ui");
  const { buttonProps, popup } = usePopupButton("dialog");
  return (
    <>
      <button type="button" className={styles.button} aria-label={t("info", { of })} {...buttonProps}>
        <Icon of={InfoIcon} size={16} />
      </button>
      {popup && <InfoPopup of={of} text={children} {...popup} />}
    </>
  );
}
