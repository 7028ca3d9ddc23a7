import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import popup from "./popup.module.css";
import { usePopupPlace } from "./popup-container.ts";

/** A hint on hover and focus. Must not be the only place of essential information. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const place = usePopupPlace();
  return (
    <Base.Root>
      <Base.Trigger render={children} aria-label={undefined} />
      <Base.Portal {...place.portal}>
        <Base.Positioner {...place.positioner} className={popup.positioner} sideOffset={6}>
          <Base.Popup className={popup.tip}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
