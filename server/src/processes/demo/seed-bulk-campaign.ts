import type { BulkCustomerChange } from "@litfass/contract/campaigns/bulk-campaigns";
import type { Location } from "@litfass/contract/targeting/targeting";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import {
  changeBulkCampaign,
  createBulkCampaign,
  getBulkCampaign,
  listBulkCampaignRows,
} from "../../modules/campaigns/bulk/index.ts";
import type { CommandRunner } from "../../modules/campaigns/index.ts";
import { fillDraft, runAs } from "./demo-runner.ts";

const dayMs = 86_400_000;

const around = (name: string, latitude: number, longitude: number, km: number): Location => ({
  kind: "radius",
  id: `radius:${latitude.toFixed(4)}:${longitude.toFixed(4)}:${km}`,
  name: `${name}, ${km} km`,
  country: "CH",
  radius_km: km,
  latitude,
  longitude,
});

/**
 * The bakery's branches, prepared by its account manager: two are ready, one has no budget yet. Nothing is launched.
 */
export async function seedDemoBulkCampaign(
  runner: CommandRunner,
  people: { customer: { uid: string }; sales: { uid: string } },
): Promise<void> {
  const { db, clock } = runner.platform;
  const caller = { uid: people.sales.uid, role: "sales", reach: "assigned", lang: "en" } as const;
  const { total } = await listBulkCampaignRows(db, caller, { page: 1, per_page: 1, direction: "asc" });
  if (total > 0) return;
  const now = clock.now();
  const day = (offset: number) => new Date(now.getTime() + offset * dayMs).toISOString().slice(0, 10);
  const customer = people.customer.uid;
  const link = "https://www.brothaus-matte.example";
  const customers: BulkCustomerChange[] = [
    { customer, branch: "Bern", budget: 30_000, location: around("Bern", 46.948, 7.4474, 10) },
    {
      customer,
      branch: "Thun",
      budget: 20_000,
      location: around("Thun", 46.7512, 7.6217, 8),
      destination_url: `${link}/thun`,
    },
    { customer, branch: "Burgdorf", location: around("Burgdorf", 47.0554, 7.6214, 8) },
  ];
  const { id } = await runAs(runner, caller, createBulkCampaign, {
    name: "Branches in winter",
    categories: ["IAB8"],
    language: "de",
    targeting: targetingSchema.parse({ devices: ["smartphone", "computer", "tablet"] }),
    start_on: day(5),
    end_on: day(35),
    destination_url: `${link}/filialen`,
  });
  const { template } = await getBulkCampaign(db, caller, id);
  const texts = {
    title: "Frisch in Ihrer Filiale",
    description: "Brot aus dem Holzofen, ab halb sieben. Am Samstag mit Zopf und Kaffee.",
    buttonText: "Filiale finden",
  };
  const sample = { campaignId: template.id, template: "split", sample: "offer", texts, lang: "de" } as const;
  const group = await runAs(runner, caller, fillDraft, sample);
  await runAs(runner, caller, changeBulkCampaign, { id, change: { creative_groups: [group], customers } });
}
