import type { Texts } from "./texts.ts";

/** Messages about the operator's settings, in English and German. */
export const settingsTexts = {
  "settings.contrast": [
    "Text on this color is hard to read: it needs a contrast of 4.5 to 1 (WCAG AA). Choose a darker or lighter color.",
    "Text ist auf dieser Farbe schlecht lesbar: Nötig ist ein Kontrast von 4.5 zu 1 (WCAG AA). Wählen Sie eine dunklere oder hellere Farbe.",
  ],
  "settings.https": ["Links must start with https://", "Links müssen mit https:// beginnen"],
  "settings.currency": [
    "Currencies have three capital letters, like EUR",
    "Währungen haben drei Grossbuchstaben, zum Beispiel EUR",
  ],
  "settings.rates": ["The franc is 1, and the euro needs a rate", "Der Franken ist 1, und der Euro braucht einen Kurs"],
  "settings.image_missing": [
    "This image is not stored here. Upload it again.",
    "Dieses Bild ist hier nicht gespeichert. Laden Sie es nochmals hoch.",
  ],
  "settings.image": [
    "The logo must be a PNG or SVG file of at most 2 MB",
    "Das Logo muss eine PNG- oder SVG-Datei von höchstens 2 MB sein",
  ],
  "settings.changed": [
    "Someone has changed these settings in the meantime. Load the page again to see the new ones.",
    "Diese Einstellungen hat in der Zwischenzeit jemand geändert. Laden Sie die Seite neu, um den neuen Stand zu sehen.",
  ],
} as const satisfies Texts;
