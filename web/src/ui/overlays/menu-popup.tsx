import { Menu as Base } from "@base-ui/react/menu";
import { type RefObject, useEffect, useState } from "react";
import { Link } from "react-router";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import type { MenuEntry } from "./menu.tsx";
import popup from "./popup.module.css";
import { usePopupPlace } from "./popup-container.ts";
import type { ButtonPopup } from "./use-popup-button.ts";

type MenuPopupProps = ButtonPopup & { label: string; entries: readonly MenuEntry[] };

/** The entries of a menu, next to its button. */
export function MenuPopup({ id, button, open, byKey, onOpenChange, onKeyDown, label, entries }: MenuPopupProps) {
  const place = usePopupPlace();
  const [list, setList] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (byKey) list?.querySelector<HTMLElement>("[role=menuitem]:not([data-disabled])")?.focus();
  }, [list, byKey]);
  return (
    <Base.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Base.Portal {...place.portal}>
        <Base.Positioner {...place.positioner} anchor={button} className={popup.positioner} sideOffset={4} align="end">
          <Base.Popup
            id={id}
            ref={setList}
            aria-label={label}
            finalFocus={button}
            onKeyDown={onKeyDown}
            className={popup.popup}
          >
            {entries.map((entry) => (
              <Entry key={entry.label} entry={entry} button={button} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({ entry, button }: { entry: MenuEntry; button: RefObject<HTMLButtonElement | null> }) {
  const { onSelect } = entry;
  // After the entry has the focus: a dialog opened now returns it to the button, which remains.
  const choose = () =>
    setTimeout(() => {
      button.current?.focus();
      onSelect?.();
    });
  return (
    <>
      {entry.apart && <Base.Separator className={popup.line} />}
      <Base.Item
        className={classNames(popup.item, entry.danger && popup.danger)}
        disabled={entry.disabled}
        onClick={onSelect && choose}
        {...(entry.to && { render: <Link to={entry.to} /> })}
      >
        {entry.icon && <Icon of={entry.icon} size={16} />}
        {entry.label}
      </Base.Item>
    </>
  );
}
