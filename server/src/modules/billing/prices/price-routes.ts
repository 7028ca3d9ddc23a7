import { endpoints } from "@litfass/contract/index";
import { metaOf } from "@litfass/contract/kernel/paging";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { findUser } from "../../users/index.ts";
import { buyerOf, dayOf } from "../invoices/invoice.ts";
import { findUserWithinReach } from "../manager-sql.ts";
import { builtInBenefits } from "../plans/plan-texts.ts";
import { sellerOf } from "../seller.ts";
import { vatRateFor } from "../vat/vat.ts";
import { vatTreatmentOf } from "../vat/vat-treatment.ts";
import { agreeCustomerPrice } from "./agree-customer-price.ts";
import { type AgreedPrice, presentAgreed } from "./customer-price.ts";
import { listAgreed } from "./customer-price-sql.ts";
import { endCustomerPrice } from "./end-customer-price.ts";
import { pricesFor } from "./quote.ts";

/** Mounts the prices of a customer, and what staff agree on with one. */
export function addPriceRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, settings } = platform;
  const present = (price: AgreedPrice) => presentAgreed(price, dayOf(clock.now()));

  mount(app, endpoints.showPrices, async ({ caller }) => {
    const user = await findUser(db, caller.uid);
    if (!user) throw notFound();
    const { list, prices, buyer } = await pricesFor(db, user, clock.now());
    const { agreed } = buyer;
    const { company } = settings.current();
    const vatRate = vatRateFor(user.countryCode, dayOf(clock.now()), company);
    return {
      currency: prices.currency,
      cpm: prices.cpm,
      list_cpm: list.cpm,
      minimum_top_up: prices.minimum_top_up,
      vat_percent: vatRate / 100,
      vat_treatment: vatTreatmentOf({ vatRate, seller: sellerOf(company, prices.currency), buyer: buyerOf(user) }),
      volume_bonus: prices.volume_bonus,
      agreed: agreed && {
        cpm_percent: agreed.cpmPercent,
        plan_percent: agreed.planPercent,
        first_on: agreed.firstOn,
        last_on: agreed.lastOn,
      },
    };
  });

  mount(app, endpoints.showBuiltInBenefits, async ({ query }) => builtInBenefits(query.language));

  mount(app, endpoints.listCustomerPrices, async ({ caller, params, query }) => {
    const user = await findUserWithinReach(db, caller, params.user);
    if (!user) throw notFound();
    const { rows, total } = await listAgreed(db, user.uid, query);
    return { data: rows.map(present), meta: metaOf(query.page, query.per_page, total) };
  });
  mountCommand(
    app,
    endpoints.createCustomerPrice,
    agreeCustomerPrice,
    ({ params, body }) => ({ ...body, user: params.user }),
    {
      done: (price) => ({ price: present(price), approval: null }),
      pending: ({ approvalId }) => ({ price: null, approval: approvalId }),
    },
  );
  mountCommand(
    app,
    endpoints.endCustomerPrice,
    endCustomerPrice,
    ({ params }) => ({ user: params.user, id: params.customerPrice }),
    { done: present },
  );
}
