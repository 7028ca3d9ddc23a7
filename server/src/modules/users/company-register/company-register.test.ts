import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxProcess, startSandboxProcess } from "../../../testing/sandbox-process.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { readCompany } from "./read-company.ts";

let sandbox: SandboxProcess;
let stack: Stack;
beforeAll(async () => {
  sandbox = await startSandboxProcess("http://localhost:9");
  const env = {
    UID_REGISTER_URL: `${sandbox.url}/uid-register/V5.0/PublicServices.svc`,
    PRIVATE_HOSTS: new URL(sandbox.url).host,
  };
  stack = await startStack({ env });
});
afterAll(async () => {
  await stack?.close();
  await sandbox?.stop();
});
const client = (uid: string) => stack.signIn({ uid, role: "customer" });
const path = (companyUid: string) => `/company-register?company_uid=${encodeURIComponent(companyUid)}`;

test("a company is found by its UID however it is written, with its legal address and VAT number", async () => {
  const anna = await client("anna-1");
  const bakery = {
    ...{ company_name: "Bäckerei Morgenrot GmbH", street: "Kramgasse", house_number: "12" },
    ...{ postal_code: "3011", city: "Bern", vat_number: "CHE-200.000.018 MWST" },
  };
  for (const written of ["CHE-200.000.018", "che200000018 mwst", "200 000 018"]) {
    expect([written, (await anna.get(path(written))).body]).toEqual([written, bakery]);
  }
  const florist = (await anna.get(path("CHE-200.000.024"))).body;
  expect(florist).toMatchObject({ company_name: "Fleurs & Jardins Sàrl", vat_number: null });
  const alp = (await anna.get(path("CHE-200.000.047"))).body;
  expect(alp).toMatchObject({ street: "", house_number: "", postal_code: "3818", city: "Grindelwald" });
});

test("a wrong, an unknown and a deleted company's number are errors at the field; a visitor may not ask", async () => {
  const ben = await client("ben-1");
  const wrong = "This is not a UID: nine digits with a check digit, such as CHE-123.456.788";
  const unknown = "The UID register has no active company with this number";
  for (const [written, message] of [
    ["CHE-200.000.019", wrong],
    ["bakery", wrong],
    ["CHE-200.000.053", unknown],
    ["CHE-200.000.030", unknown],
  ] as const) {
    const { status, body } = await ben.get(path(written));
    expect([written, status, body.errors]).toEqual([written, 422, { company_uid: [message] }]);
  }
  expect((await stack.visitor().get(path("CHE-200.000.018"))).status).toBe(401);
});

test("no user exhausts the register's requests for the others, and its limit is passed on", async () => {
  const statuses = async (uid: string, times: number) => {
    const caller = await client(uid);
    const all: number[] = [];
    for (let time = 0; time < times; time++) all.push((await caller.get(path("CHE-200.000.018"))).status);
    return all;
  };
  expect(await statuses("carla-1", 6)).toEqual([200, 200, 200, 200, 200, 429]);
  const others = [
    ...(await statuses("dora-1", 5)),
    ...(await statuses("emil-1", 5)),
    ...(await statuses("fritz-1", 5)),
  ];
  expect(others).toContain(429);
  expect(others[0]).toBe(200);
});

test("a register that does not respond, or is not used, is a 503 with what to do", async () => {
  const gina = await client("gina-1");
  const { config } = stack.platform;
  const used = config.companyRegisterUrl;
  const message = "The UID register does not respond. Enter the name and address yourself.";
  expect((await stack.visitor().get("/site/status")).body.company_register).toBe(true);
  for (const url of [`${sandbox.url}/health`, "http://localhost:9/nowhere", null]) {
    config.companyRegisterUrl = url;
    const { status, body } = await gina.get(path("CHE-200.000.018"));
    expect([url, status, body.message]).toEqual([url, 503, message]);
  }
  expect((await stack.visitor().get("/site/status")).body.company_register).toBe(false);
  config.companyRegisterUrl = used;
});

test("what is no answer of the register is not read as one", () => {
  for (const text of ["", "<html>Maintenance</html>", "<Envelope><Body/></Envelope>"])
    expect(() => readCompany(text, "200000018")).toThrow("no answer of the UID register");
});
