import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let sales: TestClient;
let customer: TestClient;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

beforeEach(async () => {
  [sales, customer] = await Promise.all([stack.signIn("sales"), stack.signIn("customer")]);
});

const status = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;

test("[API-USER-009] [FIELD-USER-003] the logo of an account manager is re-encoded and served; other files and roles are rejected", async () => {
  const drawn = sharp({ create: { width: 1500, height: 300, channels: 3, background: "#c8361f" } });
  const png = await drawn
    .withExif({ IFD0: { Copyright: "the camera's owner" } })
    .png()
    .toBuffer();
  const send = async (client: TestClient, body: Buffer, name: string) => {
    const form = new FormData();
    form.set("logo", new Blob([new Uint8Array(body)]), name);
    const request = new Request("http://localhost/", { method: "POST", body: form });
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    return client.post("/managers/logo", Buffer.from(await request.arrayBuffer()), headers);
  };
  const stored = await send(sales, Buffer.concat([png, Buffer.from("<script>alert(1)</script>")]), "logo.png");
  expect(stored.status).toBe(200);
  const loaded = await sales.get(`/${stored.body.company_logo}`.replace(/^\/+/, "//"));
  expect([loaded.status, loaded.headers["content-type"]]).toEqual([200, "image/webp"]);
  const kept = await sharp(loaded.bytes).metadata();
  expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(["webp", 1024, 205, undefined]);
  expect(loaded.bytes.includes("<script>")).toBe(false);
  expect((await send(sales, png.subarray(0, 60), "logo.png")).body.errors).toHaveProperty("logo");
  expect((await send(sales, Buffer.from("%PDF-1.7 not an image"), "logo.png")).body.errors).toHaveProperty("logo");
  expect(await status(send(customer, png, "logo.png"))).toBe(403);
  expect((await sales.post("/managers/logo")).status).toBe(422);
});
