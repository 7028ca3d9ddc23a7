import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  { path: "/account", screen: () => import("./account/account.tsx") },
  { path: "/users", screen: () => import("./users-page.tsx").then((each) => ({ default: each.UsersPage })) },
  { path: "/users/:uid", screen: () => import("./user-page.tsx").then((each) => ({ default: each.UserPage })) },
  {
    path: "/users/:uid/customers",
    screen: () => import("./assign-customers-page.tsx").then((each) => ({ default: each.AssignCustomersPage })),
  },
  {
    path: "/users/:uid/transactions",
    screen: () => import("./money/transactions-page.tsx").then((each) => ({ default: each.TransactionsPage })),
  },
  {
    path: "/sales-managers",
    screen: () => import("./account-managers-page.tsx").then((each) => ({ default: each.AccountManagersPage })),
  },
  {
    path: "/account-managers/:uid/advertisers",
    screen: () => import("./manager-advertisers-page.tsx").then((each) => ({ default: each.ManagerAdvertisersPage })),
  },
  {
    path: "/archived",
    screen: () => import("./archived-users-page.tsx").then((each) => ({ default: each.ArchivedUsersPage })),
  },
];
