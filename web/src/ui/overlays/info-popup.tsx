import { Popover } from "@base-ui/react/popover";
import styles from "./info.module.css";
import popup from "./popup.module.css";
import { usePopupPlace } from "./popup-container.ts";
import type { ButtonPopup } from "./use-popup-button.ts";

type InfoPopupProps = Omit<ButtonPopup, "byKey"> & { of: string; text: string };

/** The definition of a figure, next to its button. */
export function InfoPopup({ id, button, open, onOpenChange, onKeyDown, of, text }: InfoPopupProps) {
  const place = usePopupPlace();
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Portal {...place.portal}>
        <Popover.Positioner {...place.positioner} anchor={button} className={popup.positioner} sideOffset={6}>
          <Popover.Popup id={id} finalFocus={button} onKeyDown={onKeyDown} className={styles.popup}>
            <Popover.Title className={styles.title}>{of}</Popover.Title>
            <Popover.Description className={styles.text}>{text}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
