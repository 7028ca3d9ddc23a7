import { escapeHtml } from "@litfass/platform/http/pages/html";
import type { MailedCode } from "./tables.ts";

type Language = "en" | "de";
type MailText = { subject: string; text: string; html: string };
/** Subject, what it is about, the button, and for how long. */
type Wording = { subject: string; lead: string; button: string; note: string };

const ignore = {
  en: "If you did not ask for this mail, you can ignore it.",
  de: "Wenn Sie diese Nachricht nicht angefordert haben, können Sie sie ignorieren.",
};

const wordings: Record<MailedCode, Record<Language, Wording>> = {
  VERIFY_EMAIL: {
    en: {
      subject: "Confirm your e-mail address",
      lead: "Confirm that this e-mail address is yours. Then your account is ready.",
      button: "Confirm e-mail address",
      note: "The link is valid for three days.",
    },
    de: {
      subject: "Bestätigen Sie Ihre E-Mail-Adresse",
      lead: "Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Danach ist Ihr Konto bereit.",
      button: "E-Mail-Adresse bestätigen",
      note: "Der Link ist drei Tage gültig.",
    },
  },
  PASSWORD_RESET: {
    en: {
      subject: "Set a new password",
      lead: "You asked for a new password for your account. Choose it on this page.",
      button: "Set a new password",
      note: "The link is valid for one hour and works once.",
    },
    de: {
      subject: "Legen Sie ein neues Passwort fest",
      lead: "Sie haben ein neues Passwort für Ihr Konto angefordert. Wählen Sie es auf dieser Seite.",
      button: "Neues Passwort festlegen",
      note: "Der Link ist eine Stunde gültig und funktioniert einmal.",
    },
  },
  EMAIL_SIGNIN: {
    en: {
      subject: "Your sign-in link",
      lead: "Sign in with this link. No password is needed.",
      button: "Sign in",
      note: "The link is valid for six hours and works once.",
    },
    de: {
      subject: "Ihr Anmeldelink",
      lead: "Melden Sie sich mit diesem Link an. Ein Passwort ist nicht nötig.",
      button: "Anmelden",
      note: "Der Link ist sechs Stunden gültig und funktioniert einmal.",
    },
  },
  VERIFY_AND_CHANGE_EMAIL: {
    en: {
      subject: "Confirm your new e-mail address",
      lead: "Confirm this address. From then on you sign in with it.",
      button: "Confirm new address",
      note: "The link is valid for one day.",
    },
    de: {
      subject: "Bestätigen Sie Ihre neue E-Mail-Adresse",
      lead: "Bestätigen Sie diese Adresse. Danach melden Sie sich mit ihr an.",
      button: "Neue Adresse bestätigen",
      note: "Der Link ist einen Tag gültig.",
    },
  },
};

const invitation: Record<Language, Wording> = {
  en: {
    subject: "You are invited",
    lead: "You are invited to work with us on our advertising platform. Choose a password and sign in.",
    button: "Accept the invitation",
    note: "The link is valid for seven days.",
  },
  de: {
    subject: "Sie sind eingeladen",
    lead: "Sie sind eingeladen, mit uns auf unserer Werbeplattform zu arbeiten. Wählen Sie ein Passwort und melden Sie sich an.",
    button: "Einladung annehmen",
    note: "Der Link ist sieben Tage gültig.",
  },
};

type Notice = { subject: string; lead: string; note: string };

const notices: Record<"email_changed" | "account_closed", Record<Language, Notice>> = {
  email_changed: {
    en: {
      subject: "Your sign-in address was changed",
      lead: "From now on you sign in to your account with this address:",
      note: "If that was not you, answer this mail at once.",
    },
    de: {
      subject: "Ihre Anmeldeadresse wurde geändert",
      lead: "Ab jetzt melden Sie sich mit dieser Adresse bei Ihrem Konto an:",
      note: "Wenn Sie das nicht waren, antworten Sie gleich auf diese Nachricht.",
    },
  },
  account_closed: {
    en: {
      subject: "Your account is closed",
      lead: "You have closed the account with this address:",
      note: "Invoices and bookings are kept for ten years, as the law asks. If that was not you, answer this mail at once.",
    },
    de: {
      subject: "Ihr Konto ist geschlossen",
      lead: "Sie haben das Konto mit dieser Adresse geschlossen:",
      note: "Rechnungen und Buchungen werden von Gesetzes wegen zehn Jahre aufbewahrt. Wenn Sie das nicht waren, antworten Sie gleich auf diese Nachricht.",
    },
  },
};

