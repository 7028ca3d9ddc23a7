import { Menu as Base } from "@base-ui/react/menu";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { type ReactElement, type RefObject, useRef } from "react";
import { Link } from "react-router";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import popup from "./popup.module.css";
import { usePopupPlace } from "./popup-container.ts";

export type MenuEntry = {
  label: string;
  icon?: LucideIcon;
  /** What it does, or the client path it leads to. */
  onSelect?: () => void;
  to?: string;
  danger?: boolean;
  disabled?: boolean;
  /** A hairline above. */
  apart?: boolean;
};

type MenuProps = {
  /** Name of the button for screen readers: "Actions for Saturday bread". */
  label: string;
  entries: readonly MenuEntry[];
  /** Another button than the three dots. */
  trigger?: ReactElement;
};

/** A menu of actions behind a button, at the end of a row or in a heading. */
export function Menu({ label, entries, trigger }: MenuProps) {
  const place = usePopupPlace();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root modal={false}>
      <Base.Trigger ref={button} render={trigger ?? <IconButton icon={Ellipsis} label={label} />} />
      <Base.Portal {...place.portal}>
        <Base.Positioner {...place.positioner} className={popup.positioner} sideOffset={4} align="end">
          <Base.Popup className={popup.popup}>
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
  // After the entry took the focus: a dialog that opens then gives it back to the button, which stays.
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
