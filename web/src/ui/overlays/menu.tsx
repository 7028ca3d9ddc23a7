import { Ellipsis, type LucideIcon } from "lucide-react";
import { cloneElement, type ReactElement } from "react";
import { IconButton } from "../button.tsx";
import { lazyPart } from "../layout/lazy-part.tsx";
import { usePopupButton } from "./use-popup-button.ts";

export type MenuEntry = {
  label: string;
  icon?: LucideIcon;
  /** The action, or the client path it leads to. */
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
  /** Replaces the default three-dot button. */
  trigger?: ReactElement<object>;
};

const MenuPopup = lazyPart(async () => (await import("./menu-popup.tsx")).MenuPopup);

/** A menu of actions behind a button, at the end of a row or in a heading. */
export function Menu({ label, entries, trigger }: MenuProps) {
  const { buttonProps, popup } = usePopupButton("menu");
  return (
    <>
      {cloneElement(trigger ?? <IconButton icon={Ellipsis} label={label} />, buttonProps)}
      {popup && <MenuPopup label={label} entries={entries} {...popup} />}
    </>
  );
}
