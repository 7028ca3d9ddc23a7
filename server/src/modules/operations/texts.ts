import type { Language } from "@litfass/contract/kernel/messages";
import type { OperationPage } from "@litfass/contract/operations/operation-pages";
import type { JobState } from "@litfass/platform/jobs/job-list-sql";

type Texts = {
  nav: Record<OperationPage, string>;
  navLabel: string;
  filter: string;
  all: string;
  newer: string;
  older: string;
  pageOf: (page: number, pages: number) => string;
  queue: {
    title: (failed: number, waiting: number) => string;
    lead: string;
    states: Record<JobState, string>;
    columns: { job: string; state: string; tries: string; created: string; ended: string; error: string };
    state: string;
    name: string;
    triesOf: (done: number, most: number) => string;
    due: (at: string) => string;
    retry: string;
    retryNamed: (name: string) => string;
    retried: (name: string) => string;
    notRetried: string;
    none: string;
  };
  logs: {
    title: string;
    empty: string;
    emptyLead: string;
    files: string;
    level: string;
    search: string;
    atLeast: (level: string) => string;
    none: string;
    lead: (name: string) => string;
  };
  commands: {
    title: string;
    lead: string;
    run: string;
    runNamed: (name: string) => string;
    done: (name: string, ms: number) => string;
    failed: (name: string) => string;
    unknown: string;
    output: string;
  };
  monitoring: {
    title: (active: number, stalled: number) => string;
    lead: string;
    columns: { campaign: string; owner: string; today: string; share: string; visibility: string; last: string };
    stalled: string;
    begins: (on: string) => string;
    never: string;
    none: string;
    ofShare: (percent: string) => string;
    answers: { title: string; lead: string; answer: string; chances: string; share: string; none: string };
  };
};

const en: Texts = {
  nav: {
    queueMonitor: "Queue monitor",
    logs: "Logs",
    commands: "Commands",
    campaignMonitoring: "Campaign monitoring",
  },
  navLabel: "Operations",
  filter: "Show",
  all: "All",
  newer: "Newer",
  older: "Older",
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
  queue: {
    title: (failed, waiting) =>
      failed > 0
        ? `${failed} ${failed === 1 ? "job has" : "jobs have"} failed, ${waiting} waiting.`
        : `No job has failed, ${waiting} waiting.`,
    lead: "Work in the background: what waits, runs, is done and has failed. Done jobs are kept for some days. Times are UTC.",
    states: {
      failed: "Failed",
      retry: "Waits for another try",
      active: "Running",
      created: "Waiting",
      completed: "Done",
      cancelled: "Cancelled",
    },
    columns: { job: "Job", state: "State", tries: "Tries", created: "Created", ended: "Ended", error: "Error" },
    state: "State",
    name: "Job",
    triesOf: (done, most) => `${done} of ${most}`,
    due: (at) => `due ${at}`,
    retry: "Try again",
    retryNamed: (name) => `Try ${name} again`,
    retried: (name) => `${name} is tried again.`,
    notRetried: "This job is no longer a failed one, or the same work waits already.",
    none: "No such jobs.",
  },
  logs: {
    title: "What the processes say.",
    empty: "There are no log files.",
    emptyLead: "The processes write to their standard output; look where it is collected.",
    files: "Files",
    level: "Level",
    search: "Search",
    atLeast: (level) => `${level} and above`,
    none: "No such entries in this part of the file.",
    lead: (name) => `${name}, the newest first. Times are UTC. Secrets are left out when an entry is written.`,
  },
  commands: {
    title: "Maintenance commands.",
    lead: "These and no others. Each run is noted in the history of whoever starts it.",
    run: "Run",
    runNamed: (name) => `Run ${name}`,
    done: (name, ms) => `${name} ran for ${(ms / 1000).toFixed(1)} s.`,
    failed: (name) => `${name} failed.`,
    unknown: "There is no such command.",
    output: "Output",
  },
  monitoring: {
    title: (active, stalled) =>
      stalled > 0
        ? `${stalled} of ${active} active campaigns ${stalled === 1 ? "stands" : "stand"} still.`
        : `${active} active ${active === 1 ? "campaign" : "campaigns"}, none stands still.`,
    lead: "Today's spend against the even share of a day, days of Zurich. Times are UTC. A campaign without an impression for an hour is marked.",
    columns: {
      campaign: "Campaign",
      owner: "Advertiser",
      today: "Spent today",
      share: "Even daily share",
      visibility: "Visibility",
      last: "Last impression",
    },
    stalled: "No delivery for an hour",
    begins: (on) => `Begins ${on}`,
    never: "None yet",
    none: "No campaign is active.",
    ofShare: (percent) => `${percent} of it`,
    answers: {
      title: "What was answered to exchanges",
      lead: "Chances to advertise of the last 24 hours, some seconds behind. Each slot of a request is one, and so is a request that was refused as a whole.",
      answer: "Answer",
      chances: "Chances",
      share: "Share",
      none: "No exchange has asked.",
    },
  },
};

