import { productName } from "@litfass/contract/settings/default-settings";
import { useBrand } from "../brand.ts";
import { classNames } from "../class-names.ts";
import { useDark } from "../theme.ts";
import styles from "./logo.module.css";

type LogoProps = { /** Height in px of the mark. */ size?: number; className?: string };

/** The operator's mark, or the column symbol in the theme's foreground color. */
export function Mark({ size = 28, className }: LogoProps) {
  const { name, mark } = useBrand();
  if (mark) return <img src={mark} alt={name} height={size} className={classNames(styles.mark, className)} />;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label={name} className={className}>
      <Column />
    </svg>
  );
}

type Logos = { logo_light: string | null; logo_dark: string | null };

/** The operator's logo for a mode. Without one for dark mode, the one for light mode is shown on white. */
export const logoImage = ({ logo_light, logo_dark }: Logos, isDark: boolean) => ({
  image: isDark ? logo_dark : logo_light,
  isOnWhite: isDark && logo_dark === logo_light,
});

/** The operator's logo, or the mark with the name. */
export function Logo({ size = 30, className }: LogoProps) {
  const brand = useBrand();
  const { image, isOnWhite } = logoImage(brand, useDark());
  if (image) {
    const classes = classNames(styles.logo, isOnWhite && styles.onWhite, className);
    return <img src={image} alt={brand.name} height={size} className={classes} />;
  }
  if (brand.name !== productName || brand.mark) {
    return (
      <span className={classNames(styles.named, className)}>
        <Mark size={size} />
        <span aria-hidden="true" className={styles.name}>
          {brand.name}
        </span>
      </span>
    );
  }
  return (
    <svg
      width={(size * 114) / 32}
      height={size}
      viewBox="0 0 114 32"
      role="img"
      aria-label={productName}
      className={className}
    >
      <Column />
      <path transform="translate(38 6.1) scale(.198)" fill="var(--ink)" d={wordmark} />
    </svg>
  );
}

function Column() {
  return (
    <>
      <g fill="var(--ink)">
        <circle cx="16" cy="2.6" r="1.6" />
        <path d="M8.6 9C9.6 5.9 12.5 4 16 4s6.4 1.9 7.4 5z" />
        <rect x="6" y="9" width="20" height="3" rx=".8" />
        <rect x="6" y="27.5" width="20" height="3.5" rx=".8" />
      </g>
      <path d="M8 12h16v15.5H8z" fill="#338cf5" />
      <path d="M9.6 14H17v10H9.6z" fill="#fff" />
      <path d="M18.4 13.4h4v5.2h-4z" fill="#ffc94a" />
      <path d="M18.4 20h4v6h-4z" fill="#0c1219" />
      <path d="M11 16.6h4.6V18H11zM11 19.2h3.2v1.4H11z" fill="#0c1219" />
    </>
  );
}

