import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const open = (url: string) => stack.app.inject({ url, headers: { "accept-language": "en", accept: "text/html" } });

test("the landing page leads to a report with figures, which links through its tables without scripts", async () => {
  expect((await open("/en")).body).toContain('href="/en/example-report"');
  const { body, statusCode } = await open("/en/example-report");
  expect(statusCode).toBe(200);
  for (const figure of ["100&#39;000", "77.9%", "0.32%", "2&#39;500.00"]) expect(body).toContain(figure);
  expect(body).toContain('<th scope="row">berner-tagblatt.example</th>');
  expect(body).not.toContain('<th scope="row">Ostermundigen</th>');
  const links = [...body.matchAll(/href="(\/en\/example-report\?by=\w+)#figures"/g)].map((match) => match[1] ?? "");
  expect(links).toHaveLength(6);
  const cities = await open("/en/example-report?by=cities");
  expect(cities.body).toContain('<th scope="row">Ostermundigen</th>');
  expect(cities.body).toContain(`rel="canonical" href="${stack.platform.config.publicUrl}/en/example-report"`);
  for (const link of links) expect((await open(link)).statusCode, link).toBe(200);
});

test("the example has the operator's price, and the PDF follows it", async () => {
  const pdf = async () => (await open("/site/example-report/de.pdf")).rawPayload;
  const first = await open("/site/example-report/de.pdf");
  expect([first.statusCode, first.headers["content-type"], first.headers["x-robots-tag"]]).toEqual([
    200,
    "application/pdf",
    "noindex",
  ]);
  expect((await pdf()).equals(first.rawPayload)).toBe(true);
  const operator = await stack.signIn("super_admin");
  const { version, settings } = (await operator.get("/settings/operator")).body.prices;
  const changed = await operator.put("/settings/operator/prices", {
    version,
    note: "Dearer",
    settings: { ...settings, cpm: { CHF: 30, EUR: 30 } },
  });
  expect(changed.status).toBe(200);
  expect((await open("/de/example-report")).body).toContain("3&#39;000.00");
  expect((await pdf()).equals(first.rawPayload)).toBe(false);
  expect((await open("/site/example-report/fr.pdf")).statusCode).toBe(404);
});
