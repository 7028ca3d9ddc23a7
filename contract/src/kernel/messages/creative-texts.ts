import type { Texts } from "./texts.ts";

/** Messages about banners, images and videos, in English and German. */
export const creativeTexts = {
  "images.too_many": ["Too many files", "Zu viele Dateien"],
  "image.dimensions": [
    "The image size should be smaller than 1500 x 1500 px.",
    "Das Bild muss kleiner als 1500 x 1500 px sein.",
  ],
  "image.unreadable": ["This file is not a readable image.", "Diese Datei ist kein lesbares Bild."],
  "video.size": ["A video may have up to 500 MB", "Ein Video darf höchstens 500 MB haben"],
  "video.type": [
    "This is not a video we can read. Take an MP4, MOV or WebM file.",
    "Das ist kein lesbares Video. Nehmen Sie eine Datei vom Typ MP4, MOV oder WebM.",
  ],
  "video.incomplete": ["The upload is not complete yet", "Der Upload ist noch nicht vollständig"],
  "video.too_long": [
    "A video of a campaign lasts at most {seconds} seconds",
    "Ein Video einer Kampagne dauert höchstens {seconds} Sekunden",
  ],
  "video.too_long_for_banner": [
    "A video in a banner lasts at most {seconds} seconds",
    "Ein Video im Banner dauert höchstens {seconds} Sekunden",
  ],
  "video.converter_missing": [
    "Videos cannot be converted yet: the operator has to install ffmpeg",
    "Videos lassen sich noch nicht umwandeln: Der Betreiber muss ffmpeg installieren",
  ],
  "creative_category.used": [
    "Groups stand in this category. Move them to another one first.",
    "In dieser Kategorie stehen Gruppen. Verschieben Sie diese zuerst in eine andere.",
  ],
  "creative.used": [
    "Campaigns use this banner. Duplicate it and change the copy.",
    "Kampagnen verwenden dieses Banner. Duplizieren Sie es und ändern Sie die Kopie.",
  ],
  "creative_group.used": [
    "Campaigns use banners of this group. Switch it off instead: it is then no longer offered.",
    "Kampagnen verwenden Banner dieser Gruppe. Schalten Sie sie stattdessen aus: Dann wird sie nicht mehr angeboten.",
  ],
  "creative_group.running": [
    "Running campaigns show banners of this template. Make a new group with your changes.",
    "Laufende Kampagnen zeigen Banner dieser Vorlage. Legen Sie mit Ihren Änderungen eine neue Gruppe an.",
  ],
  "creative.standard": [
    "This belongs to a standard template. Its text and its formats stay as they are.",
    "Das gehört zu einer Standardvorlage. Ihr Text und ihre Formate bleiben, wie sie sind.",
  ],
  "creative.format_taken": [
    "The group has a banner of this format already",
    "Die Gruppe hat bereits ein Banner in diesem Format",
  ],
  "creative.picture_size": [
    "A banner's picture has its format, or twice that",
    "Das Bild eines Banners hat genau dessen Format oder das Doppelte davon",
  ],
  "own_banner.size": [
    "The picture is {width} x {height} px. Use {formats}, or exactly twice that.",
    "Das Bild ist {width} x {height} px gross. Möglich sind {formats} oder genau das Doppelte davon.",
  ],
  "own_banner.type": ["This is neither a readable picture nor a zip.", "Das ist weder ein lesbares Bild noch ein ZIP."],
  "own_banner.formats_fixed": [
    "The campaign has started: replace banners in the formats that it shows, others cannot be added or removed.",
    "Die Kampagne ist gestartet: Sie können Banner in den gezeigten Formaten ersetzen, aber keine hinzufügen oder entfernen.",
  ],
  "banner_set.advanced_only": [
    "Custom banners come with the Advanced package",
    "Individuelle Banner gehören zum Paket Advanced",
  ],
  "banner_set.formats": [
    "Choose a group of finished banners that no campaign uses, with 994x250, 300x600, 300x250 and 728x90",
    "Wählen Sie eine Gruppe fertiger Banner, die keine Kampagne verwendet, mit 994x250, 300x600, 300x250 und 728x90",
  ],
} as const satisfies Texts;
