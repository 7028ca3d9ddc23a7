import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseEnv } from "node:util";
import { usualDrainSeconds } from "@litfass/platform/config/config";
import { expect, test } from "vitest";
import { runCli } from "../../server/src/processes/cli/run-cli.ts";
import { variableNames } from "../../server/src/processes/config.ts";
import { drainingParts, supervisorStopMs } from "../../server/src/processes/supervisor.ts";
import { skipped } from "../../tests/support/needs.ts";
import { root } from "../run-steps.ts";

const folder = path.join(root, "deploy");
const { allocatorSettings } = (await import(pathToFileURL(path.join(root, "scripts/allocator-settings.mjs")).href)) as {
  allocatorSettings: Record<string, string>;
};
const read = (file: string): string => readFileSync(path.join(folder, file), "utf8");
const example = parseEnv(read("litfass.env.example"));
const units = readdirSync(path.join(folder, "systemd"));

/** Variables of other programs, and of the proxy's configuration. */
const foreign = new Set([
  ...["POSTGRES_PASSWORD", "POSTGRES_USER", "POSTGRES_DB", "CLICKHOUSE_PASSWORD", "CLICKHOUSE_USER", "CLICKHOUSE_DB"],
  ...["ACME_EMAIL", "APP_UPSTREAM", "ADS_UPSTREAM", "POD_IP"],
  ...Object.keys(allocatorSettings),
  ...["TMPDIR", "NODE_OPTIONS", "NODE_COMPILE_CACHE", "EMBEDDED", "GRAFANA_PASSWORD"],
]);

/** What looks like a variable's name in files that set variables. */
function namedIn(text: string): string[] {
  const patterns = [/\$\{([A-Z][A-Z0-9_]+)/g, /\{\$([A-Z][A-Z0-9_]+)/g, /\b(?:name: )([A-Z][A-Z0-9_]+)/g];
  const assigned = [/^\s*([A-Z][A-Z0-9_]{3,}):/gm, /(?:^|\s)([A-Z][A-Z0-9_]{3,})=/gm];
  return [...patterns, ...assigned].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? ""));
}

const files = [
  ...["compose.yaml", "compose.three-ad-servers.yaml", "litfass.env.example", "docker/Dockerfile"],
  ...["proxies/Caddyfile", "helm/litfass/values.yaml"],
  ...["_helpers.tpl", "api.yaml", "ad-servers.yaml", "migrate.yaml"].map((name) => `helm/litfass/templates/${name}`),
  "litfass",
  ...units.map((name) => `systemd/${name}`),
];

test.each(files)("every variable in deploy/%s exists", (file) => {
  const unknown = namedIn(read(file)).filter((name) => !variableNames.includes(name) && !foreign.has(name));
  expect(unknown).toEqual([]);
});

test("check-config accepts the example of settings for production", async () => {
  const lines: string[] = [];
  const code = await runCli(["check-config", "--production"], { env: { ...example }, say: (line) => lines.push(line) });
  expect(lines.filter((line) => line.startsWith("fault"))).toEqual([]);
  const untouched = lines.filter((line) => line.includes("is that of litfass.env.example"));
  const names = ["PUBLIC_URL", "ADS_URL", "SMTP_URL", "MAIL_FROM", "MAIL_REPLY_TO"];
  names.push("SELLER_NAME", "SELLER_VAT_NUMBER", "SELLER_IBAN", "SELLER_EMAIL");
  expect(untouched.map((line) => /^warning +(\w+):/.exec(line)?.[1]).sort()).toEqual(names.sort());
  expect(code).toBe(0);
});

test("a shell reads the example like systemd and Compose do", () => {
  const names = Object.keys(example);
  const script = `set -eua; . ./litfass.env.example; node -p 'JSON.stringify(process.env)'`;
  const { stdout, stderr } = spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
  expect(stderr).toBe("");
  const read = JSON.parse(stdout) as Record<string, string>;
  expect(Object.fromEntries(names.map((name) => [name, read[name]]))).toEqual(example);
});

test("the example has no secret that anyone could leave in place", () => {
  const secrets = Object.entries(example).filter(([name]) => /SECRET|PASSWORD/.test(name));
  expect(secrets.length).toBeGreaterThan(4);
  for (const [, value] of secrets) expect(value).toBe("");
});

const services = units.filter((name) => name.endsWith(".service"));

test("processes without the launcher have the settings of glibc that it sets", () => {
  const expected = Object.entries(allocatorSettings).map(([name, value]) => `${name}=${value}`);
  expect(expected.length).toBeGreaterThan(0);
  for (const name of services) {
    const set = [...read(`systemd/${name}`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, each = ""]) =>
      each.split(" "),
    );
    expect(set, name).toEqual(expect.arrayContaining(expected));
  }
  const image = /^ENV (MALLOC.*)$/m.exec(read("docker/Dockerfile"))?.[1]?.split(" ");
  expect(image).toEqual(expected);
  // Compose and Kubernetes run the image, whose variables hold there, too.
  for (const file of files.filter((name) => /^(compose|helm)/.test(name))) expect(read(file)).not.toContain("MALLOC_");
});

test.each(services)("%s runs hardened, and only writes to its own folders", (name) => {
  const lines = read(`systemd/${name}`).split("\n");
  for (const line of ["User=litfass", "NoNewPrivileges=yes", "ProtectSystem=strict", "PrivateTmp=yes", "UMask=0077"]) {
    expect(lines).toContain(line);
  }
  const entries = lines.flatMap((line) => /^ExecStart(?:Pre)?=\S+ \S+ \/opt\/litfass\/(\S+)/.exec(line)?.[1] ?? []);
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) expect(readFileSync(path.join(root, entry), "utf8")).not.toBe("");
});

test("the supervisor alone is told to stop, and has time to stop its processes in order", () => {
  const unit = read("systemd/litfass.service");
  expect(unit).toMatch(/^KillMode=mixed$/m);
  const stopSeconds = supervisorStopMs / 1000 + drainingParts * usualDrainSeconds;
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(stopSeconds);
});

test.each(["litfass-ads@.service", "litfass-api.service"])("%s may drain before it is killed", (name) => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read(`systemd/${name}`))?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(usualDrainSeconds + 20);
});

const systemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test("systemd accepts the units", systemd ? {} : skipped("systemd is not installed"), () => {
  for (const name of units) {
    const { stderr } = spawnSync("systemd-analyze", ["verify", path.join(folder, "systemd", name)], {
      encoding: "utf8",
    });
    // The program is installed on the server only.
    const own = stderr.split("\n").filter((line) => line.includes("litfass") && !line.includes("is not executable"));
    expect(own, name).toEqual([]);
  }
});
