import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/settings/exchanges",
    screen: () => import("./exchanges-page.tsx").then((each) => ({ default: each.ExchangesPage })),
  },
  {
    path: "/settings/exchanges/add",
    screen: () => import("./exchange-page.tsx").then((each) => ({ default: each.NewExchangePage })),
  },
  {
    path: "/settings/exchanges/edit/:exchange",
    screen: () => import("./exchange-page.tsx").then((each) => ({ default: each.ExchangePage })),
  },
  {
    path: "/admin/deals",
    screen: () => import("./deals/deals-page.tsx").then((each) => ({ default: each.DealsPage })),
  },
  {
    path: "/admin/deals/add",
    screen: () => import("./deals/deal-form-pages.tsx").then((each) => ({ default: each.NewDealPage })),
  },
  {
    path: "/admin/deals/:deal",
    screen: () => import("./deals/deal-page.tsx").then((each) => ({ default: each.DealPage })),
  },
  {
    path: "/admin/deals/:deal/edit",
    screen: () => import("./deals/deal-form-pages.tsx").then((each) => ({ default: each.EditDealPage })),
  },
  {
    path: "/admin/exchange-invoices",
    screen: () =>
      import("./invoices/exchange-invoices-page.tsx").then((each) => ({ default: each.ExchangeInvoicesPage })),
  },
  {
    path: "/admin/exchange-invoices/:invoice",
    screen: () =>
      import("./invoices/exchange-invoice-page.tsx").then((each) => ({ default: each.ExchangeInvoicePage })),
  },
  {
    path: "/admin/margins",
    screen: () => import("./margins-page.tsx").then((each) => ({ default: each.MarginsPage })),
  },
];
