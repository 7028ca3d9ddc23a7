import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import popup from "./popup.module.css";
import { usePopupPlace } from "./popup-container.ts";

/** A hint that appears on hover and focus. Never the only place of something that one must know. */
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
