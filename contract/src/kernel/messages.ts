/** Texts of validation and errors in both languages, by key. `{field}` and other names are filled in. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

const texts = {
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
  "email.required": ["E-mail is required", "E-Mail ist erforderlich"],
  "email.invalid": ["E-mail must be valid", "Die E-Mail-Adresse muss gültig sein"],
  "email.taken": ["This e-mail is already in use", "Diese E-Mail-Adresse wird bereits verwendet"],
  "password.short": ["Password must be more than 8 characters", "Das Passwort muss mehr als 8 Zeichen haben"],
  "password.least": ["Use at least 8 characters", "Mindestens 8 Zeichen"],
  "password.mismatch": ["The passwords do not match", "Die Passwörter stimmen nicht überein"],
  "terms.required": [
    "Please review and accept our General Terms and Conditions to proceed",
    "Bitte prüfen und akzeptieren Sie unsere Allgemeinen Geschäftsbedingungen, um fortzufahren",
  ],
  "profile.incomplete": [
    "Please complete your profile to proceed",
    "Bitte vervollständigen Sie Ihr Profil, um fortzufahren",
  ],
  "url.invalid": ["This value must be a valid URL", "Dieser Wert muss eine gültige URL sein"],
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
  "video.converter_missing": [
    "Videos cannot be converted yet: the operator has to install ffmpeg",
    "Videos lassen sich noch nicht umwandeln: Der Betreiber muss ffmpeg installieren",
  ],
  "campaign.name": [
    "The name consists of letters and digits, with single spaces, hyphens or underscores",
    "Der Name besteht aus Buchstaben und Ziffern, mit einzelnen Leerzeichen, Binde- oder Unterstrichen",
  ],
  "campaign.period": [
    "The end date must be on or after the start date",
    "Das Enddatum darf nicht vor dem Startdatum liegen",
  ],
  "campaign.advanced": [
    "Only advanced advertisers and staff can change this setting",
    "Diese Einstellung können nur erweiterte Werbekunden und das Team ändern",
  ],
  "campaign.pattern": [
    "This campaign holds what a bulk campaign shares; launch the bulk campaign instead",
    "Diese Kampagne enthält, was eine Sammelkampagne teilt; starten Sie die Sammelkampagne",
  ],
  "campaign.not_started": ["This campaign is not running", "Diese Kampagne läuft nicht"],
  "campaign.not_draft": [
    "Only a draft can be started; make a copy of this campaign",
    "Nur ein Entwurf lässt sich starten; kopieren Sie diese Kampagne",
  ],
  "campaign.fixed_settings": [
    "These settings can no longer be changed: {settings}",
    "Diese Einstellungen lassen sich nicht mehr ändern: {settings}",
  ],
  "campaign.fixed_creatives": [
    "The campaign has started: its banners can no longer be exchanged for others",
    "Die Kampagne ist gestartet: Ihre Banner lassen sich nicht mehr gegen andere austauschen",
  ],
  "campaign.status_refused": [
    "A campaign with the status {status} can only change to: {allowed}",
    "Eine Kampagne mit dem Status {status} kann nur wechseln zu: {allowed}",
  ],
  "campaign.status_final": [
    "The status {status} can no longer be changed",
    "Der Status {status} lässt sich nicht mehr ändern",
  ],
  "campaign.delete_active": [
    "Pause or end the campaign before you delete it.",
    "Pausieren oder beenden Sie die Kampagne, bevor Sie sie löschen.",
  ],
  "destination.user_info": [
    "Enter the link without a user name or password",
    "Geben Sie den Link ohne Benutzernamen und Passwort an",
  ],
  "destination.private_host": [
    "This address is not reachable from the internet",
    "Diese Adresse ist im Internet nicht erreichbar",
  ],
  "review.decided": ["Somebody else has decided on this already", "Darüber hat bereits jemand anders entschieden"],
  "review.nothing_to_appeal": [
    "There is nothing here that can be reviewed a second time",
    "Hier gibt es nichts, das ein zweites Mal geprüft werden kann",
  ],
  "bulk.customer": [
    "Choose a customer who is assigned to you",
    "Wählen Sie einen Werbekunden, der Ihnen zugeteilt ist",
  ],
  "bulk.twice": [
    "This customer is here twice; tell the branches apart by name",
    "Dieser Werbekunde steht zweimal da; unterscheiden Sie die Filialen mit einem Namen",
  ],
  "bulk.archived": ["This bulk campaign is archived", "Diese Sammelkampagne ist archiviert"],
  "domain.invalid": [
    "Give one domain per line, such as news.example",
    "Geben Sie pro Zeile eine Domain an, zum Beispiel news.example",
  ],
  "list.name_taken": ["There is already a list with this name", "Eine Liste mit diesem Namen gibt es schon"],
  "list.full": ["A list holds at most 5000 domains", "Eine Liste enthält höchstens 5000 Domains"],
  "list.in_use": [
    "Campaigns use this list; remove it from them first",
    "Kampagnen verwenden diese Liste; entfernen Sie sie zuerst dort",
  ],
  "list.shared": [
    "Another list of the campaign says otherwise; change that list",
    "Eine andere Liste der Kampagne bestimmt es anders; ändern Sie jene Liste",
  ],
  "template.not_yours": ["This template is not available to you", "Diese Vorlage steht Ihnen nicht zur Verfügung"],
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
  "color.invalid": ["Give the colour as #RRGGBB", "Geben Sie die Farbe als #RRGGBB an"],
  "error.unauthenticated": ["You are not signed in", "Sie sind nicht angemeldet"],
  "error.forbidden": ["You are not allowed to do this", "Sie dürfen das nicht tun"],
  "error.not_found": ["This was not found", "Das wurde nicht gefunden"],
  "error.conflict": ["This is not possible in the present state", "Das ist im jetzigen Zustand nicht möglich"],
  "error.idempotency_conflict": [
    "This key was already used for another request",
    "Dieser Schlüssel wurde schon für eine andere Anfrage verwendet",
  ],
  "error.csrf_mismatch": [
    "The page was open too long. Load it again.",
    "Die Seite war zu lange offen. Laden Sie sie neu.",
  ],
  "error.invalid": ["Some entries need a correction", "Einige Angaben müssen korrigiert werden"],
  "error.too_large": [
    "The upload is too large or has too many parts. Send fewer or smaller files.",
    "Der Upload ist zu gross oder hat zu viele Teile. Senden Sie weniger oder kleinere Dateien.",
  ],
  "error.too_many_requests": [
    "Too many requests. Try again in {seconds} seconds.",
    "Zu viele Anfragen. Versuchen Sie es in {seconds} Sekunden erneut.",
  ],
  "error.account_state": ["Your account does not allow this now", "Ihr Konto lässt das im Moment nicht zu"],
  "error.internal": [
    "Something failed on our side. It is logged under this request number.",
    "Bei uns ist etwas fehlgeschlagen. Es ist unter dieser Anfragenummer protokolliert.",
  ],
  "error.unavailable": [
    "This service does not answer right now. Try again in a moment.",
    "Dieser Dienst antwortet gerade nicht. Versuchen Sie es gleich erneut.",
  ],
  "login.disabled": [
    "Access to this account has been temporarily disabled. Please contact Administrator",
    "Der Zugang zu diesem Konto wurde vorübergehend gesperrt. Bitte kontaktieren Sie den Administrator",
  ],
  "second_factor.needed": [
    "Enter the code of your authenticator app",
    "Geben Sie den Code Ihrer Authenticator-App ein",
  ],
  "second_factor.expired": [
    "This sign-in took too long. Sign in again.",
    "Diese Anmeldung hat zu lange gedauert. Melden Sie sich nochmals an.",
  ],
  "second_factor.wrong": [
    "This code is not right, or was used already",
    "Dieser Code stimmt nicht oder wurde schon verwendet",
  ],
  "second_factor.code": [
    "A code has six digits, a recovery code sixteen characters",
    "Ein Code hat sechs Ziffern, ein Notfallcode sechzehn Zeichen",
  ],
  "forgot.sent": [
    "We have sent you a link to reset your password",
    "Wir haben Ihnen einen Link zum Zurücksetzen des Passworts gesendet",
  ],
  "forgot.unknown": ["Incorrect E-Mail", "Falsche E-Mail-Adresse"],
  "reset.token": [
    "This link is no longer valid. Ask for a new one.",
    "Dieser Link ist nicht mehr gültig. Fordern Sie einen neuen an.",
  ],
  "password.wrong": ["This is not your present password", "Das ist nicht Ihr bisheriges Passwort"],
  "password.changed": ["Your password has been changed", "Ihr Passwort wurde geändert"],
  "email.unchanged": ["This is your address already", "Das ist bereits Ihre Adresse"],
  "email.confirm_new": [
    "We have sent a link to the new address. It counts as soon as you open the link.",
    "Wir haben einen Link an die neue Adresse gesendet. Sie gilt, sobald Sie den Link öffnen.",
  ],
  "email.outside": [
    "You sign in with an account of another service. Change the address there.",
    "Sie melden sich mit dem Konto eines anderen Dienstes an. Ändern Sie die Adresse dort.",
  ],
  "sign_in.again": [
    "Sign out and in again first. This is possible for 5 minutes after you sign in.",
    "Melden Sie sich zuerst ab und wieder an. Das geht in den ersten 5 Minuten nach der Anmeldung.",
  ],
  "closing.email": ["This is not the address of your account", "Das ist nicht die Adresse Ihres Kontos"],
  "closing.open": [
    "Your account cannot be closed while campaigns run or orders are open",
    "Ihr Konto lässt sich nicht schliessen, solange Kampagnen laufen oder Aufträge offen sind",
  ],
  "closing.balance": [
    "There is money left. Confirm that you close your account all the same.",
    "Es ist noch Guthaben da. Bestätigen Sie, dass Sie Ihr Konto trotzdem schliessen.",
  ],
  "verification.sent": [
    "We have sent you a link to verify your e-mail address",
    "Wir haben Ihnen einen Link zur Bestätigung Ihrer E-Mail-Adresse gesendet",
  ],
  "verification.done": ["Your e-mail address is verified already", "Ihre E-Mail-Adresse ist bereits bestätigt"],
  "balance.insufficient": ["The balance does not cover this amount", "Das Guthaben reicht für diesen Betrag nicht"],
  "card.amount_too_small": [
    "A card can be charged with 0.50 or more",
    "Mit der Karte lassen sich mindestens 0.50 bezahlen",
  ],
  "card.amount_too_large": [
    "With VAT this is above 999'999.99, the most that a card can be charged with at once",
    "Mit MWST liegt der Betrag über 999'999.99, dem Höchstbetrag für eine Kartenzahlung",
  ],
  "approval.own": [
    "Somebody else must decide on your own request",
    "Über den eigenen Antrag entscheidet jemand anders",
  ],
  "order.awaits_approval": [
    "A second person must decide on this order first",
    "Zuerst entscheidet eine zweite Person über diese Bestellung",
  ],
  "approval.decided": ["This request is decided already", "Über diesen Antrag ist schon entschieden"],
  "balance.over_maximum": [
    "This would lift the balance above its maximum of {max}",
    "Das Guthaben würde damit über seinem Höchstbetrag von {max} liegen",
  ],
  "currency.differs": ["Both accounts must be in the same currency", "Beide Konten müssen in derselben Währung sein"],
  "max_balance.sales_only": [
    "Only account managers have a maximum balance",
    "Nur Kundenbetreuer haben einen Höchstbetrag",
  ],
  "invoice.transition": [
    "This order cannot go to this state from the present one",
    "Dieser Auftrag kann aus dem jetzigen Zustand nicht in diesen wechseln",
  ],
  "refund.too_much": [
    "No more than what is left of the transaction can be refunded",
    "Es kann nur erstattet werden, was von der Transaktion übrig ist",
  ],
  "refund.not_refused": [
    "The card processor has not refused this refund",
    "Der Zahlungsdienst hat diese Erstattung nicht abgelehnt",
  ],
  "refund.not_refundable": [
    "Only payments and credits can be refunded",
    "Nur Zahlungen und Gutschriften können erstattet werden",
  ],
  "profile.address_missing": [
    "The invoice needs your company and address",
    "Für die Rechnung fehlen Ihre Firma und Adresse",
  ],
  "assign.not_manager": ["Customers are assigned to account managers", "Kunden werden Kundenbetreuern zugewiesen"],
  "assign.not_customers": ["Only customers can be assigned", "Nur Kunden können zugewiesen werden"],
  "logo.type": [
    "The logo must be a PNG, JPEG, WebP or GIF image of at most 2 MB",
    "Das Logo muss ein PNG-, JPEG-, WebP- oder GIF-Bild von höchstens 2 MB sein",
  ],
  "plan.unknown": ["This plan does not exist", "Dieses Paket gibt es nicht"],
} as const satisfies Record<string, readonly [string, string]>;

export type MessageKey = keyof typeof texts;
export const messageKeys = Object.keys(texts) as MessageKey[];
export const isMessageKey = (key: string): key is MessageKey => key in texts;

/** The text of `key` in a language, with `{name}` filled from `values`. */
export function message(key: MessageKey, language: Language, values: Record<string, string | number> = {}): string {
  const text = texts[key][language === "de" ? 1 : 0];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
