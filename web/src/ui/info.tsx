import { Popover } from "@base-ui/react/popover";
import { Info as InfoIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Icon } from "./icon.tsx";
import styles from "./info.module.css";
import popup from "./popup.module.css";
import { usePopupPlace } from "./popup-container.ts";

/** What a figure means, behind a small button beside its name. */
export function Info({ of, children }: { of: string; children: string }) {
  const { t } = useTranslation("ui");
  const place = usePopupPlace();
  return (
    <Popover.Root>
      <Popover.Trigger className={styles.button} aria-label={t("info", { of })}>
        <Icon of={InfoIcon} size={16} />
      </Popover.Trigger>
      <Popover.Portal {...place.portal}>
        <Popover.Positioner {...place.positioner} className={popup.positioner} sideOffset={6}>
          <Popover.Popup className={styles.popup}>
            <Popover.Title className={styles.title}>{of}</Popover.Title>
            <Popover.Description className={styles.text}>{children}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
