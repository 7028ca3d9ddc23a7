import type { Config } from "@litfass/platform/config/config";
import type { Egress, EgressRequest } from "@litfass/platform/egress/egress";
import type { Platform } from "@litfass/platform/platform";
import { readAppConfig } from "../../processes/config.ts";

/** A call as a provider would see it. */
export type SeenCall = { url: URL; method: string; headers: Record<string, string>; body: unknown };
type Answer = { status?: number; body: unknown };

/** A platform whose calls go to a provider of the test, which answers by the path; every call is recorded. */
export function providerPlatform(answer: (call: SeenCall) => Answer): { platform: Platform; calls: SeenCall[] } {
  const calls: SeenCall[] = [];
  const egress: Egress = async (address: string, request: EgressRequest = {}) => {
    const body = typeof request.body === "string" ? JSON.parse(request.body) : undefined;
    const headers = (request.headers ?? {}) as Record<string, string>;
    const call = { url: new URL(address), method: request.method ?? "GET", headers, body };
    calls.push(call);
    const { status = 200, body: told } = answer(call);
    const text = JSON.stringify(told);
    return { status, headers: new Headers(), body: Buffer.from(text), text: () => text, json: () => told };
  };
  const config: Config = readAppConfig({
    DATA_DIR: "/nowhere",
    META_APP_ID: "app",
    META_APP_SECRET: "app-secret",
    META_GRAPH_URL: "https://graph.example",
    GOOGLE_CLIENT_ID: "client",
    GOOGLE_CLIENT_SECRET: "client-secret",
    GOOGLE_ADS_DEVELOPER_TOKEN: "developer",
    GOOGLE_ADS_API_URL: "https://ads.example",
    GOOGLE_ANALYTICS_API_URL: "https://data.example",
    GOOGLE_ANALYTICS_ADMIN_URL: "https://admin.example",
  });
  return { platform: { config, egress } as Platform, calls };
}
