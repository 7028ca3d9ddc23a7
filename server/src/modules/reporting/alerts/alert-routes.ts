import { endpoints } from "@litfass/contract/index";
import type { Caller } from "@litfass/contract/kernel/roles";
import { maxAlerts } from "@litfass/contract/reporting/alerts";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import type { ReportingRoutesContext } from "../reporting-context.ts";
import { changeAlert, createAlert, presentAlert, removeAlert } from "./alert-commands.ts";
import { listAlertRows } from "./alert-sql.ts";

/** The caller's own alerts by mail. */
export function alertRoutes(app: FastifyInstance, { platform, screenSources }: ReportingRoutesContext): void {
  mount(app, endpoints.listAlerts, async ({ caller }) =>
    (await listAlertRows(platform.db, caller.uid, maxAlerts)).map(presentAlert),
  );
  mountCommand(
    app,
    endpoints.createAlert,
    createAlert,
    async ({ caller, body }) => ({ campaign: await named(caller, body.campaign), rule: body.rule }),
    { done: presentAlert },
  );
  mountCommand(
    app,
    endpoints.changeAlert,
    changeAlert,
    ({ params, body }) => ({
      id: params.id,
      ...(body.rule && { rule: body.rule }),
      ...(body.is_active !== undefined && { isActive: body.is_active }),
    }),
    { done: presentAlert },
  );
  mountCommand(app, endpoints.removeAlert, removeAlert, ({ params }) => ({ id: params.id }));

  /** @throws 404 for a campaign beyond the caller's reach. */
  async function named(caller: Caller, id: number | null): Promise<{ id: number; name: string } | null> {
    if (id === null) return null;
    const [found] = await screenSources.campaignsFor(caller, { ids: [id], limit: 1 });
    if (!found) throw notFound();
    return { id, name: found.name };
  }
}
