import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";
import { Icon } from "./layout/icon.tsx";

type ButtonStyle = {
  /** One `primary` per screen; `danger` only inside the dialog that confirms a deletion. */
  variant?: "default" | "primary" | "quiet" | "block" | "delete" | "danger";
  small?: boolean;
  wide?: boolean;
  icon?: LucideIcon;
  children?: ReactNode;
};

type ButtonProps = ButtonStyle & Omit<ComponentProps<"button">, "children"> & { busy?: boolean };

const buttonClass = (style: ButtonStyle, extra?: string | false) =>
  classNames(
    styles.button,
    style.variant && style.variant !== "default" && styles[style.variant],
    style.small && styles.small,
    style.wide && styles.wide,
    extra,
  );

/** A button. `busy` shows that its action is running and prevents a second press. */
export function Button({ variant, small, wide, icon, busy, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(buttonClass({ variant, small, wide }, busy && styles.busy), className)}
    >
      {icon && !busy && <Icon of={icon} size={16} />}
      {children}
    </button>
  );
}

type ButtonLinkProps = ButtonStyle & Omit<ComponentProps<typeof Link>, "children">;

/** A link styled as a button, for navigation inside the app. */
export function ButtonLink({ variant, small, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classNames(buttonClass({ variant, small, wide }), className)}>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </Link>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & { icon: LucideIcon; label: string };

/** A square icon button; `label` is its accessible name and tooltip. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(styles.button, styles.square, className)}
    >
      <Icon of={icon} />
    </button>
  );
}
