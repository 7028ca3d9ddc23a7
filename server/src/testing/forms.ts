import sharp from "sharp";
import type { TestAnswer, TestClient } from "./client.ts";

export type FormFiles = Record<string, { name: string; body: Buffer }[]>;

/** Submits a form with files like a browser. */
export async function sendForm(
  client: TestClient,
  method: "post" | "put",
  path: string,
  fields: Record<string, string>,
  files: FormFiles = {},
): Promise<TestAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, list] of Object.entries(files)) {
    for (const file of list) form.append(name, new Blob([new Uint8Array(file.body)]), file.name);
  }
  const request = new Response(form);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return client[method](path, Buffer.from(await request.arrayBuffer()), headers);
}

/** A plain image. */
export const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#3377aa" } })
    .png()
    .toBuffer();
