import { type Language, languages } from "@litfass/contract/kernel/language";
import { escapeMarkup } from "../../kernel/escape-markup.ts";
import { t } from "./texts.ts";

/**
 * The width and height of the label in a video player, in pixels. The picture has no text, because players scale it and
 * a video has no place for two languages.
 */
export const videoIconSize = 24;

/**
 * Complete, because the page around a banner may style links. The outline is inside, because the ad clips what
 * overflows.
 */
const style = [
  "position:absolute",
  "top:0",
  "right:0",
  "z-index:1",
  "box-sizing:border-box",
  "margin:0",
  "padding:1px 4px",
  "min-width:24px",
  "border-radius:0 0 0 3px",
  "background:#fffffff0",
  "color:#333",
  "font:10px/14px Arial,sans-serif",
  "letter-spacing:0",
  "text-align:center",
  "text-decoration:none",
  "text-transform:none",
  "outline-offset:-2px",
].join(";");

/** The language of a label: the ad's, or else English. */
const languageOf = (declared: string | undefined): Language =>
  languages.find((language) => language === declared) ?? "en";

/**
 * The label of a banner: a small link in the corner to the page that tells who paid for the ad and why it is shown
 * (Digital Services Act, article 26). It lies outside of the banner's document, so no upload can break or cover it.
 */
export function adLabel(aboutUrl: string, adLanguage: string | undefined): string {
  const language = languageOf(adLanguage);
  return (
    `<a href="${escapeMarkup(aboutUrl)}" target="_blank" rel="noopener nofollow" lang="${language}" ` +
    `title="${escapeMarkup(t(language, "label.about"))}" style="${style}">${escapeMarkup(t(language, "label"))}</a>`
  );
}