const de: Texts = {
  nav: {
    queueMonitor: "Auftragswarteschlange",
    logs: "Protokolle",
    commands: "Befehle",
    campaignMonitoring: "Kampagnenüberwachung",
  },
  navLabel: "Betrieb",
  filter: "Anzeigen",
  all: "Alle",
  newer: "Neuere",
  older: "Ältere",
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  queue: {
    title: (failed, waiting) =>
      failed > 0
        ? `${failed} ${failed === 1 ? "Auftrag ist" : "Aufträge sind"} fehlgeschlagen, ${waiting} warten.`
        : `Kein Auftrag ist fehlgeschlagen, ${waiting} warten.`,
    lead: "Arbeit im Hintergrund: was wartet, läuft, erledigt ist oder fehlschlug. Erledigtes wird einige Tage aufbewahrt. Zeiten in UTC.",
    states: {
      failed: "Fehlgeschlagen",
      retry: "Wartet auf neuen Versuch",
      active: "Läuft",
      created: "Wartet",
      completed: "Erledigt",
      cancelled: "Abgebrochen",
    },
    columns: {
      job: "Auftrag",
      state: "Zustand",
      tries: "Versuche",
      created: "Erstellt",
      ended: "Beendet",
      error: "Fehler",
    },
    state: "Zustand",
    name: "Auftrag",
    triesOf: (done, most) => `${done} von ${most}`,
    due: (at) => `fällig ${at}`,
    retry: "Nochmals versuchen",
    retryNamed: (name) => `${name} nochmals versuchen`,
    retried: (name) => `${name} wird nochmals versucht.`,
    notRetried: "Dieser Auftrag ist nicht mehr fehlgeschlagen, oder dieselbe Arbeit wartet schon.",
    none: "Keine solchen Aufträge.",
  },
  logs: {
    title: "Was die Prozesse melden.",
    empty: "Es gibt keine Protokolldateien.",
    emptyLead: "Die Prozesse schreiben auf die Standardausgabe; sehen Sie dort nach, wo sie gesammelt wird.",
    files: "Dateien",
    level: "Stufe",
    search: "Suchen",
    atLeast: (level) => `ab ${level}`,
    none: "Keine solchen Einträge in diesem Teil der Datei.",
    lead: (name) => `${name}, das Neueste zuerst. Zeiten in UTC. Geheimes wird schon beim Schreiben weggelassen.`,
  },
  commands: {
    title: "Befehle für die Wartung.",
    lead: "Diese und keine anderen. Jeder Lauf steht im Verlauf der Person, die ihn startet.",
    run: "Ausführen",
    runNamed: (name) => `${name} ausführen`,
    done: (name, ms) => `${name} lief ${(ms / 1000).toFixed(1)} s.`,
    failed: (name) => `${name} ist fehlgeschlagen.`,
    unknown: "Diesen Befehl gibt es nicht.",
    output: "Ausgabe",
  },
  monitoring: {
    title: (active, stalled) =>
      stalled > 0
        ? `${stalled} von ${active} aktiven Kampagnen ${stalled === 1 ? "steht" : "stehen"} still.`
        : `${active} aktive ${active === 1 ? "Kampagne" : "Kampagnen"}, keine steht still.`,
    lead: "Die heutigen Ausgaben neben dem gleichmässigen Tagesanteil, Tage von Zürich. Zeiten in UTC. Kampagnen ohne Einblendung seit einer Stunde sind markiert.",
    columns: {
      campaign: "Kampagne",
      owner: "Werbekunde",
      today: "Heute ausgegeben",
      share: "Tagesanteil",
      visibility: "Sichtbarkeit",
      last: "Letzte Einblendung",
    },
    stalled: "Seit einer Stunde keine Auslieferung",
    begins: (on) => `Beginnt am ${on}`,
    never: "Noch keine",
    none: "Keine Kampagne ist aktiv.",
    ofShare: (percent) => `${percent} davon`,
    answers: {
      title: "Was den Börsen geantwortet wurde",
      lead: "Gelegenheiten der letzten 24 Stunden, um Sekunden verzögert. Jeder Platz einer Anfrage zählt als eine, ebenso eine Anfrage, die als Ganzes abgelehnt wurde.",
      answer: "Antwort",
      chances: "Gelegenheiten",
      share: "Anteil",
      none: "Keine Börse hat angefragt.",
    },
  },
};

export const textsOf = (language: Language): Texts => (language === "de" ? de : en);
