import { readFileSync } from "node:fs";
import { endpoints } from "@litfass/contract/index";
import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import { expect, test } from "vitest";

test("the example of a proxy passes the largest upload of the app", () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(readFileSync("docs/nginx.conf", "utf8")) ?? [];
  const forms = (Object.values(endpoints) as EndpointDefinition[]).flatMap(({ multipart }) => multipart ?? []);
  const largest = Math.max(...forms.map(({ files, fileBytes }) => files * fileBytes));
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(largest);
});
