import type { BannerImage, BannerLogo } from "@litfass/contract/creatives/banner-fields";
import sharp from "sharp";

/** Pictures as advertisers have them: a photo from a phone, and logos far from the shape of their box. Drawn for this purpose. */

let photo: Promise<BannerImage> | null = null;

/** An upright photo with a bright window, dark corners, small detail and grain. */
export function phonePhoto(): Promise<BannerImage> {
  photo ??= drawPhoto();
  return photo;
}

async function drawPhoto(): Promise<BannerImage> {
  const [width, height] = [600, 800];
  const body = await sharp(Buffer.from(shop)).resize(width, height).jpeg({ quality: 55 }).toBuffer();
  return { src: `data:image/jpeg;base64,${body.toString("base64")}`, width, height, focus: [0.5, 0.55] };
}

/** Equal shapes in a row, `step` px apart. */
const row = (count: number, step: number, shape: (x: number, at: number) => string): string =>
  Array.from({ length: count }, (_, at) => shape(at * step, at)).join("");

const jar = (x: number, y: number, height: number, color: string): string =>
  `<g transform="translate(${x} ${y})"><rect x="4" y="${-height - 14}" width="42" height="16" rx="4" fill="#d9d4c8"/><rect y="${-height}" width="50" height="${height}" rx="8" fill="${color}"/><rect x="7" y="${12 - height}" width="8" height="${height - 26}" rx="4" fill="#fff" opacity=".45"/></g>`;

const loaf = (x: number, y: number, turn: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse cx="6" cy="34" rx="112" ry="22" fill="#1c0f06" opacity=".45"/><ellipse rx="108" ry="48" fill="url(#crust)"/>${row(4, 44, (at) => `<path d="M${at - 78} 18q16-46 40-50q-12 26-14 56z" fill="#f0cf97" opacity=".85"/>`)}<ellipse cx="-20" cy="-28" rx="70" ry="10" fill="#fff3d8" opacity=".35"/></g>`;

/** The counter of a small shop. */
const shop = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800">
<defs>
<linearGradient id="wall" x1="0" x2="1" y2=".3"><stop offset="0" stop-color="#b9ab93"/><stop offset="1" stop-color="#3c342c"/></linearGradient>
<linearGradient id="wood" y2="1" x2="0"><stop offset="0" stop-color="#b27d4b"/><stop offset="1" stop-color="#51311a"/></linearGradient>
<radialGradient id="crust" cx=".4" cy=".25"><stop offset="0" stop-color="#dfa052"/><stop offset=".6" stop-color="#a9622a"/><stop offset="1" stop-color="#5b2f12"/></radialGradient>
<radialGradient id="dark" r=".75"><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".6"/></radialGradient>
<filter id="far"><feGaussianBlur stdDeviation="4"/></filter>
<filter id="near"><feGaussianBlur stdDeviation=".8"/></filter>
<filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  .9 0 0 0 -.36"/></filter>
</defs>
<rect width="600" height="800" fill="url(#wall)"/>
<g filter="url(#far)"><rect x="-30" y="40" width="250" height="330" fill="#fdf9ee"/><path d="M-30 200h250M95 40v330" stroke="#8b7a66" stroke-width="12"/><circle cx="40" cy="300" r="60" fill="#a8c49a"/><circle cx="170" cy="320" r="50" fill="#7fa678"/>
<path d="M270 150h340v16H270zM270 310h340v18H270z" fill="#4a3524"/>
${row(6, 54, (x, at) => jar(282 + x, 150, 74 - (at % 3) * 14, ["#c9692e", "#e4c25a", "#7d9456", "#a4382c", "#d8d2c2", "#5a7b8c"][at] as string))}
${row(5, 64, (x, at) => jar(286 + x, 310, 86 - (at % 2) * 20, ["#e9dfc6", "#8c4a2b", "#d2a04a", "#4d6a4a", "#c98a7a"][at] as string))}
<circle cx="420" cy="40" r="34" fill="#ffe9b4"/></g>
<path d="M0 400L600 372V800H0z" fill="url(#wood)"/>
<g stroke="#3a220f" stroke-width="3" opacity=".6">${row(6, 130, (x) => `<path d="M${x - 30} 396L${x * 1.6 - 240} 800"/>`)}</g>
<g filter="url(#near)"><path d="M30 470l330-24 60 210-420 40z" fill="#ece6da"/><path d="M44 500l310-22M52 540l318-24M60 590l330-30M64 640l340-32" stroke="#b4553f" stroke-width="6" opacity=".6"/>
${loaf(220, 470, -8)}${loaf(300, 570, 6)}${loaf(150, 620, -4)}
<ellipse cx="486" cy="560" rx="74" ry="26" fill="#2b1708" opacity=".5"/><path d="M424 420h116l-12 124q-46 22-92 0z" fill="#24506b"/><ellipse cx="482" cy="420" rx="58" ry="15" fill="#f3ead9"/><ellipse cx="482" cy="422" rx="48" ry="10" fill="#4a2a16"/><path d="M538 444q42 0 34 40-6 26-42 22" fill="none" stroke="#24506b" stroke-width="13"/>
<g transform="rotate(5 480 690)"><rect x="396" y="628" width="170" height="110" fill="#23282b"/><rect x="396" y="628" width="170" height="110" fill="none" stroke="#c29560" stroke-width="9"/><path d="M420 662h104M420 686h124M420 710h70" stroke="#f1efe6" stroke-width="8"/></g></g>
<rect width="600" height="800" fill="url(#dark)"/><rect width="600" height="800" filter="url(#grain)"/>
</svg>`;

/** Letters as strokes in a box of 100 px height, with their widths. */
const letters: Record<string, [string, number]> = {
  A: ["M0 100L27 0L54 100M10 66H44", 54],
  E: ["M44 0H0V100H44M0 50H38", 44],
  H: ["M0 0V100M50 0V100M0 50H50", 50],
  I: ["M0 0V100", 0],
  K: ["M0 0V100M50 0L2 56M18 40L52 100", 52],
  L: ["M0 0V100H42", 42],
  M: ["M0 100V0L32 62L64 0V100", 64],
  N: ["M0 100V0L52 100V0", 52],
};

/** A word from `x`, `y` with this size and space between its letters. */
function word(text: string, x: number, y: number, size: number, space: number): string {
  let at = 0;
  const drawn = [...text].map((letter) => {
    const [d, width] = letters[letter] ?? ["", 0];
    const path = `<path transform="translate(${at})" d="${d}"/>`;
    at += width + space;
    return path;
  });
  return `<g transform="translate(${x} ${y}) scale(${size / 100})" fill="none" stroke="#7a1f4f" stroke-width="15">${drawn.join("")}</g>`;
}

const flame = (x: number, y: number, size: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})"><circle cx="50" cy="50" r="50" fill="#7a1f4f"/><path d="M50 84q-26-8-24-34q8 8 14 8q-6-22 16-42q0 18 12 28q14 24-18 40z" fill="#ffd25e"/></g>`;

function logoOf(width: number, height: number, drawing: string): BannerLogo {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}' width='${width}' height='${height}'>${drawing}</svg>`;
  return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height, tones: ["#7a1f4f"] };
}

/** Nine times as wide as it is high. */
export const wideLogo = logoOf(
  900,
  100,
  flame(0, 0, 100) + word("HALM", 150, 20, 60, 75) + word("KAMINE", 500, 20, 60, 75),
);

/** More than twice as high as it is wide. */
export const tallLogo = logoOf(
  100,
  220,
  flame(0, 0, 100) + word("HALM", 4, 130, 33, 24) + word("KAMINE", 5, 186, 23, 24),
);
