import type { Language } from "@litfass/contract/kernel/language";
import type { Currency } from "@litfass/contract/kernel/money";
import { changesBetween } from "@litfass/platform/audit/audit";
import { actorUid, callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import type { Random } from "@litfass/platform/random";
import { addInvitedUser, findUserByEmail, type UserServices } from "../users/index.ts";
import { mailAddedJob } from "./mail-added.ts";
import { publishPlacements } from "./placements/publish-placements-sql.ts";
import { auditSubjectOf, lockOpenPublisher, todayOf } from "./publisher-access.ts";
import {
  findPublisherOf,
  insertPublisher,
  listShares,
  lockPublisher,
  type PublisherRow,
  saveShare,
  updatePublisherRow,
} from "./publisher-sql.ts";
import { publishSites } from "./sites/publish-sites-sql.ts";

/** The usual form of a seller ID: 16 digits, so that it tells nothing about the number of publishers. */
const newSellerId = (random: Random): string =>
  `pub-${String(random.bytes(8).readBigUInt64BE() % 10n ** 16n).padStart(16, "0")}`;

type NewPublisher = { name: string; email: string; lang: Language; currency: Currency; share_percent: number };

/**
 * Adds a publisher for the user with an address, who may have any role. Without such a user the address is invited as a
 * customer; a known user gets a mail. @throws 409 if the user has a publisher already, 422 for an address that cannot be invited
 */
export const createPublisher = command({
  name: "publishers.create_publisher",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<NewPublisher, UserServices>): Promise<PublisherRow> {
    const { tx, clock, random } = ctx;
    const { name, email, lang, currency, share_percent: percent } = input;
    const known = await findUserByEmail(tx, email);
    const owner = known ?? (await addInvitedUser(ctx, { email, lang, role: "customer" })).user;
    const now = clock.now();
    const today = todayOf(now);
    if (await findPublisherOf(tx, owner.uid, today)) throw conflict("publisher_exists", "publishers.exists");
    const sellerId = newSellerId(random);
    const id = await insertPublisher(tx, { ownerUid: owner.uid, name, currency, sellerId, createdAt: now });
    await saveShare(tx, id, { from: today, percent, by: actorUid(ctx.actor), now });
    // Who is invited gets the invitation.
    if (known) await ctx.jobs.send(mailAddedJob, { publisher: id }, { singletonKey: String(id) });
    await ctx.audit.record({
      subject: auditSubjectOf(id),
      changes: changesBetween({}, { name, email, currency, seller_id: sellerId, share_percent: percent }),
    });
    return await found(ctx, id);
  },
});

type Change = {
  id: number;
  name?: string | undefined;
  state?: PublisherRow["state"] | undefined;
  is_confidential?: boolean | undefined;
};

/**
 * Renames, suspends or reactivates a publisher, or hides it in sellers.json. @throws 404 for an unknown one
 */
export const updatePublisher = command({
  name: "publishers.update_publisher",
  errors: ["not_found"],
  async run({ ctx, input: { id, ...change } }: CommandCall<Change>): Promise<PublisherRow> {
    const before = await lockOpenPublisher(ctx.tx, callerOf(ctx.actor), id, ctx.clock.now());
    const { name, state, isConfidential } = before;
    const after = {
      name: change.name ?? name,
      state: change.state ?? state,
      is_confidential: change.is_confidential ?? isConfidential,
    };
    const changes = changesBetween({ name, state, is_confidential: isConfidential }, after);
    if (changes.length === 0) {
      ctx.audit.unchanged("the publisher is the same");
      return before;
    }
    await updatePublisherRow(ctx.tx, id, after);
    await publishPlacements(ctx.tx, id);
    await publishSites(ctx.tx, id);
    await ctx.audit.record({ subject: auditSubjectOf(id), changes });
    return await found(ctx, id);
  },
});

/** Changes the share from today or a later day on. @throws 404 for an unknown publisher, 422 for a day in the past */
export const changeShare = command({
  name: "publishers.change_share",
  errors: ["not_found"],
  async run({
    ctx,
    input: { id, from, percent },
  }: CommandCall<{ id: number; from: string; percent: number }>): Promise<PublisherRow> {
    const now = ctx.clock.now();
    await lockOpenPublisher(ctx.tx, callerOf(ctx.actor), id, now);
    if (from < todayOf(now)) throw invalid({ from: ["publishers.past_share"] });
    const before = (await listShares(ctx.tx, id)).find((share) => share.from <= from)?.percent ?? null;
    await saveShare(ctx.tx, id, { from, percent, by: actorUid(ctx.actor), now });
    await publishPlacements(ctx.tx, id);
    await ctx.audit.record({
      subject: auditSubjectOf(id),
      changes: [{ field: "share_percent", before, after: percent }],
      details: { description: from },
    });
    return await found(ctx, id);
  },
});

async function found({ tx, clock }: CommandContext, id: number): Promise<PublisherRow> {
  const publisher = await lockPublisher(tx, id, todayOf(clock.now()));
  if (publisher === null) throw notFound();
  return publisher;
}
