/**
 * Derives every color of a banner from the advertiser's two colors. Pure; no resulting pair is below its minimum
 * contrast.
 */

type Rgb = [number, number, number];

const parse = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
const toHex = (rgb: number[]): string =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
const linear = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** `a` mixed with `share` (0 to 1) of `b`. */
export function mix(a: string, b: string, share: number): string {
  const target = parse(b);
  return toHex(parse(a).map((value, index) => value + ((target[index] ?? 0) - value) * share));
}

/** Relative luminance, 0 to 1 (WCAG 2). */
export function luminance(hex: string): number {
  const [red, green, blue] = parse(hex);
  return linear(red) * 0.2126 + linear(green) * 0.7152 + linear(blue) * 0.0722;
}

/** Contrast of two colors, 1 to 21 (WCAG 2). */
export function contrast(a: string, b: string): number {
  const [first, second] = [luminance(a), luminance(b)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** White if it is legible, otherwise a near-black tinted with the surface's hue. */
export function inkOn(surface: string): string {
  if (contrast("#ffffff", surface) >= 4.5) return "#ffffff";
  const warm = mix("#0b0d12", surface, 0.08);
  return contrast(warm, surface) >= 7 ? warm : "#000000";
}

/** Secondary text: as soft as possible at 5:1 (4.5:1 if the surface allows no more). */
function softOn(surface: string): string {
  const ink = inkOn(surface);
  for (const share of [0.24, 0.16, 0.08]) {
    const soft = mix(ink, surface, share);
    if (contrast(soft, surface) >= 5) return soft;
  }
  return ink;
}

/** If white is almost legible on a button, darken the fill by a few percent instead of falling back to black. */
function settleButton(button: string): string {
  for (let percent = 0; percent <= 16; percent += 2) {
    const fill = mix(button, "#000000", percent / 100);
    if (contrast("#ffffff", fill) >= 4.5) return fill;
  }
  return button;
}

/** Custom properties of a banner by name. `ring` is transparent if the button stands out without it. */
export type Palette = Record<
  "bg" | "ink" | "soft" | "btn" | "btnInk" | "ring" | "accent" | "accentInk" | "wash" | "tint" | "glow" | "edge",
  string
>;

/** All colors of a banner from its background and the chosen button color. */
export function palette(background: string, chosen: string): Palette {
  const button = settleButton(chosen);
  const ink = inkOn(background);
  const soft = softOn(background);
  const dark = luminance(background) < 0.18;
  // An accent contains no small text, so it only has to be visible.
  const accent = contrast(button, background) >= 1.7 ? button : ink;
  // Decorative fields may be below text, so each keeps the soft text legible: the preferred color first, else away
  // from the text color.
  const field = (...preferred: [string, number][]): string => {
    const away = ink === "#ffffff" ? "#000000" : "#ffffff";
    const candidates: [string, number][] = [...preferred, [away, 0.2], [away, 0.4]];
    for (const [target, share] of candidates) {
      const colour = mix(background, target, share);
      if (contrast(soft, colour) >= 4.5 && contrast(colour, background) >= 1.06) return colour;
    }
    return background;
  };
  const glow = field(["#ffffff", dark ? 0.2 : 0.34], ["#000000", 0.07]);
  return {
    bg: background,
    ink,
    soft,
    btn: button,
    btnInk: inkOn(button),
    ring: contrast(button, background) >= 3 ? "transparent" : ink,
    accent,
    accentInk: inkOn(accent),
    wash: accent === ink ? glow : field([accent, 0.18], [accent, 0.1]),
    tint: field(dark ? ["#ffffff", 0.12] : ["#000000", 0.07]),
    glow,
    edge: mix(background, ink, 0.22),
  };
}

/** The plate of a logo whose dominant colors blend into the surface; null if none is needed. */
export function logoPlate(tones: string[], surface: string): string | null {
  if (tones.every((tone) => contrast(tone, surface) >= 3)) return null;
  return tones.every((tone) => contrast(tone, "#ffffff") >= 2.2) ? "#ffffff" : "#14171c";
}
