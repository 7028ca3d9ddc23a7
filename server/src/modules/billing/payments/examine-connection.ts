import type { Config } from "@litfass/platform/config/config";
import { z } from "zod";

/** What is found at the card processor with the configured key. */
export type CardConnection =
  | { state: "none" | "sandbox" | "key_rejected" | "ok" }
  | { state: "unreadable"; status: number }
  | { state: "no_webhook" | "webhook_disabled"; webhook: string };

const webhooksSchema = z.object({ data: z.array(z.object({ url: z.string(), status: z.string() })) });

type Settings = Pick<Config, "providers" | "publicUrl" | "sandboxUrl">;
/** Reads an address of the processor with the key. */
type Read = (url: string, headers: Record<string, string>) => Promise<{ status: number; json(): unknown }>;

/**
 * Examines whether the card processor accepts the key and calls this installation's webhook (Stripe: List all webhook
 * endpoints). The call throws if the processor does not respond.
 */
export const cardExaminer =
  (read: Read) =>
  async ({ providers: { stripe }, publicUrl, sandboxUrl }: Settings): Promise<CardConnection> => {
    if (!stripe) return { state: "none" };
    if (sandboxUrl && stripe.apiUrl.startsWith(sandboxUrl)) return { state: "sandbox" };
    const answer = await read(`${stripe.apiUrl}/v1/webhook_endpoints?limit=100`, {
      authorization: `Bearer ${stripe.secretKey}`,
    });
    const { status } = answer;
    if (status === 401) return { state: "key_rejected" };
    if (status < 200 || status > 299) return { state: "unreadable", status };
    const webhook = `${publicUrl}/stripe/webhook`;
    const found = webhooksSchema.parse(await answer.json()).data.find(({ url }) => url === webhook);
    if (!found) return { state: "no_webhook", webhook };
    return found.status === "enabled" ? { state: "ok" } : { state: "webhook_disabled", webhook };
  };
