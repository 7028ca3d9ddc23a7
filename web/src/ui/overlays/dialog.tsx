import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import text from "../layout/text.module.css";
import styles from "./dialog.module.css";
import { PopupContainer } from "./popup-container.ts";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** Neither Escape nor a click outside closes it: only its buttons. */
  persistent?: boolean;
  size?:
    | "small"
    | "plan"
    | "wide" /** Without padding, near the top; the title is for screen readers only. */
    | "palette";
  children?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
};

/** A modal dialog on the native element: focus stays inside and returns where it came from. */
export function Dialog({ open, onClose, title, lead, persistent, size = "small", children, actions }: DialogProps) {
  const [element, setElement] = useState<HTMLDialogElement | null>(null);
  const titleId = useId();
  // Closes only if the press starts and ends outside: selecting text and releasing outside does not close it.
  const pressedOutside = useRef(false);

  useEffect(() => {
    if (!open || !element) return;
    const opener = document.activeElement;
    element.showModal();
    return () => {
      // The element is unmounted without being closed, but the browser only restores the focus on close.
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [open, element]);

  if (!open) return null;
  return (
    <dialog
      ref={setElement}
      aria-labelledby={titleId}
      className={classNames(styles.dialog, size !== "small" && styles[size])}
      onCancel={(event) => {
        event.preventDefault();
        if (!persistent) onClose();
      }}
      onKeyDown={(event) => {
        // Browsers close on a second Escape even if the first was prevented.
        if (event.key === "Escape" && persistent) event.preventDefault();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === element;
      }}
      onClick={(event) => {
        if (!persistent && event.target === element && pressedOutside.current) onClose();
      }}
    >
      <div className={styles.inside}>
        <h2 id={titleId} className={size === "palette" ? text.hidden : text.title}>
          {title}
        </h2>
        {lead && <p className={styles.text}>{lead}</p>}
        <PopupContainer.Provider value={element}>
          {children && <div className={styles.body}>{children}</div>}
        </PopupContainer.Provider>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}
