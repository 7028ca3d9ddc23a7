/** The text colors of buttons: the design's dark ink and white. */
const textColors = ["#0c1219", "#ffffff"] as const;

/** The smallest contrast of text that WCAG 2.2 AA accepts (success criterion 1.4.3). */
export const minContrast = 4.5;

/** Relative luminance of `#rrggbb`, 0 to 1, by the definition of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colors `#rrggbb`, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [first, second] = [luminance(a), luminance(b)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** The text color for a button of this color: the one of higher contrast, and that contrast. */
export function textColorOn(background: string): { color: string; contrast: number } {
  const [ink, white] = textColors.map((color) => ({ color, contrast: contrastOf(color, background) }));
  return ink && white && ink.contrast >= white.contrast ? ink : (white ?? { color: textColors[1], contrast: 1 });
}
