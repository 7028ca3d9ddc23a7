import { minorOfAmount } from "@litfass/contract/kernel/money";
import type { Page } from "playwright-core";

export type Figures = {
  impressions: number;
  viewable: number;
  clicks: number;
  /** Charges in minor units, according to the statistics. */
  spend: number;
  /** Charges and remaining reservation of the campaign, according to the ledger. */
  used: number;
  reserved: number;
};
export type ExchangeState = { connected: boolean; requests: number; wins: number; impressions: number };

/** Reads the API with the page's session. @throws unless the response is 200. */
export async function read<Answer>(page: Page, target: string): Promise<Answer> {
  const answer = await page.context().request.get(`/api/v1${target}`, { headers: { accept: "application/json" } });
  if (answer.status() !== 200) throw new Error(`${target} answers ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The figures of a campaign, the only one of its owner, in statistics and ledger. */
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
