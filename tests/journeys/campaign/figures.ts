import { minorOfAmount } from "@litfass/contract/kernel/money";
import type { Page } from "playwright-core";

export type Figures = {
  impressions: number;
  viewable: number;
  clicks: number;
  /** Charged, in minor units, by the statistics. */
  spend: number;
  /** The same of the campaign, and what is still reserved for it, as the ledger has it. */
  used: number;
  reserved: number;
};
export type ExchangeState = { connected: boolean; requests: number; wins: number; impressions: number };

/** Reads the API with the session of the page. @throws where it does not answer 200. */
export async function read<Answer>(page: Page, target: string): Promise<Answer> {
  const answer = await page.context().request.get(`/api/v1${target}`, { headers: { accept: "application/json" } });
  if (answer.status() !== 200) throw new Error(`${target} answers ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** What the statistics and the ledger say of one campaign whose owner has no other. */
export async function readFigures(page: Page, campaignId: number): Promise<Figures> {
  type Statistics = { impressions: number; viewable_impressions: number; clicks: number; spend: number | null };
  const statistics = await read<Statistics>(page, `/statistics?campaign_ids=${campaignId}`);
  const campaign = await read<{ effective_budget: number }>(page, `/user-campaigns/${campaignId}`);
  const budget = await read<{ balance_reserved: number }>(page, "/billing/budget");
  return {
    impressions: statistics.impressions,
    viewable: statistics.viewable_impressions,
    clicks: statistics.clicks,
    spend: minorOfAmount(statistics.spend ?? 0),
    used: minorOfAmount(campaign.effective_budget),
    reserved: minorOfAmount(budget.balance_reserved),
  };
}

export async function exchangeState(server: { sandboxUrl: string }): Promise<ExchangeState> {
  return (await (await fetch(`${server.sandboxUrl}/exchange/state`)).json()) as ExchangeState;
}

export async function setExchangeSpeed(server: { sandboxUrl: string }, requestsPerSecond: number): Promise<void> {
  const answer = await fetch(`${server.sandboxUrl}/exchange/speed`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requestsPerSecond }),
  });
  if (!answer.ok) throw new Error(`The exchange answers ${answer.status}`);
}
