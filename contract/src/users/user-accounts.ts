import { z } from "zod";
import { isPostalCode } from "../kernel/country/postal-code.ts";
import { isVatNumber } from "../kernel/country/vat-number.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { logoForm } from "../kernel/form-limits.ts";
import type { MessageKey } from "../kernel/messages.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { roles } from "../kernel/roles.ts";
import { line, opaque } from "../kernel/text.ts";
import { emailSchema, instantSchema, languageSchema, uidSchema } from "../kernel/validation.ts";
import { admins, advertisers, byRole, signedIn } from "../kernel/who.ts";
import { profileFields, userSchema, userTypes } from "./users.ts";

/** Groups of users in the lists of the screens. */
export const userGroups = ["all", "advertisers", "account_managers", "staff"] as const;

/** What a customer may need from staff; lists of users can be limited to one. */
export const userNeeds = ["new", "without_campaign", "low_balance", "unassigned", "disabled"] as const;

const personSchema = z.object({ uid: uidSchema, full_name: z.string() });

/** A user in a list of staff. */
export const userListItemSchema = z.object({
  uid: uidSchema,
  full_name: z.string(),
  company_name: z.string().nullable(),
  email: z.string().nullable(),
  email_verified_at: instantSchema.nullable(),
  user_role: z.enum(roles),
  user_status: z.number().int().nullable(),
  user_type: z.enum(userTypes),
  country_code: z.string().nullable(),
  created_at: instantSchema,
  /** The account managers of this customer. */
  account_managers: z.array(personSchema),
  /** The number of customers of this account manager. */
  customers: z.number().int(),
  /** The number of campaigns of this customer, without archived ones, and of those that run. */
  campaigns: z.number().int(),
  running_campaigns: z.number().int(),
  /** The current plan. */
  plan: z.string().nullable(),
  plan_end_at: instantSchema.nullable(),
  /** Money left to spend; null for staff without money. */
  remaining: amountSchema.nullable(),
  currency: currencySchema,
  last_seen_at: instantSchema.nullable(),
});
export type UserListItem = z.infer<typeof userListItemSchema>;

/** A user with the fields visible to staff. */
export const userDetailsSchema = userSchema.extend({
  created_at: instantSchema,
  account_managers: z.array(personSchema),
  /** The maximum balance. */
  max_balance: amountSchema.nullable(),
});
export type UserDetails = z.infer<typeof userDetailsSchema>;

const userParams = z.object({ user: uidSchema });
const sortable: [string, ...string[]] = [
  "created_at",
  "full_name",
  "company_name",
  "email",
  "user_role",
  "user_status",
];
const userQuery = pageQuery(sortable, 30).extend({
  group: z.enum(userGroups).default("all"),
  role: z.enum(roles).optional(),
  status: z.coerce.number().int().min(1).max(3).optional(),
  /** Only customers who registered within a week, have no campaign, little budget or no account manager, or are disabled. */
  need: z.enum(userNeeds).optional(),
});
const number = z.number().int();

/** Everyone may read their own user, account managers their customers, admins all. */
const userReaders = byRole({
  ...advertisers,
  ...admins,
  tech_admin: "own",
  accountant: "own",
  campaign_manager: "own",
  sales: "assigned",
});

const changesSchema = profileFields
  .omit({ is_terms_accepted: true })
  .extend({
    user_type: z.enum(userTypes),
    isAllowPromotionAds: z.boolean(),
    /** Assigned by admins; admin and super_admin only by a super_admin; never one's own (ROLE-003). */
    user_role: z.enum(roles),
    /** 2 active, 3 disabled. */
    user_status: z.union([z.literal(2), z.literal(3)]),
  })
  .partial();

/** Postal code and VAT number must match the country if both are present. */
const matchesCountry = <Schema extends typeof changesSchema>(schema: Schema) =>
  schema.check(({ value, issues }) => {
    const { country_code: country, postal_code: code, vat_number: vat } = value as z.output<typeof changesSchema>;
    const report = (field: string, message: MessageKey, input: unknown): void => {
      issues.push({ code: "custom", path: [field], message, input });
    };
    if (country && code && !isPostalCode(code, country)) report("postal_code", "postal_code.invalid", code);
    if (country && vat && !isVatNumber(vat, country)) report("vat_number", "vat.invalid", vat);
  });

/** The fields of a user that admins may change, e-mail and archiving included; only fields that are present change. */
export const userChangesSchema = matchesCountry(
  changesSchema.extend({ email: emailSchema.optional(), archived: z.literal(true).optional() }),
);

