import type { Language } from "@litfass/contract/kernel/messages";
import { visibility } from "@litfass/contract/kernel/viewability";
import type { Seller } from "../billing/index.ts";
import type { LegalText } from "./legal-text.ts";

/** The general terms and conditions, as the platform works: prices, periods and guarantees are those of the product. */
export const termsText = (language: Language, seller: Seller): LegalText =>
  language === "de" ? german(seller) : english(seller);

const english = (seller: Seller): LegalText => ({
  title: "General terms and conditions",
  lead: `Between ${seller.name}, ${seller.city} (“the operator”), and companies and persons who advertise through this platform (“the customer”).`,
  sections: [
    {
      heading: "1. What is agreed",
      paragraphs: [
        "The operator lets the customer create display and video campaigns and delivers them on websites and in apps of third parties. The customer runs the campaigns without the operator's help: target group, budget, period, banners and link are the customer's choice.",
        "The agreement comes about when the customer accepts these terms in the account. Conditions of the customer do not apply, even where the operator does not object to them.",
      ],
    },
    {
      heading: "2. Account",
      paragraphs: [
        "The customer gives true and complete details, keeps the password to themselves and answers for what happens in the account. The operator can close an account that breaks these terms or the law; unused budget is then refunded unless claims stand against it.",
      ],
    },
    {
      heading: "3. Packages, prices and payment",
      paragraphs: [
        "A package runs for three months and does not renew by itself. Prices are those shown on the billing page at the time of the order, in Swiss francs for customers in Switzerland and Liechtenstein and in euros for all others. Value added tax is added where the law asks for it and is shown on the invoice.",
        "Ordering by invoice is binding; the invoice is sent by e-mail at once. The budget is credited when the payment has arrived, with a card immediately.",
        "Delivered impressions are charged per thousand (CPM) at the price shown. Impressions and clicks recognised as invalid are not charged.",
      ],
    },
    {
      heading: "4. Delivery and visibility",
      paragraphs: [
        "The operator spreads a campaign's budget evenly over its period as far as the supply of advertising space allows, and never charges more than the budget that was set. No particular site, position or number of clicks is owed.",
        `At least ${visibility.guaranteed}% of a campaign's measured impressions are visible: half of the banner in view for one second, for video two seconds. Where a campaign ends below that, the shortfall is credited to the account as budget.`,
      ],
    },
    {
      heading: "5. Content of the ads",
      paragraphs: [
        "The customer owns the rights in everything uploaded and answers for the ads and the page they lead to. Not allowed are illegal, misleading, hateful or pornographic content, malware, hidden redirects, and ads that imitate messages of the system or of the site they stand on.",
        "The operator can review ads before and during delivery and refuse or stop them. The reason is given and can be appealed in the account.",
      ],
    },
    {
      heading: "6. Refund",
      paragraphs: [
        "Budget that was paid in and not used is refunded in full on request, the way it came. Money reserved by a running campaign becomes free when the campaign ends. Credits granted by the operator are not paid out.",
      ],
    },
    {
      heading: "7. Availability and liability",
      paragraphs: [
        "The operator runs the platform with care but does not owe uninterrupted operation. The operator is liable without limit for intent and gross negligence and as far as the law requires it; otherwise liability is limited to the amount the customer paid in the three months before the damage.",
      ],
    },
    {
      heading: "8. Data protection",
      paragraphs: ["How personal data is handled stands on the privacy page, which is part of these terms."],
    },
    {
      heading: "9. Changes, law and place of jurisdiction",
      paragraphs: [
        "The operator can change these terms with 30 days' notice by e-mail; who does not agree can close the account until then and gets the unused budget back. Packages already booked run on under the old terms.",
        `The law of the operator's seat applies, without its conflict rules and without the UN sales convention. Place of jurisdiction is ${seller.city}, as far as no other is mandatory.`,
      ],
    },
  ],
});

