import type { Texts } from "./texts.ts";

/** Messages about errors of a whole call, in English and German. */
export const errorTexts = {
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
  "page.to_dashboard": ["To the dashboard", "Zur Übersicht"],
} as const satisfies Texts;
