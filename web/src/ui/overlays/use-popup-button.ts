import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";

type Change = (open: boolean, details: { event: Event; cancel: () => void }) => void;

/** What a popup needs from its button. */
export type ButtonPopup = {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  /** Opened from the keyboard: its first entry takes the focus. */
  byKey: boolean;
  onOpenChange: Change;
  /** Tab leaves the popup via its button and moves on from there. */
  onKeyDown: (event: KeyboardEvent) => void;
};

type ButtonProps = {
  ref: RefObject<HTMLButtonElement | null>;
  "aria-haspopup": "menu" | "dialog";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  "data-popup-open": "" | undefined;
  onClick: (event: { detail: number }) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** A button with a lazy popup: `popup` is null until the first press. */
export function usePopupButton(kind: "menu" | "dialog"): { buttonProps: ButtonProps; popup: ButtonPopup | null } {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<"no" | "byPointer" | "byKey">("no");
  const [isUsed, setIsUsed] = useState(false);
  const open = opened !== "no";

  function show(by: "byPointer" | "byKey"): void {
    setIsUsed(true);
    setOpened(by);
  }

  const onOpenChange: Change = (next, { event, cancel }) => {
    // The button's click closes it: otherwise the press would close it and the click reopen it.
    const isOnButton = event.target instanceof Node && button.current?.contains(event.target);
    if (!next && isOnButton && event.type !== "keydown") cancel();
    else if (!next) setOpened("no");
  };

  function leave(event: KeyboardEvent): void {
    if (event.key !== "Tab") return;
    button.current?.focus();
    setOpened("no");
  }

  return {
    buttonProps: {
      ref: button,
      "aria-haspopup": kind,
      "aria-expanded": open,
      "aria-controls": open ? id : undefined,
      "data-popup-open": open ? "" : undefined,
      // A click without a press count comes from the keyboard.
      onClick: ({ detail }) => (open ? setOpened("no") : show(detail === 0 ? "byKey" : "byPointer")),
      onKeyDown(event) {
        if (kind !== "menu" || open || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
        event.preventDefault();
        show("byKey");
      },
    },
    popup: isUsed ? { id, button, open, byKey: opened === "byKey", onOpenChange, onKeyDown: leave } : null,
  };
}
