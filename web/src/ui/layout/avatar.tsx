import { classNames } from "../class-names.ts";
import styles from "./avatar.module.css";

type AvatarProps = {
  name: string;
  photo?: string | null /** Companies are square, people are round. */;
  company?: boolean;
  size?: number;
};

/** A photo or logo, or the initials as a neutral placeholder, which is empty without a name. */
export function Avatar({ name, photo, company, size = 36 }: AvatarProps) {
  return (
    <span
      {...(name.trim() === "" ? { "aria-hidden": true } : { role: "img", "aria-label": name })}
      className={classNames(styles.avatar, company && styles.company)}
      style={{ width: size, height: size }}
    >
      {photo ? <img src={photo} alt="" /> : initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/);
  const first = names[0]?.[0] ?? "";
  const last = names.length > 1 ? (names.at(-1)?.[0] ?? "") : "";
  return (first + last).toUpperCase();
}
