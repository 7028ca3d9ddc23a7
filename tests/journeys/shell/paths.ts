import type { Role } from "@litfass/contract/roles";
import type { Page } from "playwright-core";
import { clientRoutes } from "../../../web/src/app/client-routes.ts";
import { mayOpen } from "../../../web/src/app/navigation.ts";
import { callFrom } from "./call-from.ts";

type Listed = { data: Record<string, string>[] };

/** Who is signed in on a page. */
type Viewer = { uid: string; user_role: Role };

/** Every screen of the shell that the viewer may open, its parameters filled with ids of the house. */
export function openPaths(viewer: Viewer, ids: Record<string, string>): string[] {
  const idOf = (path: string, name: string): string => {
    const id = name === "uid" && /customers|account-managers/.test(path) ? ids.manager : ids[name];
    if (!id) throw new Error(`No id for :${name} of ${path}`);
    return id;
  };
  return clientRoutes
    .filter(({ frame }) => frame === undefined)
    .map(({ path }) => path.replace(/:(\w+)/g, (_whole, name: string) => idOf(path, name)))
    .filter((path) => mayOpen(viewer, path) && !["/disabled", "/verify-email"].includes(path));
}

/** Ids that stand for the parameters of the paths: a customer, an account manager and a campaign of the demo. */
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
  return { uid: String(customer.uid), manager: String(manager.uid), id: String(campaign.id) };
}
