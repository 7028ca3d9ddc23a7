import type { invoiceStatuses, ManualInvoiceStatus, PlanId } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/language";
import type { Currency } from "@litfass/contract/kernel/money";
import { bigint, date, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Buyer, InvoiceLine, Names } from "./invoices/invoice.ts";
import type { DiscountTerms } from "./prices/discount-terms.ts";
import type { Seller } from "./seller.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });
const micros = (name: string) => bigint(name, { mode: "bigint" });

/** Budget on top of what is paid, and why. */
const discountColumns = () => ({
  discountMicros: micros("discount_micros").notNull().default(0n),
  discountTerms: jsonb("discount_terms").$type<DiscountTerms>(),
});

export const payments = pgTable("payments", {
  id: uuid("id").primaryKey(),
  ownerUid: text("owner_uid").notNull(),
  kind: text("kind").$type<"card" | "package">().notNull(),
  plan: text("plan").$type<PlanId>(),
  /** The term of the plan that was sold; null in rows of earlier releases and without a plan. */
  planMonths: integer("plan_months"),
  currency: text("currency").$type<Currency>().notNull(),
  amountMicros: micros("amount_micros").notNull(),
  vatMicros: micros("vat_micros").notNull(),
  status: text("status").$type<"pending" | "succeeded" | "failed" | "refunded">().notNull(),
  checkoutId: text("checkout_id"),
  reference: text("reference"),
  checkoutUrl: text("checkout_url"),
  failureCode: text("failure_code"),
  entryId: micros("entry_id"),
  invoiceNumber: text("invoice_number"),
  createdAt: instant("created_at").notNull(),
  settledAt: instant("settled_at"),
  requestKey: text("request_key"),
  ...discountColumns(),
});
export type PaymentRow = typeof payments.$inferSelect;

export const cardRefunds = pgTable("card_refunds", {
  id: uuid("id").primaryKey(),
  paymentId: uuid("payment_id").notNull(),
  entryId: micros("entry_id").notNull(),
  amountMinor: bigint("amount_minor", { mode: "bigint" }).notNull(),
  currency: text("currency").$type<Currency>().notNull(),
  state: text("state").$type<"asked" | "done" | "refused" | "by_bank">().notNull(),
  processorId: text("processor_id"),
  failure: text("failure"),
  askedAt: instant("asked_at").notNull(),
  answeredAt: instant("answered_at"),
  bankEntryId: micros("bank_entry_id"),
});
export type CardRefundRow = typeof cardRefunds.$inferSelect;

export const cardEvents = pgTable("card_events", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  appliedAt: instant("applied_at").notNull(),
});

export const invoices = pgTable("invoices", {
  number: text("number").primaryKey(),
  year: integer("year").notNull(),
  sequence: integer("sequence").notNull(),
  kind: text("kind").$type<"invoice" | "credit_note">().notNull(),
  ownerUid: text("owner_uid").notNull(),
  currency: text("currency").$type<Currency>().notNull(),
  netMicros: micros("net_micros").notNull(),
  vatMicros: micros("vat_micros").notNull(),
  grossMicros: micros("gross_micros").notNull(),
  vatRate: integer("vat_rate").notNull(),
  nameEn: text("name_en").notNull(),
  nameDe: text("name_de").notNull(),
  /** In further languages. */
  names: jsonb("names").$type<Names>().notNull().default({}),
  paidBy: text("paid_by").$type<"card" | "order" | "balance">().notNull(),
  language: text("language").$type<Language>().notNull(),
  seller: jsonb("seller").$type<Seller>().notNull(),
  buyer: jsonb("buyer").$type<Buyer>().notNull(),
  lines: jsonb("lines").$type<InvoiceLine[]>().notNull(),
  corrects: text("corrects"),
  issuedAt: instant("issued_at").notNull(),
  dueOn: date("due_on"),
});
export type InvoiceRow = typeof invoices.$inferSelect;

export const invoiceStates = pgTable("invoice_states", {
  number: text("number").primaryKey(),
  status: text("status").$type<(typeof invoiceStatuses)[number]>().notNull(),
  at: instant("at").notNull(),
});

export const orders = pgTable("manual_invoices", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  ownerUid: text("owner_uid").notNull(),
  plan: text("plan").$type<PlanId>(),
  /** The term of the plan that was sold; null in rows of earlier releases and without a plan. */
  planMonths: integer("plan_months"),
  service: text("service").$type<"banner_set">(),
  description: text("description").notNull(),
  amountMicros: micros("amount_micros").notNull(),
  currency: text("currency").$type<Currency>().notNull(),
  status: text("status").$type<ManualInvoiceStatus>().notNull(),
  note: text("note"),
  invoiceNumber: text("invoice_number"),
  createdBy: text("created_by").notNull(),
  approvedBy: text("approved_by"),
  requestKey: text("request_key"),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  ...discountColumns(),
});
export type OrderRow = typeof orders.$inferSelect;

export const subscriptions = pgTable("subscriptions", {
  ownerUid: text("owner_uid").primaryKey(),
  plan: text("plan").$type<PlanId>().notNull(),
  startedAt: instant("started_at").notNull(),
  endAt: instant("end_at").notNull(),
});

export const planBookings = pgTable("plan_bookings", {
  key: text("key").primaryKey(),
  ownerUid: text("owner_uid").notNull(),
  plan: text("plan").$type<PlanId>().notNull(),
  startAt: instant("start_at").notNull(),
  endAt: instant("end_at").notNull(),
  bookedAt: instant("booked_at").notNull(),
});

export const managerCeilings = pgTable("manager_ceilings", {
  ownerUid: text("owner_uid").primaryKey(),
  currency: text("currency").$type<Currency>().notNull(),
  ceilingMicros: micros("ceiling_micros").notNull(),
  setBy: text("set_by").notNull(),
  setAt: instant("set_at").notNull(),
});

export const cardCustomers = pgTable("card_customers", {
  ownerUid: text("owner_uid").primaryKey(),
  processorId: text("processor_id").notNull(),
  defaultMethod: text("default_method"),
  createdAt: instant("created_at").notNull(),
});
export type CardCustomerRow = typeof cardCustomers.$inferSelect;

export const billingReminders = pgTable("billing_reminders", {
  ownerUid: text("owner_uid").notNull(),
  kind: text("kind").$type<"near_end" | "low_balance" | "renewal_declined">().notNull(),
  endAt: instant("end_at").notNull(),
  sentAt: instant("sent_at").notNull(),
});