/** A mail that tells what happened to an account, with the address that it is about. */
export function accountNotice(kind: keyof typeof notices, address: string, language: Language) {
  const { subject, lead, note } = notices[kind][language];
  return { subject, text: `${lead}\n\n${address}\n\n${note}\n\nLitfass\n` };
}

const undoWords: Record<Language, string> = {
  en: "Or undo the change with this link. It is valid for seven days:",
  de: "Oder machen Sie die Änderung mit diesem Link rückgängig. Er ist sieben Tage gültig:",
};

/** Tells a former address which one took its place; `undo` is the link that brings the former one back. */
export function addressChangedMail(address: string, undo: string | null, language: Language) {
  const { subject, lead, note } = notices.email_changed[language];
  const way = undo ? `\n${undoWords[language]}\n${undo}\n` : "";
  return { subject, text: `${lead}\n\n${address}\n\n${note}\n${way}\nLitfass\n` };
}

/** What an earlier person had set up and an owner of an address lost when claiming the account. */
export type Removed = "password" | "providers" | "second_factor";

const removedNames: Record<Removed, Record<Language, string>> = {
  password: { en: "the password", de: "das Passwort" },
  providers: {
    en: "the linked sign-ins with Google, Microsoft or Facebook",
    de: "die verknüpften Anmeldungen mit Google, Microsoft oder Facebook",
  },
  second_factor: {
    en: "the second factor and its recovery codes",
    de: "der zweite Faktor und seine Wiederherstellungscodes",
  },
};

const claimed: Record<Language, Notice> = {
  en: {
    subject: "Your account was secured",
    lead: "Somebody had set up an account with your address before you confirmed it. It is yours now. All sessions were ended, and this was removed:",
    note: "Set it up again in your account if you need it.",
  },
  de: {
    subject: "Ihr Konto wurde gesichert",
    lead: "Mit Ihrer Adresse wurde ein Konto eingerichtet, bevor Sie sie bestätigt haben. Es gehört jetzt Ihnen. Alle Sitzungen wurden beendet, und Folgendes wurde entfernt:",
    note: "Bei Bedarf richten Sie es in Ihrem Konto neu ein.",
  },
};

/** Tells the owner of an address what was removed when the account came into their hands. */
export function claimNotice(removed: Removed[], address: string, language: Language) {
  const { subject, lead, note } = claimed[language];
  const list = removed.map((what) => `- ${removedNames[what][language]}`).join("\n");
  return { subject, text: `${lead}\n\n${list}\n\n${address}\n\n${note}\n\nLitfass\n` };
}

/** The mail that invites somebody to the platform. */
export const invitationMail = (link: string, language: Language): MailText =>
  mailOf(invitation[language], link, language);

/** The mail that carries a link with a code, as text and HTML. */
export function codeMail(kind: MailedCode, link: string, language: Language): MailText {
  return mailOf(wordings[kind][language], link, language);
}

function mailOf({ subject, lead, button, note }: Wording, link: string, language: Language): MailText {
  const text = `${lead}\n\n${button}:\n${link}\n\n${note}\n${ignore[language]}\n\nLitfass\n`;
  return { subject, text, html: page(language, subject, lead, button, link, `${note} ${ignore[language]}`) };
}

/** Mail programs know neither style sheets nor modern layout: a table and styles at the elements. */
function page(language: Language, title: string, lead: string, button: string, link: string, note: string): string {
  const safe = escapeHtml;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${safe(title)}</title></head>
<body style="margin:0;background:#f4f6f8;font-family:Arial,Helvetica,sans-serif;color:#14202b">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:18px;font-weight:bold">Litfass</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${safe(title)}</h1>
<p style="margin:0 0 24px;font-size:16px;line-height:24px">${safe(lead)}</p>
<p style="margin:0 0 24px"><a href="${safe(link)}" style="display:inline-block;padding:12px 20px;background:#338cf5;color:#0b1620;font-weight:bold;text-decoration:none;border-radius:8px">${safe(button)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#4a5a68;word-break:break-all">${safe(link)}</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#4a5a68">${safe(note)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
