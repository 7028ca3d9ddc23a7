/** Who calls: staff, the customer with the most campaigns, or one of 20 ordinary customers. */
export type Who = "staff" | "accountant" | "largest" | "customer" | "manager";

export type BenchCall = { name: string; who: Who; path: string };

/** The seeded users of each kind of caller. */
export const callers: Record<Who, string[]> = {
  staff: ["staff-1"],
  accountant: ["staff-2"],
  manager: ["staff-4"],
  largest: ["user-0"],
  customer: Array.from({ length: 20 }, (_, at) => `user-${at + 1}`),
};

const staff = (name: string, path: string): BenchCall => ({ name, who: "staff", path });
const largest = (name: string, path: string): BenchCall => ({ name, who: "largest", path });

/** Every list and dashboard call, with the filters that a screen offers. */
export const calls: BenchCall[] = [
  { name: "own account", who: "customer", path: "/users/me" },
  { name: "own campaigns", who: "customer", path: "/user-campaigns" },
  largest("1,000 own campaigns", "/user-campaigns"),
  largest("1,000 own campaigns, by name", "/user-campaigns?sort=name"),
  largest("1,000 own campaigns, search", "/user-campaigns?search=abc"),
  largest("own campaign counts", "/user-campaigns/counts"),
  { name: "assigned campaigns", who: "manager", path: "/user-campaigns" },
  { name: "assigned campaign counts", who: "manager", path: "/user-campaigns/counts" },
  staff("all campaigns", "/user-campaigns"),
  staff("all campaigns, page 600", "/user-campaigns?page=600"),
  staff("all campaigns, search", "/user-campaigns?search=abcd"),
  staff("all campaigns, short search", "/user-campaigns?search=ab"),
  staff("all campaigns, by budget", "/user-campaigns?sort=total_budget"),
  staff("all campaigns, by impressions", "/user-campaigns?sort=impressions&direction=desc"),
  staff("all campaigns that need attention", "/user-campaigns?attention=true&per_page=1"),
  staff("all campaigns, running", "/user-campaigns?status=ACTIVE"),
  staff("all campaigns, ended, by end", "/user-campaigns?status=ENDED&sort=end_on&direction=desc"),
  staff("all campaign counts", "/user-campaigns/counts"),
  staff("owners of campaigns", "/user-campaigns/owners"),
  staff("owners of campaigns, search", "/user-campaigns/owners?search=abcd"),
  staff("users", "/users"),
  staff("users, page 300", "/users?page=300"),
  staff("users, search", "/users?search=abcd"),
  staff("users, by company", "/users?sort=company_name"),
  staff("users with low balance", "/users?need=low_balance"),
  staff("user counts", "/users/counts"),
  { name: "assigned users", who: "manager", path: "/users" },
  staff("reviews", "/creative-reviews"),
  staff("work list", "/work-list"),
  { name: "invoices", who: "accountant", path: "/billing/admin/invoices" },
  { name: "invoices, page 600", who: "accountant", path: "/billing/admin/invoices?page=600" },
  { name: "invoices, search", who: "accountant", path: "/billing/admin/invoices?search=abcd" },
  { name: "invoices, by user", who: "accountant", path: "/billing/admin/invoices?sort=user_name" },
  { name: "invoices, open", who: "accountant", path: "/billing/admin/invoices?status=open" },
  { name: "invoice orders", who: "accountant", path: "/billing/admin/manual-invoices" },
  largest("own invoices", "/billing/invoices"),
  largest("own transactions", "/billing/transactions"),
  largest("own statement", "/billing/statement"),
  largest("own spend by campaign", "/billing/campaign-spend"),
  largest("campaigns of the dashboard", "/statistics/campaigns"),
  largest("dashboard, customer", "/statistics"),
  largest("dashboard chart, customer", "/statistics/impressions-clicks-chart"),
  largest("dashboard table, customer", "/statistics/table?group_by=url"),
  staff("campaigns of the dashboard, staff", "/statistics/campaigns"),
  staff("dashboard, staff", "/statistics"),
  staff("dashboard chart, staff", "/statistics/impressions-clicks-chart"),
  staff("dashboard table, staff", "/statistics/table?group_by=url"),
  staff("dashboard budgets, staff", "/statistics/budgets"),
  staff("silent campaigns", "/statistics/silent-campaigns"),
  staff("overviews", "/statistics/overviews?campaign_ids=1,2,3,4,5"),
];
