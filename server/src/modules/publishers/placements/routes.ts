import { readFile } from "node:fs/promises";
import { metaOf } from "@litfass/contract/kernel/paging";
import { placementEndpoints as endpoints, type newPlacementSchema } from "@litfass/contract/publishers/placements";
import type { UploadedFile } from "@litfass/platform/http/form";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { invalid, notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { type CompactImage, compactImage } from "../../creatives/index.ts";
import { getPublisher } from "../publisher-access.ts";
import { createPlacement, removeFallbackAd, saveFallbackAd, updatePlacement } from "./change-placements.ts";
import { findPlacement, listPlacementRows, type PlacementRow, type PlacementSettings } from "./placement-sql.ts";
import { presentPlacement } from "./present-placement.ts";

/** A publisher's placements: by the publisher itself and by staff. */
export function placementRoutes(app: FastifyInstance, { db, clock, config }: Platform): void {
  const done = (row: PlacementRow) => presentPlacement(row, config);
  mount(app, endpoints.listPlacements, async ({ caller, params, query }) => {
    const { id } = await getPublisher(db, caller, params.publisher, clock.now());
    const { rows, total } = await listPlacementRows(db, id, query);
    return { data: rows.map(done), meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.showPlacement, async ({ caller, params }) => {
    const { id } = await getPublisher(db, caller, params.publisher, clock.now());
    const placement = await findPlacement(db, id, params.placement);
    if (placement === null) throw notFound();
    return done(placement);
  });
  mountCommand(
    app,
    endpoints.createPlacement,
    createPlacement,
    ({ params, body: { site, ...body } }) => ({ ...params, site, settings: settingsOf(body) }),
    { done },
  );
  mountCommand(
    app,
    endpoints.updatePlacement,
    updatePlacement,
    ({ params, body }) => ({ ...params, settings: settingsOf(body) }),
    { done },
  );
  mountCommand(
    app,
    endpoints.saveFallbackAd,
    saveFallbackAd,
    async ({ caller, params, body, files }) => {
      // Checks access before the costly encoding, and again under the lock.
      await getPublisher(db, caller, params.publisher, clock.now());
      return { ...params, ...body, image: await imageOf(files) };
    },
    { done },
  );
  mountCommand(app, endpoints.deleteFallbackAd, removeFallbackAd, ({ params }) => params, { done });
}

async function imageOf(files: UploadedFile[]): Promise<CompactImage> {
  const file = files.find(({ field }) => field === "file");
  if (!file) throw invalid({ file: ["rule.required"] });
  return compactImage(await readFile(file.path), "banner");
}

type Body = Omit<z.output<typeof newPlacementSchema>, "site">;

const settingsOf = (body: Body): PlacementSettings => ({
  name: body.name,
  sizes: body.sizes,
  floorMinor: body.floor,
  allowedCategories: body.allowed_categories,
  blockedCategories: body.blocked_categories,
  blockedAdvertisers: body.blocked_advertisers,
  refreshSeconds: body.refresh_seconds,
  state: body.state,
});
