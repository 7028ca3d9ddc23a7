import type { Language } from "@litfass/contract/kernel/messages";
import type { Seller } from "../billing/index.ts";
import { addressOf, type LegalText } from "./legal-text.ts";

/** What personal data this platform handles, of customers and of people who see the ads. */
export const privacyText = (language: Language, seller: Seller): LegalText =>
  language === "de" ? german(seller) : english(seller);

const english = (seller: Seller): LegalText => ({
  title: "Privacy",
  lead: "Which personal data this platform handles, why, and what your rights are.",
  sections: [
    { heading: "Who is responsible", address: addressOf(seller), paragraphs: [seller.email] },
    {
      heading: "If you have an account",
      paragraphs: [
        "We store your e-mail address, your password as a hash that cannot be turned back, your name, company and address, your invoices and payments, and what you do in the account. We need this to run the agreement with you and, for invoices, to keep the books for as long as the law requires.",
        "Card details never reach us: they go straight to the payment processor, who tells us only whether the payment succeeded and the last digits of the card.",
        "News by e-mail come only if you have agreed to them in your account, where you can take it back at any time.",
      ],
    },
    {
      heading: "If you see one of our ads",
      paragraphs: [
        "A website or app asks us for an ad and tells us about the page, the device and a rough location. We choose an ad by that and record that it was shown, whether it was in view, and whether it was clicked.",
        "An identifier that recognises your browser is stored only with your consent, which the website passes on to us in the way of the IAB Transparency and Consent Framework. Without consent we choose the ad by the page alone and recognise nobody. We keep no full IP addresses in our reports.",
      ],
    },
    {
      heading: "Cookies of this website",
      paragraphs: [
        "Two technically necessary cookies: one for the session once you sign in, one that protects forms against misuse. Your choice of language and of the dark design stays in your browser.",
      ],
    },
    {
      heading: "Who else gets data",
      paragraphs: [
        "Service providers that we need to run the platform: hosting, payment processor, mail delivery, and the identity provider you choose for signing in. They act on our instructions or under their own legal duties. Exchanges and websites that ask by the EU’s Digital Services Act are told who advertises and pays: the company, or without one the name. We sell no personal data.",
      ],
    },
    {
      heading: "Your rights",
      paragraphs: [
        "You can ask what we store about you, have it corrected, moved or deleted, and object to its use. Write to the address above. You can also complain to the data protection authority of your country.",
      ],
    },
  ],
});

const german = (seller: Seller): LegalText => ({
  title: "Datenschutz",
  lead: "Welche Personendaten diese Plattform bearbeitet, wozu, und welche Rechte Sie haben.",
  sections: [
    { heading: "Wer verantwortlich ist", address: addressOf(seller), paragraphs: [seller.email] },
    {
      heading: "Wenn Sie ein Konto haben",
      paragraphs: [
        "Wir speichern Ihre E-Mail-Adresse, Ihr Passwort als nicht umkehrbaren Hashwert, Name, Firma und Adresse, Ihre Rechnungen und Zahlungen sowie das, was Sie im Konto tun. Wir brauchen dies, um den Vertrag mit Ihnen zu erfüllen, und bei Rechnungen, um die Bücher so lange zu führen, wie das Gesetz es verlangt.",
        "Kartendaten erreichen uns nie: Sie gehen direkt an den Zahlungsdienst. Er teilt uns nur mit, ob die Zahlung gelungen ist, und die letzten Ziffern der Karte.",
        "Neuigkeiten per E-Mail erhalten Sie nur, wenn Sie dem im Konto zugestimmt haben; dort können Sie es jederzeit widerrufen.",
      ],
    },
    {
      heading: "Wenn Sie eine unserer Anzeigen sehen",
      paragraphs: [
        "Eine Website oder App fragt uns nach einer Anzeige und nennt uns die Seite, das Gerät und den ungefähren Ort. Danach wählen wir eine Anzeige aus und halten fest, dass sie gezeigt wurde, ob sie sichtbar war und ob sie angeklickt wurde.",
        "Eine Kennung, die Ihren Browser wiedererkennt, speichern wir nur mit Ihrer Einwilligung, die uns die Website nach dem Transparency and Consent Framework des IAB weitergibt. Ohne Einwilligung wählen wir die Anzeige nur nach der Seite aus und erkennen niemanden wieder. In unseren Auswertungen stehen keine vollständigen IP-Adressen.",
      ],
    },
    {
      heading: "Cookies dieser Website",
      paragraphs: [
        "Zwei technisch notwendige Cookies: eines für die Sitzung, wenn Sie sich anmelden, und eines, das Formulare vor Missbrauch schützt. Ihre Wahl der Sprache und der dunklen Darstellung bleibt in Ihrem Browser.",
      ],
    },
    {
      heading: "Wer sonst Daten erhält",
      paragraphs: [
        "Dienstleister, die wir für den Betrieb brauchen: Hosting, Zahlungsdienst, Mailversand und der Anmeldedienst, den Sie wählen. Sie handeln nach unserer Weisung oder nach eigenen gesetzlichen Pflichten. Börsen und Websites, die nach dem Gesetz über digitale Dienste der EU danach fragen, erfahren, wer wirbt und bezahlt: die Firma, ohne Firma den Namen. Wir verkaufen keine Personendaten.",
      ],
    },
    {
      heading: "Ihre Rechte",
      paragraphs: [
        "Sie können Auskunft verlangen, Daten berichtigen, herausgeben oder löschen lassen und der Bearbeitung widersprechen. Schreiben Sie an die Adresse oben. Sie können sich auch bei der Datenschutzbehörde Ihres Landes beschweren.",
      ],
    },
  ],
});
