import { createContext, useContext } from "react";

/** The open dialog around a control, or null: content outside a modal dialog is not visible or clickable. */
export const PopupContainer = createContext<HTMLElement | null>(null);

/** The container and position of a popup: fixed inside a dialog, which would otherwise clip it or grow. */
export function usePopupPlace() {
  const container = useContext(PopupContainer);
  return {
    portal: container ? { container } : {},
    positioner: { positionMethod: container ? ("fixed" as const) : ("absolute" as const) },
  };
}
