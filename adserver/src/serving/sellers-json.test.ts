import { demoCompany } from "@litfass/contract/settings/demo-company";
import { expect, test } from "vitest";
import { testAdServer } from "../testing/testing-ad-server.ts";
import { addressOf, type ListedSeller } from "./sellers-json.ts";

const seller: ListedSeller = {
  sellerId: "pub-1234567890123456",
  name: "Zeitung «Der Bote» AG",
  domain: "zeitung.example",
  isConfidential: false,
};

function serverOf(list: () => Promise<ListedSeller[]>) {
  const adServer = testAdServer([], { listSellers: list });
  adServer.instance.sellersContact = { email: "ads@operator.example", address: addressOf(demoCompany) };
  const read = async () => {
    const answer = await adServer.call("GET", "/sellers.json");
    return { ...answer, content: JSON.parse(String(answer.body)) as Record<string, unknown> };
  };
  return { adServer, read };
}

test("sellers.json has the fields of version 1.0, and hides the name and domain of confidential sellers", async () => {
  const hidden = { ...seller, sellerId: "pub-0000000000000007", isConfidential: true };
  const { status, headers, content } = await serverOf(async () => [seller, hidden]).read();
  expect([status, headers["content-type"], headers["access-control-allow-origin"]]).toEqual([
    200,
    "application/json; charset=utf-8",
    "*",
  ]);
  expect(content).toEqual({
    contact_email: "ads@operator.example",
    contact_address: expect.stringContaining(demoCompany.city),
    version: "1.0",
    sellers: [
      {
        seller_id: "pub-1234567890123456",
        seller_type: "PUBLISHER",
        is_confidential: 0,
        name: "Zeitung «Der Bote» AG",
        domain: "zeitung.example",
      },
      { seller_id: "pub-0000000000000007", seller_type: "PUBLISHER", is_confidential: 1 },
    ],
  });
});

test("the list is read at most once a minute, and a failed read is tried again", async () => {
  let reads = 0;
  let fails = false;
  const { adServer, read } = serverOf(async () => {
    reads += 1;
    if (fails) throw new Error("no database");
    return reads === 1 ? [] : [seller];
  });
  await Promise.all([read(), read(), read()]);
  expect(reads).toBe(1);
  adServer.clock.advance(59_000);
  expect((await read()).content.sellers).toEqual([]);
  adServer.clock.advance(1_000);
  expect((await read()).content.sellers).toHaveLength(1);
  fails = true;
  adServer.clock.advance(60_000);
  await expect(read()).rejects.toThrow("no database");
  fails = false;
  expect((await read()).content.sellers).toHaveLength(1);
  expect(reads).toBe(4);
});
