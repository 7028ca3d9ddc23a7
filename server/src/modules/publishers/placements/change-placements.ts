import type { AuditValue } from "@litfass/contract/kernel/audit";
import { sizeOf } from "@litfass/contract/kernel/formats";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { invalid, notFound } from "@litfass/platform/problem";
import { type CompactImage, publishAdFile } from "../../creatives/index.ts";
import { lockOpenPublisher } from "../publisher-access.ts";
import { lockSite } from "../sites/site-sql.ts";
import {
  findPlacement,
  insertPlacement,
  type PlacementRow,
  type PlacementSettings,
  updateFallbackAd,
  updatePlacementRow,
} from "./placement-sql.ts";
import { publishPlacements } from "./publish-placements-sql.ts";

/** Adds a placement to one of the publisher's sites. @throws 404 for an unknown publisher, 422 for an unknown site or an app */
export const createPlacement = command({
  name: "publishers.create_placement",
  errors: ["not_found"],
  async run({
    ctx,
    input: { publisher: id, site: siteId, settings },
  }: CommandCall<{ publisher: number; site: number; settings: PlacementSettings }>): Promise<PlacementRow> {
    const publisher = await lockOpenPublisher(ctx.tx, callerOf(ctx.actor), id, ctx.clock.now());
    const site = await lockSite(ctx.tx, publisher.id, siteId);
    // The tag is a script of a page, which an app does not have.
    if (site === null || site.kind === "app") throw invalid({ site: ["publishers.unknown_site"] });
    const placement = await insertPlacement(ctx.tx, { publisherId: publisher.id, siteId }, settings, ctx.clock.now());
    await publishPlacements(ctx.tx, publisher.id);
    await ctx.audit.record({
      subject: subjectOf(placement),
      changes: changesBetween({}, { site: site.name, ...factsOf(settings) }),
    });
    return getPlacement(ctx, publisher.id, placement);
  },
});

type One = { publisher: number; placement: number };

/** Changes a placement, archives it or reactivates it. @throws 404 for an unknown one */
export const updatePlacement = command({
  name: "publishers.update_placement",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<One & { settings: PlacementSettings }>): Promise<PlacementRow> {
    const before = await lockPlacement(ctx, input);
    const changes = changesBetween(factsOf(before), factsOf(input.settings));
    if (changes.length === 0) {
      ctx.audit.unchanged("the placement is the same");
      return before;
    }
    await updatePlacementRow(ctx.tx, before, input.settings, ctx.clock.now());
    await publishPlacements(ctx.tx, before.publisherId);
    await ctx.audit.record({ subject: subjectOf(before.id), changes });
    return getPlacement(ctx, before.publisherId, before.id);
  },
});

type NewFallbackAd = One & { image: CompactImage; link: string; alt: string };

/**
 * Stores the image that a placement shows where no campaign fits: of one of its sizes, or larger in the same proportion.
 * @throws 404 for an unknown placement, 422 for an image of another proportion
 */
export const saveFallbackAd = command({
  name: "publishers.save_fallback_ad",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<NewFallbackAd>): Promise<PlacementRow> {
    const before = await lockPlacement(ctx, input);
    const { image, link, alt } = input;
    const size = before.sizes
      .map(sizeOf)
      .find(({ width, height }) => image.width >= width && image.width * height === image.height * width);
    if (size === undefined) throw invalid({ file: ["publishers.fallback_size"] });
    const hash = await publishAdFile(ctx.tx, image);
    await updateFallbackAd(ctx.tx, before, { hash, ...size, link, alt }, ctx.clock.now());
    await publishPlacements(ctx.tx, before.publisherId);
    await ctx.audit.record({
      subject: subjectOf(before.id),
      changes: [
        { field: "fallback_ad", before: before.fallback?.hash ?? null, after: hash },
        ...changesBetween({ link: before.fallback?.link ?? null, alt: before.fallback?.alt ?? null }, { link, alt }),
      ],
    });
    return getPlacement(ctx, before.publisherId, before.id);
  },
});

/** Removes a placement's fallback ad. @throws 404 for an unknown placement */
export const removeFallbackAd = command({
  name: "publishers.remove_fallback_ad",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<One>): Promise<PlacementRow> {
    const before = await lockPlacement(ctx, input);
    if (before.fallback === null) {
      ctx.audit.unchanged("there is no fallback ad");
      return before;
    }
    await updateFallbackAd(ctx.tx, before, null, ctx.clock.now());
    await publishPlacements(ctx.tx, before.publisherId);
    await ctx.audit.record({
      subject: subjectOf(before.id),
      changes: [{ field: "fallback_ad", before: before.fallback.hash, after: null }],
    });
    return getPlacement(ctx, before.publisherId, before.id);
  },
});

async function lockPlacement(ctx: CommandContext, { publisher, placement }: One): Promise<PlacementRow> {
  const { id } = await lockOpenPublisher(ctx.tx, callerOf(ctx.actor), publisher, ctx.clock.now());
  return getPlacement(ctx, id, placement);
}

async function getPlacement({ tx }: CommandContext, publisherId: number, id: number): Promise<PlacementRow> {
  const placement = await findPlacement(tx, publisherId, id);
  if (placement === null) throw notFound();
  return placement;
}

const subjectOf = (id: number) => ({ type: "placement", id: String(id) });

/** A placement for the audit trail; lists are one text. */
const factsOf = (settings: PlacementSettings): Record<string, AuditValue> => ({
  name: settings.name,
  sizes: settings.sizes.join(", "),
  floor: settings.floorMinor,
  allowed_categories: settings.allowedCategories.join(", "),
  blocked_categories: settings.blockedCategories.join(", "),
  blocked_advertisers: settings.blockedAdvertisers.join(", "),
  refresh_seconds: settings.refreshSeconds,
  state: settings.state,
});
