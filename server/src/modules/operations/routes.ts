import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { commandsPage, type MaintenanceCommand } from "./commands-page.ts";
import { launchExaminer } from "./launch/launch-checklist.ts";
import { logsPage } from "./logs-page.ts";
import { monitoringPage } from "./monitoring-page.ts";
import { queuePage } from "./queue-page.ts";
import { showStatus } from "./status/show-status.ts";
import { style, stylePath } from "./style.ts";
import { workListRoutes } from "./work-list.ts";

/**
 * The operators' server-rendered pages: queue monitor, logs, commands and campaign monitoring, which work without
 * scripts; the work list of the staff, the checklist before the launch, and the status of the installation.
 */
export async function operationRoutes(
  app: FastifyInstance,
  platform: Platform,
  commands: MaintenanceCommand[],
): Promise<void> {
  app.get(stylePath, (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  await app.register(async (pages) => {
    pages.removeContentTypeParser("application/x-www-form-urlencoded");
    pages.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    queuePage(pages, platform);
    commandsPage(pages, platform, commands);
    monitoringPage(pages, platform);
  });
  logsPage(app, platform);
  workListRoutes(app, platform);
  mount(app, endpoints.showLaunchChecklist, ({ lang }) => launchExaminer(platform)(lang));
  mount(app, endpoints.showStatus, () => showStatus(platform, platform.defaultSettings));
}
