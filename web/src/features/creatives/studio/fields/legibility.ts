import { contrast, palette } from "@litfass/banner/palette";

/** The contrast of the chosen colors in a rendered banner. Ratios are 1 to 21 (WCAG 2). */
export type Legibility = {
  text: number;
  button: number;
  /** The button is too close to the background and gets an outline. */
  outlined: boolean;
  /** The button is darkened slightly so that its white text is readable. */
  darkened: boolean;
};

/** Ratios are truncated to one decimal, never rounded up, so that the displayed value is really reached. */
const cut = (ratio: number): number => Math.floor(ratio * 10) / 10;

/** The effect of a background and a button color, both as #rrggbb. */
export function legibilityOf(background: string, button: string): Legibility {
  const colors = palette(background.toLowerCase(), button.toLowerCase());
  return {
    text: cut(contrast(colors.ink, colors.bg)),
    button: cut(contrast(colors.btnInk, colors.btn)),
    outlined: colors.ring !== "transparent",
    darkened: colors.btn !== button.toLowerCase(),
  };
}
