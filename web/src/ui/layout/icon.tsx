import type { LucideIcon } from "lucide-react";

type IconProps = { of: LucideIcon; size?: 12 | 16 | 20 | 24; className?: string | undefined };

/** A line icon, 20 px (16 in buttons), always next to a label or inside a labeled control. */
export function Icon({ of: Shape, size = 20, className }: IconProps) {
  return <Shape size={size} strokeWidth={1.75} aria-hidden="true" className={className} />;
}