export const userAccountEndpoints = {
  listUsers: endpoint({
    method: "GET",
    path: "/users",
    tag: "User administration",
    summary: "Users except archived ones; account managers see their customers",
    who: byRole({ ...admins, sales: "assigned" }),
    query: userQuery,
    output: pageOf(userListItemSchema),
  }),
  countUsers: endpoint({
    method: "GET",
    path: "/users/counts",
    tag: "User administration",
    summary:
      "The number of users in each group, and of customers with each need; account managers count their customers",
    who: byRole({ ...admins, sales: "assigned" }),
    output: z.object({
      groups: z.object({ all: number, advertisers: number, account_managers: number, staff: number }),
      needs: z.object({
        new: number,
        without_campaign: number,
        low_balance: number,
        unassigned: number,
        disabled: number,
      }),
    }),
  }),
  listAssignableCustomers: endpoint({
    method: "GET",
    path: "/users/customers",
    tag: "User administration",
    summary: "Customers that can be assigned, worked for or billed; account managers see theirs",
    who: byRole({ ...admins, accountant: "all", campaign_manager: "all", sales: "assigned" }),
    query: pageQuery(sortable, 30),
    output: pageOf(userListItemSchema),
  }),
  showUser: endpoint({
    method: "GET",
    path: "/users/:user",
    tag: "User administration",
    summary: "One user; 403 for a user out of reach",
    who: userReaders,
    params: userParams,
    output: userDetailsSchema,
    errors: ["not_found"],
  }),
  updateUser: endpoint({
    method: "PUT",
    path: "/users/:user",
    tag: "User administration",
    summary: "Changes a user; everybody the own profile, admins also role and status of others",
    who: byRole({
      ...advertisers,
      ...admins,
      tech_admin: "own",
      accountant: "own",
      campaign_manager: "own",
      sales: "own",
    }),
    params: userParams,
    body: matchesCountry(changesSchema),
    output: userDetailsSchema,
    errors: ["not_found", "conflict"],
  }),
  listAssignedCustomers: endpoint({
    method: "GET",
    path: "/users/:user/customers",
    tag: "User administration",
    summary: "The customers assigned to a user; account managers for themselves only",
    who: byRole({ ...admins, sales: "own" }),
    params: userParams,
    query: pageQuery(sortable, 30),
    output: pageOf(userListItemSchema),
    errors: ["not_found"],
  }),
  assignCustomers: endpoint({
    method: "POST",
    path: "/users/:user/customers",
    tag: "User administration",
    summary: "Assigns exactly these customers to an account manager",
    who: byRole(admins),
    params: userParams,
    body: z.strictObject({ customerIds: z.array(uidSchema).max(1000) }),
    output: z.object({ customerIds: z.array(uidSchema) }),
    errors: ["not_found"],
  }),
  assignManagers: endpoint({
    method: "PUT",
    path: "/users/:user/account-managers",
    tag: "User administration",
    summary: "Assigns exactly these account managers to a customer",
    who: byRole(admins),
    params: userParams,
    body: z.strictObject({ managerIds: z.array(uidSchema).max(20) }),
    output: z.object({ managerIds: z.array(uidSchema) }),
    errors: ["not_found"],
  }),
  exportUsers: endpoint({
    method: "GET",
    path: "/admin/users/excel",
    tag: "User administration",
    summary: "All users as a spreadsheet, one row each",
    who: byRole(admins),
    output: { file: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"] },
  }),
  listArchivedUsers: endpoint({
    method: "GET",
    path: "/admin/users/archived",
    tag: "User administration",
    summary: "Archived users",
    who: byRole(admins),
    query: pageQuery(sortable, 30),
    output: pageOf(userListItemSchema),
  }),
  restoreUser: endpoint({
    method: "PATCH",
    path: "/admin/users/restore",
    tag: "User administration",
    summary: "Restores an archived user to the earlier status",
    who: byRole(admins),
    body: z.strictObject({ uid: uidSchema }),
    output: userDetailsSchema,
    errors: ["not_found", "conflict"],
  }),
  changeUser: endpoint({
    method: "PATCH",
    path: "/admin/users/:user",
    tag: "User administration",
    summary: "Changes a user: e-mail, archived, role, status, profile",
    who: byRole(admins),
    params: userParams,
    body: userChangesSchema,
    output: userDetailsSchema,
    errors: ["not_found", "conflict"],
  }),
  inviteUser: endpoint({
    method: "POST",
    path: "/admin/users",
    tag: "User administration",
    summary: "Invites somebody by e-mail with a role; admin and super_admin by a super_admin only",
    who: byRole(admins),
    body: z.strictObject({
      email: emailSchema,
      user_role: z.enum(roles),
      first_name: line({ min: 0, max: 100 }).optional(),
      last_name: line({ min: 0, max: 100 }).optional(),
      lang: languageSchema.default("en"),
    }),
    output: userDetailsSchema,
    status: 201,
  }),
  uploadLogo: endpoint({
    method: "POST",
    path: "/managers/logo",
    tag: "Users",
    summary: "Stores the account manager's company logo: PNG, JPEG, WebP or GIF up to 2 MB in the field logo",
    who: byRole({ sales: "own" }),
    multipart: logoForm,
    output: userSchema,
  }),
  showLogo: endpoint({
    method: "GET",
    path: "/managers/logo/:user",
    tag: "Users",
    summary: "An account manager's company logo",
    who: signedIn,
    account: "any",
    params: userParams,
    query: z.object({ v: opaque({ min: 0, max: 64 }).optional() }),
    output: { file: ["image/png", "image/jpeg", "image/webp", "image/gif"] },
    errors: ["not_found"],
  }),
};
