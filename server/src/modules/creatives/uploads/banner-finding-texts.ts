import type { ZipProblemCode } from "./read-zip.ts";

export type Lang = "en" | "de";
type Text = { en: string; de: string };

/** Why a zip is not taken at all. `{file}` names the file, where one is meant. */
export const zipTexts: Record<ZipProblemCode, Text> = {
  not_a_zip: {
    en: "This file is not a zip. Pack the banner's folder as .zip and upload that.",
    de: "Diese Datei ist kein ZIP. Packen Sie den Ordner des Banners als .zip und laden Sie dieses hoch.",
  },
  too_big: {
    en: "The zip is too big: at most 5 MB, 6 MB unpacked, and 2 MB for one file. Leave out sources and unused pictures.",
    de: "Das ZIP ist zu gross: höchstens 5 MB, entpackt 6 MB und 2 MB je Datei. Lassen Sie Quelldateien und unbenutzte Bilder weg.",
  },
  too_many_files: {
    en: "The zip holds more than 200 files. Pack only what the banner loads.",
    de: "Das ZIP enthält mehr als 200 Dateien. Packen Sie nur, was das Banner lädt.",
  },
  bomb: {
    en: "{file} grows beyond measure when unpacked. Pack the banner anew.",
    de: "{file} wächst beim Entpacken über jedes Mass. Packen Sie das Banner neu.",
  },
  bad_name: {
    en: "A file in the zip has a name that cannot be taken ({file}). Use letters, digits, spaces, hyphens and dots, and at most five folders.",
    de: "Eine Datei im ZIP hat einen Namen, der nicht geht ({file}). Verwenden Sie Buchstaben, Ziffern, Leerzeichen, Bindestriche und Punkte und höchstens fünf Ordner.",
  },
  link: {
    en: "{file} is a link to another place. Pack the file itself.",
    de: "{file} ist eine Verknüpfung. Packen Sie die Datei selbst.",
  },
  encrypted: {
    en: "The zip is protected by a password. Pack it without one.",
    de: "Das ZIP ist mit einem Passwort geschützt. Packen Sie es ohne.",
  },
  nested: {
    en: "{file} is an archive inside the zip. Pack the banner's files themselves, one banner in a zip.",
    de: "{file} ist ein Archiv im ZIP. Packen Sie die Dateien des Banners selbst, ein Banner je ZIP.",
  },
  unknown_type: {
    en: "{file} is no part of a banner. Taken are HTML, CSS, JS, JSON, PNG, JPEG, GIF, WebP, SVG and fonts.",
    de: "{file} gehört nicht in ein Banner. Möglich sind HTML, CSS, JS, JSON, PNG, JPEG, GIF, WebP, SVG und Schriften.",
  },
  twice: {
    en: "The zip holds {file} twice. Pack the banner anew.",
    de: "Das ZIP enthält {file} zweimal. Packen Sie das Banner neu.",
  },
  damaged: {
    en: "The zip is damaged. Pack the banner anew.",
    de: "Das ZIP ist beschädigt. Packen Sie das Banner neu.",
  },
  too_slow: {
    en: "Unpacking takes too long. Pack fewer and smaller files.",
    de: "Das Entpacken dauert zu lange. Packen Sie weniger und kleinere Dateien.",
  },
  too_complex: {
    en: "The banner is too complex to be checked. Simplify its page, styles and scripts.",
    de: "Das Banner ist zu komplex für die Prüfung. Vereinfachen Sie Seite, Stile und Skripte.",
  },
};

type Finding = { severity: "error" | "warning"; message: Text; help: Text };

