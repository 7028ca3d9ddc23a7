import { createServer } from "node:http";
import { readConfig } from "../platform/config.ts";
import { createRegistry } from "../platform/http/metrics.ts";
import { createLog } from "../platform/log.ts";
import { connectPostgres } from "../platform/postgres.ts";
import { portError, type Running, runProcess, StartError } from "../platform/process-lifetime.ts";

/** A delivery process on its own origin. It never opens the event store: what happens goes to a journal. */
async function startDeliveryProcess(): Promise<Running> {
  const config = readConfig(process.env);
  if (!config.databaseUrl) throw new StartError("DATABASE_URL is not set; npm start brings an own PostgreSQL");
  const log = createLog({ level: config.logLevel, process: "delivery" });
  const postgres = connectPostgres(config.databaseUrl, { log, maxConnections: 4 });
  const registry = createRegistry("delivery");
  const server = createServer(async (request, response) => {
    const path = request.url?.split("?", 1)[0];
    if (path === "/metrics") {
      response.setHeader("content-type", registry.contentType);
      response.end(await registry.metrics());
      return;
    }
    const ready = path === "/health" || (path === "/ready" && (await answers(postgres.pool)));
    const known = path === "/health" || path === "/ready";
    response.statusCode = known ? (ready ? 200 : 503) : 404;
    response.end();
  });
  const stop = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    await postgres.close();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(config.deliveryPort, config.host, resolve);
    });
  } catch (error) {
    await postgres.close();
    throw portError(error, "DELIVERY_PORT", config.deliveryPort);
  }
  log.info({ port: config.deliveryPort }, "delivery listens");
  return { stop };
}

const answers = async (pool: { query(text: string): Promise<unknown> }): Promise<boolean> => {
  try {
    await pool.query("select 1");
    return true;
  } catch {
    return false;
  }
};

await runProcess("delivery", startDeliveryProcess);
