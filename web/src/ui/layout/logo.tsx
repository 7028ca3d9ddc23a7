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

/** The operator's logo, or the mark with the name. */
export function Logo({ size = 30, className }: LogoProps) {
  const brand = useBrand();
  const image = useDark() ? brand.logo_dark : brand.logo_light;
  if (image) return <img src={image} alt={brand.name} height={size} className={classNames(styles.logo, className)} />;
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
  "M6.3 96.0L6.3 6.7L26.0 6.7L26.0 79.2L66.1 79.2L66.1 96.0ZM72.1 96.0L72.1 32.7L90.9 32.7L90.9 96.0ZM81.6 25.5Q76.9 25.5 73.9 22.7Q70.9 19.9 70.9 15.7Q70.9 11.4 73.9 8.7Q76.9 5.9 81.6 5.9Q86.1 5.9 89.1 8.6Q92.1 11.4 92.1 15.7Q92.1 19.9 89.1 22.7Q86.1 25.5 81.6 25.5ZM138.9 32.7L138.9 47.5L96.2 47.5L96.2 32.7ZM107.1 15.5L125.9 15.5L125.9 75.8Q125.9 78.9 127.2 80.1Q128.4 81.3 132.0 81.3Q133.5 81.3 135.7 81.3Q137.8 81.3 138.9 81.3L138.9 96.0Q137.3 96.0 134.3 96.0Q131.3 96.0 128.1 96.0Q117.2 96.0 112.2 91.8Q107.1 87.7 107.1 78.8ZM177.9 32.7L177.9 47.5L134.6 47.5L134.6 32.7ZM146.1 96.0L146.1 25.0Q146.1 18.9 148.4 14.8Q150.7 10.7 155.5 8.7Q160.2 6.7 167.2 6.7Q170.6 6.7 173.6 6.7Q176.7 6.7 177.8 6.7L177.9 21.4Q177.1 21.4 175.1 21.4Q173.2 21.4 171.7 21.4Q168.0 21.4 166.5 23.0Q165.0 24.5 165.0 28.2L165.0 96.0ZM200.5 97.1Q194.3 97.1 189.3 95.0Q184.4 92.9 181.6 88.7Q178.8 84.6 178.8 78.2Q178.8 72.9 180.7 69.3Q182.7 65.7 186.1 63.5Q189.6 61.3 194.0 60.1Q198.5 59.0 203.4 58.5Q209.2 57.9 212.6 57.4Q216.0 56.9 217.5 55.8Q219.0 54.8 219.0 52.9L219.0 52.4Q219.0 50.3 217.8 48.7Q216.7 47.0 214.5 46.1Q212.3 45.2 209.3 45.2Q206.2 45.2 203.8 46.1Q201.5 47.1 200.2 48.8Q198.9 50.6 198.6 52.9L181.0 52.9Q181.4 46.3 184.9 41.4Q188.4 36.6 194.7 34.0Q201.0 31.3 209.9 31.3Q216.5 31.3 221.7 32.8Q226.9 34.3 230.4 37.2Q234.0 40.0 235.8 44.1Q237.6 48.1 237.6 53.2L237.6 96.0L219.2 96.0L219.2 87.1L219.0 87.1Q217.3 90.3 214.7 92.6Q212.2 94.8 208.7 95.9Q205.2 97.1 200.5 97.1ZM205.9 84.3Q209.9 84.3 212.9 82.8Q215.9 81.4 217.5 78.8Q219.1 76.3 219.1 73.0L219.1 66.9Q218.3 67.3 217.1 67.7Q215.9 68.1 214.4 68.4Q212.8 68.7 210.9 69.0Q209.1 69.3 207.0 69.7Q204.1 70.1 201.8 71.1Q199.5 72.0 198.1 73.6Q196.8 75.2 196.8 77.6Q196.8 79.7 197.9 81.2Q199.1 82.8 201.1 83.5Q203.2 84.3 205.9 84.3ZM274.0 97.5Q265.6 97.5 259.0 95.0Q252.4 92.4 248.5 87.6Q244.6 82.8 244.1 76.0L262.6 76.0Q263.1 79.8 266.0 82.1Q268.8 84.3 273.7 84.3Q278.4 84.3 281.0 82.6Q283.6 80.8 283.6 78.1Q283.6 75.8 281.5 74.4Q279.5 72.9 275.6 72.2L264.4 70.1Q255.1 68.3 250.3 63.6Q245.5 59.0 245.5 51.6Q245.5 45.5 248.8 40.9Q252.1 36.4 258.3 33.9Q264.4 31.4 272.9 31.4Q281.4 31.4 287.7 34.0Q293.9 36.7 297.4 41.5Q300.9 46.3 301.1 53.0L283.7 53.0Q283.7 49.4 280.8 47.0Q278.0 44.6 273.5 44.6Q269.2 44.6 266.7 46.4Q264.3 48.2 264.3 50.8Q264.3 53.0 266.2 54.5Q268.1 56.0 271.6 56.6L283.9 59.0Q293.6 60.9 298.1 65.1Q302.7 69.3 302.7 76.3Q302.7 82.7 299.1 87.5Q295.5 92.2 289.0 94.9Q282.5 97.5 274.0 97.5ZM336.0 97.5Q327.6 97.5 321.0 95.0Q314.5 92.4 310.5 87.6Q306.6 82.8 306.1 76.0L324.7 76.0Q325.1 79.8 328.0 82.1Q330.8 84.3 335.7 84.3Q340.4 84.3 343.0 82.6Q345.6 80.8 345.6 78.1Q345.6 75.8 343.6 74.4Q341.5 72.9 337.7 72.2L326.4 70.1Q317.2 68.3 312.3 63.6Q307.5 59.0 307.5 51.6Q307.5 45.5 310.8 40.9Q314.1 36.4 320.3 33.9Q326.4 31.4 335.0 31.4Q343.4 31.4 349.7 34.0Q355.9 36.7 359.4 41.5Q362.9 46.3 363.1 53.0L345.7 53.0Q345.7 49.4 342.8 47.0Q340.0 44.6 335.5 44.6Q331.2 44.6 328.7 46.4Q326.3 48.2 326.3 50.8Q326.3 53.0 328.2 54.5Q330.2 56.0 333.6 56.6L345.9 59.0Q355.6 60.9 360.2 65.1Q364.7 69.3 364.7 76.3Q364.7 82.7 361.1 87.5Q357.5 92.2 351.0 94.9Q344.5 97.5 336.0 97.5Z";
