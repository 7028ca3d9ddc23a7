import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Clock, systemClock } from "@litfass/platform/clock";
import { createLog } from "@litfass/platform/log/log";
import type { Platform } from "@litfass/platform/platform";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { freePort } from "@litfass/platform/process/free-port";
import { systemRandom } from "@litfass/platform/random";
import { build } from "vite";
import { type CardProcessor, createCardProcessor } from "../../server/src/modules/billing/payments/card-processor.ts";
import { insertUser } from "../../server/src/modules/users/index.ts";
import { readAppConfig } from "../../server/src/processes/config.ts";
import { until } from "../support/installation.ts";
import { type CardGate, openCardGate } from "./card-gate.ts";
import type { Order } from "./pay-until-killed.ts";

/** One process of billing that can be killed. */
export type Victim = { port: number; isAlive(): boolean; order(order: Order): Promise<void>; kill(): void };

/** A database, a card processor, and billing's processes in between. */
export type CardInstallation = {
  gate: CardGate;
  /** Directly to the card processor, bypassing the proxy. */
  processor: CardProcessor;
  sandboxUrl: string;
  /** Billing in this process, which is never killed, at a different time. */
  platformAt(offsetMs: number): Platform;
  /** The next process; its successor starts at once. */
  nextVictim(): Promise<Victim>;
  close(): Promise<void>;
};

const root = path.resolve(import.meta.dirname, "../..");
const startedAhead = 3;

export async function openCardInstallation(customers: string[]): Promise<CardInstallation> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-cards-"));
  chmodSync(folder, 0o755);
  const say = (line: string): void => console.log(line);
  const password = systemRandom.bytes(24).toString("base64url");
  const postgres = await startEmbeddedPostgres({ folder: path.join(folder, "postgres"), password, say });
  const log = createLog({ level: "silent", process: "test" });
  await migratePostgres(postgres.url, log);
  const [sandboxPort, smtpPort] = await Promise.all([freePort(), freePort()]);
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const gate = await openCardGate(() => sandboxUrl);
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_SPEED: "0",
    SANDBOX_WEBHOOK_URL: `${gate.url}/webhook`,
    STRIPE_SECRET_KEY: "sk_test_of_the_card_tests",
    STRIPE_WEBHOOK_SECRET: "webhook-secret-of-the-card-tests",
    STRIPE_API_URL: `${gate.url}/stripe`,
  };
  const config = readAppConfig(env);
  const { db, close: closeDatabase } = connectPostgres(postgres.url, { log });
  const now = systemClock.now();
  for (const uid of customers) {
    const address = { countryCode: "CH", postalCode: "3011", city: "Bern", street: "Gerberngasse", houseNumber: "27" };
    const person = {
      uid,
      role: "customer",
      lang: "en",
      email: `${uid}@test.example`,
      fullName: "Test",
      status: 2,
    } as const;
    await insertUser(db, { ...person, ...address, displayName: "Test", createdAt: now, updatedAt: now });
  }
  const sandbox = spawn(process.execPath, [path.join(root, "sandbox/src/main.ts")], { env, stdio: "ignore" });
  await until(() => sandbox.exitCode !== null || isOpen(sandboxUrl), 30_000);

  const script = await bundled("pay-until-killed.ts", folder);
  const starting: Promise<Victim>[] = [];
  const start = (): void => void starting.push(startVictim(script, env));
  return {
    gate,
    processor: createCardProcessor({ ...config.providers.stripe!, apiUrl: `${sandboxUrl}/stripe` }),
    sandboxUrl,
    platformAt(offsetMs) {
      const clock: Clock = { now: () => new Date(systemClock.now().getTime() + offsetMs) };
      const jobs = { send: async () => null };
      return { config, log, db, jobs, clock, random: systemRandom } as unknown as Platform;
    },
    async nextVictim() {
      while (starting.length < startedAhead) start();
      const victim = await starting.shift()!;
      gate.setWebhookPort(victim.port);
      return victim;
    },
    async close() {
      gate.setWebhookPort(null);
      for (const victim of await Promise.allSettled(starting)) if (victim.status === "fulfilled") victim.value.kill();
      sandbox.kill("SIGTERM");
      if (sandbox.exitCode === null) await once(sandbox, "exit");
      await gate.close();
      await closeDatabase();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Bundled into one file, because a process that is killed a thousand times must start quickly. */
async function bundled(script: string, folder: string): Promise<string> {
  const outDir = path.join(folder, "bundle");
  const ssr = path.join(import.meta.dirname, script);
  await build({
    configFile: false,
    logLevel: "error",
    root,
    // The image codecs and the password hash are binaries next to the packages.
    ssr: { noExternal: true, external: ["sharp", "@node-rs/argon2"] },
    build: { ssr, outDir, emptyOutDir: true, minify: false, target: "node24" },
  });
  symlinkSync(path.join(root, "node_modules"), path.join(outDir, "node_modules"));
  return path.join(outDir, script.replace(/\.ts$/, ".js"));
}

async function startVictim(script: string, env: NodeJS.ProcessEnv): Promise<Victim> {
  const child: ChildProcess = spawn(process.execPath, [script], {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const gone = once(child, "exit");
  const first = await Promise.race([once(child, "message"), gone.then(() => null)]);
  if (!first) throw new Error("Billing's process ended before it was ready");
  const [{ port }] = first as [{ port: number }];
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    port,
    isAlive,
    /** Resolves when it is done, has failed, or the process has exited. */
    async order(order) {
      if (!isAlive()) return;
      child.send(order, () => {});
      await Promise.race([once(child, "message"), gone]);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

let opened = false;
/** Polls until something listens. */
function isOpen(url: string): boolean {
  fetch(`${url}/health`).then(
    () => {
      opened = true;
    },
    () => {},
  );
  return opened;
}
