import { endpoints } from "@litfass/contract/index";
import type { Currency } from "@litfass/contract/kernel/money";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { currencyOf, findUser, type UserRow } from "../../users/index.ts";
import { campaignSpend } from "../ledger/campaign-spend.ts";
import { printStatement } from "./print-statement.ts";
import { exportStatement, showStatement } from "./statement.ts";

/** Mounts a customer's reads of their own account: statement, its files, and spend by campaign. */
export function addStatementRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;
  const ownerOf = async (uid: string): Promise<{ user: UserRow; ownerUid: string; currency: Currency }> => {
    const user = await findUser(db, uid);
    if (!user) throw notFound();
    return { user, ownerUid: uid, currency: currencyOf(user) };
  };

  mount(app, endpoints.showStatement, async ({ caller, query, lang }) =>
    showStatement(db, await ownerOf(caller.uid), query, lang),
  );
  mount(app, endpoints.exportStatement, async ({ caller, query, lang }) =>
    exportStatement(platform, await ownerOf(caller.uid), query, lang),
  );
  mount(app, endpoints.printStatement, async ({ caller, params, lang }) => {
    const { user } = await ownerOf(caller.uid);
    return printStatement(platform, user, params.month, lang);
  });
  mount(app, endpoints.showCampaignSpend, async ({ caller, query }) =>
    campaignSpend(db, await ownerOf(caller.uid), query),
  );
}