/** What ad operations check, and what to do about it. `{value}` is what was found. */
export const findingTexts = {
  index_missing: {
    severity: "warning",
    message: { en: "There is no index.html; {value} was taken", de: "index.html fehlt; {value} wurde genommen" },
    help: { en: "Call the banner's page index.html.", de: "Nennen Sie die Seite des Banners index.html." },
  },
  click_tag_missing: {
    severity: "error",
    message: { en: "clickTag is missing", de: "clickTag fehlt" },
    help: {
      en: 'Write <script>var clickTag = "";</script> in the head and open window.open(clickTag) on a click. Otherwise no click is counted.',
      de: 'Schreiben Sie <script>var clickTag = "";</script> in den Head und öffnen Sie beim Klick window.open(clickTag). Sonst wird kein Klick gezählt.',
    },
  },
  click_tag_spelling: {
    severity: "error",
    message: { en: "clickTag is written {value}", de: "clickTag ist als {value} geschrieben" },
    help: {
      en: "Write it exactly clickTag, with a capital T only.",
      de: "Schreiben Sie genau clickTag, nur mit grossem T.",
    },
  },
  size_missing: {
    severity: "error",
    message: { en: "The banner does not tell its size", de: "Das Banner nennt seine Grösse nicht" },
    help: {
      en: 'Write <meta name="ad.size" content="width=300,height=250"> in the head, with its own size.',
      de: 'Schreiben Sie <meta name="ad.size" content="width=300,height=250"> in den Head, mit der eigenen Grösse.',
    },
  },
  size_wrong: {
    severity: "error",
    message: { en: "{value} is not a format that is booked", de: "{value} ist kein Format, das gebucht wird" },
    help: {
      en: "Build it for 994x250, 300x600, 160x600, 300x250 or 728x90 and write that into ad.size.",
      de: "Bauen Sie es für 994x250, 300x600, 160x600, 300x250 oder 728x90 und schreiben Sie das in ad.size.",
    },
  },
  weight: {
    severity: "error",
    message: { en: "The banner weighs {value}; at most 150 KB", de: "Das Banner wiegt {value}; höchstens 150 KB" },
    help: {
      en: "Make pictures smaller (WebP, fewer colours), leave out unused parts of scripts and fonts.",
      de: "Verkleinern Sie Bilder (WebP, weniger Farben), lassen Sie Unbenutztes in Skripten und Schriften weg.",
    },
  },
  external_file: {
    severity: "error",
    message: { en: "It loads from other servers: {value}", de: "Es lädt von anderen Servern: {value}" },
    help: {
      en: "Put the file into the zip and name it by its path there. Banners load nothing from outside.",
      de: "Legen Sie die Datei ins ZIP und nennen Sie ihren Pfad dort. Banner laden nichts von aussen.",
    },
  },
  missing_file: {
    severity: "error",
    message: {
      en: "It names files that the zip does not hold: {value}",
      de: "Es nennt Dateien, die im ZIP fehlen: {value}",
    },
    help: {
      en: "Put them in, or mend the path. Capitals count.",
      de: "Legen Sie sie dazu oder berichtigen Sie den Pfad. Gross und klein zählt.",
    },
  },
  http_link: {
    severity: "warning",
    message: { en: "Unencrypted addresses: {value}", de: "Unverschlüsselte Adressen: {value}" },
    help: { en: "Use https everywhere.", de: "Verwenden Sie überall https." },
  },
  fixed_link: {
    severity: "error",
    message: { en: "A link is built in: {value}", de: "Ein Link ist fest eingebaut: {value}" },
    help: {
      en: "Open clickTag instead. The address comes from the campaign, and the click is counted.",
      de: "Öffnen Sie stattdessen clickTag. Die Adresse kommt aus der Kampagne, und der Klick wird gezählt.",
    },
  },
  long_animation: {
    severity: "error",
    message: { en: "The motion lasts {value}; at most 30 s", de: "Die Bewegung dauert {value}; höchstens 30 s" },
    help: {
      en: "Let it end within 30 seconds, loops included. Then the banner stands still.",
      de: "Lassen Sie sie nach 30 Sekunden enden, Wiederholungen eingerechnet. Danach steht das Banner still.",
    },
  },
  endless_animation: {
    severity: "error",
    message: { en: "The motion never ends", de: "Die Bewegung endet nie" },
    help: {
      en: "Give it a number of runs instead of infinite, 30 seconds altogether.",
      de: "Geben Sie eine Anzahl Wiederholungen statt infinite an, zusammen 30 Sekunden.",
    },
  },
  script_unreadable: {
    severity: "warning",
    message: {
      en: "A script has errors and may not run: {value}",
      de: "Ein Skript enthält Fehler und läuft womöglich nicht: {value}",
    },
    help: {
      en: "Correct the script and test the banner in a browser.",
      de: "Korrigieren Sie das Skript und testen Sie das Banner im Browser.",
    },
  },
  svg_script: {
    severity: "error",
    message: {
      en: "Vector files hold scripts or foreign content: {value}",
      de: "Vektordateien enthalten Skripte oder Fremdes: {value}",
    },
    help: {
      en: "Export them as plain SVG without scripts. They were left out.",
      de: "Exportieren Sie sie als einfaches SVG ohne Skripte. Sie wurden weggelassen.",
    },
  },
  broken_image: {
    severity: "error",
    message: { en: "These are not readable pictures: {value}", de: "Das sind keine lesbaren Bilder: {value}" },
    help: {
      en: "Save them again as PNG, JPEG, GIF or WebP. They were left out.",
      de: "Speichern Sie sie neu als PNG, JPEG, GIF oder WebP. Sie wurden weggelassen.",
    },
  },
  frame: {
    severity: "error",
    message: {
      en: "It holds frames, forms or plug-ins: {value}",
      de: "Es enthält Frames, Formulare oder Plug-ins: {value}",
    },
    help: {
      en: "Put everything into one page. They were taken out.",
      de: "Bauen Sie alles in eine Seite. Sie wurden entfernt.",
    },
  },
  redirect: {
    severity: "error",
    message: { en: "The page leads elsewhere by itself", de: "Die Seite leitet von selbst weiter" },
    help: {
      en: "Leave the refresh out. It was taken out.",
      de: "Lassen Sie die Weiterleitung weg. Sie wurde entfernt.",
    },
  },
  storage: {
    severity: "warning",
    message: {
      en: "It uses what is closed to banners: {value}",
      de: "Es verwendet, was Bannern verschlossen ist: {value}",
    },
    help: {
      en: "Cookies, storage, requests and the surrounding page cannot be reached. Make sure that it works without.",
      de: "Cookies, Speicher, Abfragen und die umgebende Seite sind nicht erreichbar. Prüfen Sie, ob es ohne sie läuft.",
    },
  },
  unused_file: {
    severity: "warning",
    message: { en: "Files that nothing uses: {value}", de: "Dateien, die nichts verwendet: {value}" },
    help: { en: "Leave them out of the zip.", de: "Lassen Sie sie im ZIP weg." },
  },
} satisfies Record<string, Finding>;
export type FindingCode = keyof typeof findingTexts;

/** A text with what was found; a file that is not known leaves no gap. */
export function textOf(text: Text, lang: Lang, values: { file?: string | null; value?: string }): string {
  const sentence = values.file ? text[lang] : text[lang].replace(" ({file})", "");
  return sentence.replace("{file}", values.file ?? "").replace("{value}", values.value ?? "");
}
