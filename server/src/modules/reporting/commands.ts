import type { AnyCommand } from "@litfass/platform/command/command";
import { changeAlert, createAlert, noteIncidents, removeAlert } from "./alerts/alert-commands.ts";
import { fillCampaignCounters } from "./counters/fill-counters.ts";
import { noteSilenceMailed, noteSilences } from "./diagnosis/silence-commands.ts";
import { recordReconciliation } from "./event-reconciliation/record-reconciliation.ts";
import {
  countLinkAttempt,
  countLinkOpened,
  createReportLink,
  removeExpiredLinks,
  revokeReportLink,
} from "./sharing/link-commands.ts";
import {
  createReportMail,
  removeReportMail,
  startWeeklySummary,
  stopReportMail,
  takeDueMail,
} from "./sharing/mail-commands.ts";

export const reportingCommands: readonly AnyCommand[] = [
  createReportLink,
  revokeReportLink,
  countLinkAttempt,
  countLinkOpened,
  removeExpiredLinks,
  createReportMail,
  removeReportMail,
  stopReportMail,
  startWeeklySummary,
  takeDueMail,
  createAlert,
  changeAlert,
  removeAlert,
  noteIncidents,
  noteSilences,
  noteSilenceMailed,
  recordReconciliation,
  fillCampaignCounters,
];
