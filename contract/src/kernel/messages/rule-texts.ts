import type { Texts } from "./texts.ts";

/** Messages of validation rules, in English and German. */
export const ruleTexts = {
  "rule.alpha": [
    "The {field} field may only contain alphabetic characters",
    "Das Feld {field} darf nur Buchstaben enthalten",
  ],
  "rule.alpha_num": [
    "The {field} field may only contain alpha-numeric characters",
    "Das Feld {field} darf nur Buchstaben und Ziffern enthalten",
  ],
  "rule.alpha_dash": [
    "The {field} field may contain alpha-numeric characters as well as dashes and underscores",
    "Das Feld {field} darf nur Buchstaben, Ziffern, Binde- und Unterstriche enthalten",
  ],
  "rule.alpha_spaces": [
    "The {field} field may only contain alphabetic characters as well as spaces",
    "Das Feld {field} darf nur Buchstaben und Leerzeichen enthalten",
  ],
  "rule.between": [
    "The {field} field must be between {min} and {max}",
    "Das Feld {field} muss zwischen {min} und {max} liegen",
  ],
  "rule.confirmed": [
    "The {field} field confirmation does not match",
    "Die Bestätigung des Feldes {field} stimmt nicht überein",
  ],
  "rule.digits": [
    "The {field} field must be numeric and exactly contain {length} digits",
    "Das Feld {field} muss aus genau {length} Ziffern bestehen",
  ],
  "rule.dimensions": [
    "The {field} field must be {width} pixels by {height} pixels",
    "Das Feld {field} muss {width} mal {height} Pixel gross sein",
  ],
  "rule.email": ["The {field} field must be a valid email", "Das Feld {field} muss eine gültige E-Mail-Adresse sein"],
  "rule.excluded": ["The {field} field is not a valid value", "Das Feld {field} hat keinen gültigen Wert"],
  "rule.ext": ["The {field} field is not a valid file", "Das Feld {field} ist keine gültige Datei"],
  "rule.image": ["The {field} field must be an image", "Das Feld {field} muss ein Bild sein"],
  "rule.integer": ["The {field} field must be an integer", "Das Feld {field} muss eine ganze Zahl sein"],
  "rule.length": ["The {field} field must be {length} long", "Das Feld {field} muss {length} Zeichen lang sein"],
  "rule.max": [
    "The {field} field may not be greater than {length} characters",
    "Das Feld {field} darf höchstens {length} Zeichen haben",
  ],
  "rule.max_value": ["The {field} field must be {max} or less", "Das Feld {field} darf höchstens {max} sein"],
  "rule.min": [
    "The {field} field must be at least {length} characters",
    "Das Feld {field} muss mindestens {length} Zeichen haben",
  ],
  "rule.min_value": ["The {field} field must be {min} or more", "Das Feld {field} muss mindestens {min} sein"],
  "rule.numeric": [
    "The {field} field may only contain numeric characters",
    "Das Feld {field} darf nur Ziffern enthalten",
  ],
  "rule.oneOf": ["The {field} field is not a valid value", "Das Feld {field} hat keinen gültigen Wert"],
  "rule.regex": ["The {field} field format is invalid", "Das Format des Feldes {field} ist ungültig"],
  "rule.required": ["The {field} field is required", "Das Feld {field} ist erforderlich"],
  "rule.required_if": ["The {field} field is required", "Das Feld {field} ist erforderlich"],
  "rule.size": ["The {field} field size must be less than {size}KB", "Das Feld {field} muss kleiner als {size}KB sein"],
  "rule.double": ["The {field} field must be a valid decimal", "Das Feld {field} muss eine gültige Dezimalzahl sein"],
  "rule.is": ["The {field} field does not have the expected value", "Das Feld {field} hat nicht den erwarteten Wert"],
  "rule.is_not": ["The {field} field must not have this value", "Das Feld {field} darf diesen Wert nicht haben"],
  "rule.mimes": [
    "The {field} field must have a valid file type",
    "Das Feld {field} muss einen gültigen Dateityp haben",
  ],
  "rule.unknown_field": ["This field is not known here: {field}", "Dieses Feld ist hier nicht bekannt: {field}"],
  "statistics.log_days": ["The log covers at most 31 days", "Das Protokoll umfasst höchstens 31 Tage"],
  "statistics.log_events": [
    "These are more than 5,000,000 events; choose fewer days or campaigns",
    "Das sind mehr als 5'000'000 Ereignisse; wählen Sie weniger Tage oder Kampagnen",
  ],
  "url.invalid": ["This value must be a valid URL", "Dieser Wert muss eine gültige URL sein"],
  "domain.invalid": [
    "Give one domain per line, such as news.example",
    "Geben Sie pro Zeile eine Domain an, zum Beispiel news.example",
  ],
  "amount.positive": ["The amount must be greater than 0", "Der Betrag muss grösser als 0 sein"],
  "vat.required": [
    "Companies outside Switzerland give their VAT number",
    "Firmen ausserhalb der Schweiz geben ihre MWST-Nummer an",
  ],
  "vat.invalid": [
    "This is not a valid VAT number for the country",
    "Das ist keine gültige MWST-Nummer für dieses Land",
  ],
  "postal_code.invalid": [
    "This is not a valid postal code for the country",
    "Das ist keine gültige Postleitzahl für dieses Land",
  ],
  "color.invalid": ["Give the colour as #RRGGBB", "Geben Sie die Farbe als #RRGGBB an"],
  "text.line": [
    "The {field} field may not contain line breaks or control characters",
    "Das Feld {field} darf keine Zeilenumbrüche oder Steuerzeichen enthalten",
  ],
  "text.multiline": [
    "The {field} field may not contain control characters",
    "Das Feld {field} darf keine Steuerzeichen enthalten",
  ],
  "country.invalid": [
    "This value must be a country from ISO 3166-1, such as CH",
    "Dieser Wert muss ein Land nach ISO 3166-1 sein, zum Beispiel CH",
  ],
} as const satisfies Texts;
