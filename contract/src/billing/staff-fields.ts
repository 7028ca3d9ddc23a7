import { z } from "zod";
import { amountBetween } from "../kernel/money.ts";
import { admins, byRole } from "../kernel/who.ts";

/** Billing staff may access every invoice, account managers those of their customers (GUARD-005). */
export const invoiceReaders = byRole({ ...admins, accountant: "all", sales: "assigned" });

/** Roles that manage orders by invoice (ACT-011). */
export const billingStaff = byRole({ ...admins, accountant: "all" });

export const maxMinor = 1_000_000_000;
export const creditSchema = amountBetween(1, maxMinor);
export const approvalIdSchema = z.number().int().nullable();