/** The product's name set in Inter, as an outline. */
const wordmark =
  "M6.3 96v-89.3h19.7v72.5h40.1v16.8zm65.8 0v-63.3h18.8v63.3zm9.5-70.5q-4.7 0-7.7-2.8q-3-2.8-3-7q0-4.3 3-7q3-2.8 7.7-2.8q4.5 0 7.5 2.7q3 2.8 3 7.1q0 4.2-3 7q-3 2.8-7.5 2.8zm57.3 7.2v14.8h-42.7v-14.8zm-31.8-17.2h18.8v60.3q0 3.1 1.3 4.3q1.2 1.2 4.8 1.2q1.5 0 3.7 0q2.1 0 3.2 0v14.7q-1.6 0-4.6 0q-3 0-6.2 0q-10.9 0-15.9-4.2q-5.1-4.1-5.1-13zm70.8 17.2v14.8h-43.3v-14.8zm-31.8 63.3v-71q0-6.1 2.3-10.2q2.3-4.1 7.1-6.1q4.7-2 11.7-2q3.4 0 6.4 0q3.1 0 4.2 0l.1 14.7q-.8 0-2.8 0q-1.9 0-3.4 0q-3.7 0-5.2 1.6q-1.5 1.5-1.5 5.2v67.8zm54.4 1.1q-6.2 0-11.2-2.1q-4.9-2.1-7.7-6.3q-2.8-4.1-2.8-10.5q0-5.3 1.9-8.9q2-3.6 5.4-5.8q3.5-2.2 7.9-3.4q4.5-1.1 9.4-1.6q5.8-.6 9.2-1.1q3.4-.5 4.9-1.6q1.5-1 1.5-2.9v-.5q0-2.1-1.2-3.7q-1.1-1.7-3.3-2.6q-2.2-.9-5.2-.9q-3.1 0-5.5.9q-2.3 1-3.6 2.7q-1.3 1.8-1.6 4.1h-17.6q.4-6.6 3.9-11.5q3.5-4.8 9.8-7.4q6.3-2.7 15.2-2.7q6.6 0 11.8 1.5q5.2 1.5 8.7 4.4q3.6 2.8 5.4 6.9q1.8 4 1.8 9.1v42.8h-18.4v-8.9h-.2q-1.7 3.2-4.3 5.5q-2.5 2.2-6 3.3q-3.5 1.2-8.2 1.2zm5.4-12.8q4 0 7-1.5q3-1.4 4.6-4q1.6-2.5 1.6-5.8v-6.1q-.8.4-2 .8q-1.2.4-2.7.7q-1.6.3-3.5.6q-1.8.3-3.9.7q-2.9.4-5.2 1.4q-2.3.9-3.7 2.5q-1.3 1.6-1.3 4q0 2.1 1.1 3.6q1.2 1.6 3.2 2.3q2.1.8 4.8.8zm68.1 13.2q-8.4 0-15-2.5q-6.6-2.6-10.5-7.4q-3.9-4.8-4.4-11.6h18.5q.5 3.8 3.4 6.1q2.8 2.2 7.7 2.2q4.7 0 7.3-1.7q2.6-1.8 2.6-4.5q0-2.3-2.1-3.7q-2-1.5-5.9-2.2l-11.2-2.1q-9.3-1.8-14.1-6.5q-4.8-4.6-4.8-12q0-6.1 3.3-10.7q3.3-4.5 9.5-7q6.1-2.5 14.6-2.5q8.5 0 14.8 2.6q6.2 2.7 9.7 7.5q3.5 4.8 3.7 11.5h-17.4q0-3.6-2.9-6q-2.8-2.4-7.3-2.4q-4.3 0-6.8 1.8q-2.4 1.8-2.4 4.4q0 2.2 1.9 3.7q1.9 1.5 5.4 2.1l12.3 2.4q9.7 1.9 14.2 6.1q4.6 4.2 4.6 11.2q0 6.4-3.6 11.2q-3.6 4.7-10.1 7.4q-6.5 2.6-15 2.6zm62 0q-8.4 0-15-2.5q-6.5-2.6-10.5-7.4q-3.9-4.8-4.4-11.6h18.6q.4 3.8 3.3 6.1q2.8 2.2 7.7 2.2q4.7 0 7.3-1.7q2.6-1.8 2.6-4.5q0-2.3-2-3.7q-2.1-1.5-5.9-2.2l-11.3-2.1q-9.2-1.8-14.1-6.5q-4.8-4.6-4.8-12q0-6.1 3.3-10.7q3.3-4.5 9.5-7q6.1-2.5 14.7-2.5q8.4 0 14.7 2.6q6.2 2.7 9.7 7.5q3.5 4.8 3.7 11.5h-17.4q0-3.6-2.9-6q-2.8-2.4-7.3-2.4q-4.3 0-6.8 1.8q-2.4 1.8-2.4 4.4q0 2.2 1.9 3.7q2 1.5 5.4 2.1l12.3 2.4q9.7 1.9 14.3 6.1q4.5 4.2 4.5 11.2q0 6.4-3.6 11.2q-3.6 4.7-10.1 7.4q-6.5 2.6-15 2.6z";