const german = (seller: Seller): LegalText => ({
  title: "Allgemeine Geschäftsbedingungen",
  lead: `Zwischen ${seller.name}, ${seller.city} («der Betreiber»), und Firmen und Personen, die über diese Plattform werben («der Kunde»).`,
  sections: [
    {
      heading: "1. Gegenstand",
      paragraphs: [
        "Der Betreiber ermöglicht dem Kunden, Display- und Videokampagnen anzulegen, und liefert sie auf Websites und in Apps Dritter aus. Der Kunde führt die Kampagnen selbst: Zielgruppe, Budget, Zeitraum, Banner und Ziellink bestimmt er.",
        "Der Vertrag kommt zustande, wenn der Kunde diese Bedingungen in seinem Konto annimmt. Bedingungen des Kunden gelten nicht, auch wenn der Betreiber ihnen nicht widerspricht.",
      ],
    },
    {
      heading: "2. Konto",
      paragraphs: [
        "Der Kunde macht wahre und vollständige Angaben, hält sein Passwort geheim und steht für das ein, was in seinem Konto geschieht. Der Betreiber kann ein Konto schliessen, das gegen diese Bedingungen oder das Gesetz verstösst; nicht verbrauchtes Guthaben wird dann zurückgezahlt, soweit ihm keine Forderungen gegenüberstehen.",
      ],
    },
    {
      heading: "3. Pakete, Preise und Zahlung",
      paragraphs: [
        "Ein Paket läuft drei Monate und verlängert sich nicht von selbst. Es gelten die Preise, die bei der Bestellung auf der Abrechnungsseite stehen, in Schweizer Franken für Kunden in der Schweiz und in Liechtenstein, in Euro für alle anderen. Mehrwertsteuer kommt hinzu, wo das Gesetz es verlangt, und wird auf der Rechnung ausgewiesen.",
        "Die Bestellung auf Rechnung ist verbindlich; die Rechnung kommt sofort per E-Mail. Das Guthaben wird gutgeschrieben, sobald die Zahlung eingegangen ist, bei Kartenzahlung sofort.",
        "Ausgelieferte Einblendungen werden zum angezeigten Tausenderpreis (CPM) verrechnet. Als ungültig erkannte Einblendungen und Klicks werden nicht verrechnet.",
      ],
    },
    {
      heading: "4. Auslieferung und Sichtbarkeit",
      paragraphs: [
        "Der Betreiber verteilt das Budget einer Kampagne gleichmässig über ihren Zeitraum, soweit das Angebot an Werbeflächen es zulässt, und verrechnet nie mehr als das gesetzte Budget. Eine bestimmte Website, Platzierung oder Anzahl Klicks ist nicht geschuldet.",
        `Mindestens ${visibility.guaranteed}% der gemessenen Einblendungen einer Kampagne sind sichtbar: der halbe Banner während einer Sekunde, bei Video während zwei Sekunden. Endet eine Kampagne darunter, wird der fehlende Teil dem Konto als Guthaben gutgeschrieben.`,
      ],
    },
    {
      heading: "5. Inhalt der Anzeigen",
      paragraphs: [
        "Der Kunde hat die Rechte an allem, was er hochlädt, und steht für die Anzeigen und die Seite ein, zu der sie führen. Nicht erlaubt sind rechtswidrige, irreführende, hetzerische oder pornografische Inhalte, Schadsoftware, versteckte Weiterleitungen sowie Anzeigen, die Meldungen des Systems oder der umgebenden Website nachahmen.",
        "Der Betreiber kann Anzeigen vor und während der Auslieferung prüfen, ablehnen oder anhalten. Der Grund wird genannt; im Konto kann Einspruch erhoben werden.",
      ],
    },
    {
      heading: "6. Rückzahlung",
      paragraphs: [
        "Einbezahltes, nicht verbrauchtes Guthaben wird auf Verlangen ohne Abzug auf dem Weg zurückgezahlt, auf dem es kam. Geld, das eine laufende Kampagne reserviert, wird mit ihrem Ende frei. Vom Betreiber gewährte Gutschriften werden nicht ausbezahlt.",
      ],
    },
    {
      heading: "7. Verfügbarkeit und Haftung",
      paragraphs: [
        "Der Betreiber führt die Plattform mit Sorgfalt, schuldet aber keinen unterbruchsfreien Betrieb. Er haftet unbeschränkt für Vorsatz und grobe Fahrlässigkeit und soweit das Gesetz es zwingend vorsieht; im Übrigen ist die Haftung auf den Betrag beschränkt, den der Kunde in den drei Monaten vor dem Schaden bezahlt hat.",
      ],
    },
    {
      heading: "8. Datenschutz",
      paragraphs: [
        "Wie Personendaten bearbeitet werden, steht auf der Seite Datenschutz, die Teil dieser Bedingungen ist.",
      ],
    },
    {
      heading: "9. Änderungen, Recht und Gerichtsstand",
      paragraphs: [
        "Der Betreiber kann diese Bedingungen mit einer Frist von 30 Tagen per E-Mail ändern; wer nicht einverstanden ist, kann bis dahin sein Konto schliessen und erhält das nicht verbrauchte Guthaben zurück. Bereits gebuchte Pakete laufen unter den alten Bedingungen weiter.",
        `Es gilt das Recht am Sitz des Betreibers, ohne dessen Kollisionsnormen und ohne das UN-Kaufrecht. Gerichtsstand ist ${seller.city}, soweit kein anderer zwingend ist.`,
      ],
    },
  ],
});
