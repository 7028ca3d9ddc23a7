import type { Role } from "@litfass/contract/kernel/roles";
import type { Page } from "playwright-core";
import { clientRoutes } from "../../../web/src/app/client-routes.ts";
import { canOpen } from "../../../web/src/app/navigation.ts";
import { callFrom } from "../../support/call-api.ts";

type Listed = { data: Record<string, string>[] };

/** The signed-in role of a page. */
type Viewer = { uid: string; user_role: Role };

/**
 * Every screen of the shell that the viewer may open, with demo ids as parameters; screens without an id are skipped
 * and listed.
 */
export function openPaths(viewer: Viewer, ids: Record<string, string>): string[] {
  const paths = clientRoutes
    .filter(({ frame }) => frame === undefined)
    .map(({ path }) => {
      const first = /customers$/.test(path) ? "account-managers" : path.split("/")[1];
      return path.replace(/:(\w+)/g, (whole, name: string) => ids[`${first}:${name}`] ?? whole);
    })
    .filter((path) => canOpen(viewer, path) && !["/disabled", "/verify-email"].includes(path));
  const unknown = paths.filter((path) => path.includes(":"));
  if (unknown.length > 0) console.log(`not visited, the demo has no such thing: ${unknown.join(", ")}`);
  return paths.filter((path) => !path.includes(":"));
}

/** Demo ids for path parameters: a customer, an account manager, a campaign and a bulk campaign. */
export async function realIds(admin: Page): Promise<Record<string, string>> {
  const first = async (target: string): Promise<Record<string, string>> => {
    const { body } = await callFrom(admin, "GET", target);
    const found = (body as Listed).data[0];
    if (!found) throw new Error(`${target} is empty`);
    return found;
  };
  const customer = await first("/users?search=customer@demo.example");
  const manager = await first("/users?search=sales@demo.example");
  const campaign = await first(`/user-campaigns/${customer.uid}/campaigns`);
  const bulk = await first("/bulk-campaigns?sort=created_at");
  return {
    "users:uid": String(customer.uid),
    "users:id": String(campaign.id),
    "account-managers:uid": String(manager.uid),
    "campaigns:id": String(campaign.id),
    "bulk-campaigns:id": String(bulk.id),
  };
}
