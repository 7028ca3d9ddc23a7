import { createContext, useContext } from "react";

/** The open dialog around a control, or null: what lies outside a modal dialog can neither be seen nor pressed. */
export const PopupContainer = createContext<HTMLElement | null>(null);

/** Where a popup is put, and how: inside a dialog it stands fixed, so that the dialog neither clips it nor grows. */
export function usePopupPlace() {
  const container = useContext(PopupContainer);
  return {
    portal: container ? { container } : {},
    positioner: { positionMethod: container ? ("fixed" as const) : ("absolute" as const) },
  };
}
