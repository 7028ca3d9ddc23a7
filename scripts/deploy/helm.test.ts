import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parse as renderGoTemplate } from "@evertdespiegeleer/go-template";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { root } from "../run-steps.ts";

const chart = path.join(root, "deploy/helm/litfass");
const read = (file: string): string => readFileSync(path.join(chart, file), "utf8");
const values = parse(read("values.yaml"));
const isValid = new Ajv({ strict: false }).compile(JSON.parse(read("values.schema.json")));

type Container = { args: string[]; env: { name: string; value?: string }[]; [name: string]: unknown };
type Resource = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: {
    maxReplicas?: number;
    replicas?: number;
    strategy?: { type: string };
    template?: {
      spec: { securityContext: unknown; containers: Container[]; terminationGracePeriodSeconds?: number };
    };
    rules?: { host: string; http: { paths: { backend: { service: { name: string } } }[] } }[];
  };
};

async function render(given: object): Promise<Resource[]> {
  const metadata = parse(read("Chart.yaml"));
  const data = {
    Values: given,
    Release: { Name: "test", Service: "Helm" },
    Chart: { Name: metadata.name, AppVersion: metadata.appVersion },
  };
  const resources: Resource[] = [];
  for (const file of readdirSync(path.join(chart, "templates")).filter((name) => name.endsWith(".yaml"))) {
    const text = await renderGoTemplate(`${read("templates/_helpers.tpl")}${read(`templates/${file}`)}`, data);
    for (const document of parseAllDocuments(text)) {
      expect(document.errors, `${file}:\n${text}`).toEqual([]);
      resources.push(document.toJS());
    }
  }
  return resources;
}

const resources = await render(values);
const workloads = resources.flatMap(({ kind, spec: { template } }) => (template ? [{ kind, ...template.spec }] : []));

test("the chart's values match their schema, and wrong ones are refused", () => {
  expect(isValid(values), JSON.stringify(isValid.errors)).toBe(true);
  expect(isValid({ ...values, settings: { SESSION_SECRET: "in plain text" } })).toBe(false);
  expect(isValid({ ...values, hosts: { app: "https://app.example.com", ads: "ads.example.com" } })).toBe(false);
  expect(isValid({ ...values, image: { ...values.image, tag: "latest" } })).toBe(false);
});

test("with a bucket several API pods share no volume and are replaced one after another; without one there is one pod", async () => {
  const { settings, api } = values;
  const several = { ...values, api: { ...api, replicas: 3 } };
  expect(isValid(several)).toBe(false);
  const shared = { ...several, settings: { ...settings, FILES_URL: "s3://litfass" } };
  expect(isValid(shared), JSON.stringify(isValid.errors)).toBe(true);
  const apiOf = async (given: object) => {
    const rendered = await render(given);
    const { replicas, strategy } = rendered.find(({ kind }) => kind === "Deployment")?.spec ?? {};
    return { replicas, strategy: strategy?.type, claims: rendered.filter(({ kind }) => /Claim/.test(kind)).length };
  };
  expect(await apiOf(shared)).toEqual({ replicas: 3, strategy: "RollingUpdate", claims: 0 });
  expect(await apiOf(values)).toEqual({ replicas: 1, strategy: "Recreate", claims: 1 });
});

describe("rendered by Go's template engine", () => {
  test.each(resources.map((resource) => [resource.kind, resource.metadata.name, resource] as const))(
    "%s %s matches the schema of Kubernetes",
    async (kind, _name, resource) => {
      const file = path.join(root, "node_modules/kubernetes-models", resource.apiVersion, `${kind}.js`);
      // The package's modules are CommonJS, whose names Node cannot list beforehand.
      const { default: models } = (await import(pathToFileURL(file).href)) as {
        default: Record<string, new (data: unknown) => { validate(): void }>;
      };
      const Model = models[kind];
      if (Model === undefined) throw new Error(`there is no ${resource.apiVersion} ${kind}`);
      expect(() => new Model(resource).validate()).not.toThrow();
    },
  );

  test("each workload runs without root, privileges and a writable root", () => {
    expect(workloads.map(({ kind }) => kind).sort()).toEqual(["Deployment", "Job", "StatefulSet"]);
    for (const { securityContext, containers } of workloads) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true });
      for (const container of containers) {
        expect(container.securityContext).toEqual({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ["ALL"] },
        });
      }
    }
  });

  test("a pod that is told to stop may drain before it is killed", () => {
    for (const { kind, containers, terminationGracePeriodSeconds } of workloads) {
      if (kind === "Job") continue;
      const seconds = Number(containers[0]?.env.find(({ name }) => name === "DRAIN_SECONDS")?.value);
      expect(seconds).toBeGreaterThan(0);
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + 20);
    }
  });

  test("all ad servers share an origin and a service, and tell the others where they are", () => {
    const ads = workloads.find(({ kind }) => kind === "StatefulSet")?.containers[0];
    const variable = (key: string) => ads?.env.find(({ name }) => name === key)?.value;
    expect(variable("ADS_URL")).toBe("https://ads.example.com");
    expect(variable("DELIVERY_INTERNAL_URL")).toBe("http://$(POD_IP):8081");
    const rules = resources.find(({ kind }) => kind === "Ingress")?.spec.rules ?? [];
    const serviceOf = Object.fromEntries(rules.map(({ host, http }) => [host, http.paths[0]?.backend.service.name]));
    expect(serviceOf).toEqual({ "app.example.com": "test-api", "ads.example.com": "test-ads" });
    const services = resources.filter(({ kind }) => kind === "Service").map(({ metadata }) => metadata.name);
    expect(services).toEqual(expect.arrayContaining(Object.values(serviceOf)));
  });

  test("the database is migrated before pods of a release start", () => {
    const job = resources.find(({ kind }) => kind === "Job");
    expect(job?.metadata.annotations?.["helm.sh/hook"]).toBe("pre-install,pre-upgrade");
    expect(job?.spec.template?.spec.containers[0]?.args).toEqual(["migrate"]);
  });
});
