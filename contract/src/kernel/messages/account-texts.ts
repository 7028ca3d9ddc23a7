import type { Texts } from "./texts.ts";

/** Messages about sign-in, account and users, in English and German. */
export const accountTexts = {
  "email.required": ["E-mail is required", "E-Mail ist erforderlich"],
  "email.invalid": ["E-mail must be valid", "Die E-Mail-Adresse muss gültig sein"],
  "email.taken": ["This e-mail is already in use", "Diese E-Mail-Adresse wird bereits verwendet"],
  "country.money_in_use": [
    "This country uses another currency, and your account still holds money in the present one. Please contact us",
    "Dieses Land hat eine andere Währung, und auf dem Konto liegt noch Guthaben in der bisherigen. Bitte wenden Sie sich an uns",
  ],
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
} as const satisfies Texts;
