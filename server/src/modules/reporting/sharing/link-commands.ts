import { createHash } from "node:crypto";
import type { CallOutput, CallParsed } from "@litfass/contract/kernel/endpoint";
import { longestShareDays, type reportSharingEndpoints } from "@litfass/contract/reporting/report-sharing";
import { callerOf } from "@litfass/platform/command/actor";
import { command } from "@litfass/platform/command/command";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { hash } from "@node-rs/argon2";
import { addDays, dayIn, startOfDay } from "../report-period.ts";
import {
  countAttempt,
  countOpened,
  deleteExpiredLinks,
  deleteReportLink,
  insertReportLink,
  type ReportLink,
} from "./report-link-sql.ts";

type Endpoints = typeof reportSharingEndpoints;
type NewLink = CallParsed<Endpoints["createReportLink"]>["body"];

const tokenBytes = 24;
const maxLinks = 50;
const maxFailures = 10;
const lockMs = 15 * 60_000;
const usualDays = 30;

/** The stored hash of a link's token. The token opens the report, so a copy of the database must not contain it. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

export const presentLink = (link: Omit<ReportLink, "passwordHash">) => ({
  id: link.id,
  title: link.title,
  campaign_ids: link.campaignIds,
  owner: link.aboutUid,
  sites: link.sites,
  regions: link.regions,
  days: link.days,
  from: link.fromOn,
  to: link.toOn,
  expires_at: link.expiresAt.toISOString(),
  created_at: link.createdAt.toISOString(),
  opened: link.opened,
});

/** Creates a link. 422 if it would end too late or in the past, 409 beyond fifty links. */
export const createReportLink = command<{ link: NewLink; timeZone: string }, CallOutput<Endpoints["createReportLink"]>>(
  {
    name: "reporting.create_report_link",
    errors: ["conflict"],
    async run({ ctx, input: { link: asked, timeZone } }) {
      const now = ctx.clock.now();
      const today = dayIn(timeZone, now);
      if (asked.expires_on < today || asked.expires_on > addDays(today, longestShareDays)) {
        throw invalid({ expires_on: ["rule.oneOf"] });
      }
      const fixed = asked.days === null && asked.from !== null && asked.to !== null ? asked : null;
      if (fixed && String(fixed.from) > String(fixed.to)) throw invalid({ to: ["campaign.period"] });
      const token = ctx.random.bytes(tokenBytes).toString("base64url");
      const link = {
        id: ctx.random.id(),
        ownerUid: callerOf(ctx.actor).uid,
        title: asked.title,
        campaignIds: asked.campaign_ids,
        aboutUid: asked.owner,
        sites: asked.sites,
        regions: asked.regions,
        days: fixed ? null : (asked.days ?? usualDays),
        fromOn: fixed?.from ?? null,
        toOn: fixed?.to ?? null,
        expiresAt: startOfDay(addDays(asked.expires_on, 1), timeZone),
        createdAt: now,
      };
      const secrets = { tokenHash: hashOf(token), passwordHash: await hash(asked.password) };
      if (!(await insertReportLink(ctx.tx, { ...link, ...secrets }, maxLinks))) throw conflict("too_many_links");
      await ctx.audit.record({ subject: { type: "report_link", id: link.id }, details: { description: link.title } });
      return {
        link: presentLink({ ...link, opened: 0, lockedUntil: null }),
        url: `${ctx.config.publicUrl}/reports/${token}`,
      };
    },
  },
);

/** Revokes one of the caller's links. */
export const revokeReportLink = command<{ id: string }, void>({
  name: "reporting.revoke_report_link",
  errors: ["not_found"],
  async run({ ctx, input: { id } }) {
    if (!(await deleteReportLink(ctx.tx, callerOf(ctx.actor).uid, id))) throw notFound();
    await ctx.audit.record({ subject: { type: "report_link", id } });
  },
});

/** Counts an attempt to open a link before the password is checked, so that concurrent attempts count too. */
export const countLinkAttempt = command<{ id: string }, void>({
  name: "reporting.count_link_attempt",
  errors: [],
  async run({ ctx, input: { id } }) {
    await countAttempt(ctx.tx, id, maxFailures, new Date(ctx.clock.now().getTime() + lockMs));
    ctx.audit.unchanged("a counter against guessed passwords");
  },
});

/** Counts an opened link and resets its failed attempts. */
export const countLinkOpened = command<{ id: string }, void>({
  name: "reporting.count_link_opened",
  errors: [],
  async run({ ctx, input: { id } }) {
    await countOpened(ctx.tx, id);
    ctx.audit.unchanged("a counter of readers");
  },
});

/** Deletes links that expired before an instant. */
export const removeExpiredLinks = command<{ before: Date }, void>({
  name: "reporting.remove_expired_links",
  errors: [],
  async run({ ctx, input: { before } }) {
    await deleteExpiredLinks(ctx.tx, before);
    ctx.audit.unchanged("links that nobody can open any more");
  },
});
