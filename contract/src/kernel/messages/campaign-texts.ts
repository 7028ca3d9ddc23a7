import type { Texts } from "./texts.ts";

/** Messages about campaigns, their review, lists and templates, in English and German. */
export const campaignTexts = {
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
} as const satisfies Texts;
