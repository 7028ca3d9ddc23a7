import { endpoints } from "@litfass/contract/index";
import { userActor } from "@litfass/platform/command/actor";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { namesForStaff } from "../../users/index.ts";
import { presentApprovals } from "../approvals/approval.ts";
import { listApprovals } from "../approvals/approval-sql.ts";
import { approveMoney, rejectMoney } from "../approvals/decide-approval.ts";
import { spendJobs } from "../ledger/book-spend.ts";
import { isEqual, presentReconciliation, type ReconciliationRow } from "../reconciliation/reconciliation.ts";
import { findReconciliation, listReconciliations } from "../reconciliation/reconciliation-sql.ts";
import { type ReconciliationWork, runReconciliation } from "../reconciliation/run-reconciliation.ts";
import { jobActor } from "../run-command.ts";
import { payRefundByBank, presentRefusedRefund } from "../transactions/pay-refund-by-bank.ts";
import { listRefusedRefunds } from "../transactions/refused-refund-sql.ts";
import { presentBooks, readBooks } from "./books.ts";
import { journalFile } from "./books-journal.ts";

/**
 * Mounts the operator's books, approvals, rejected refunds and reconciliations, and schedules the booking of spend and
 * the nightly reconciliation.
 */
export function addBookRoutes(app: FastifyInstance, work: ReconciliationWork): void {
  const { db, jobs } = work.platform;

  /** Reconciliations store who requested them. */
  const named = async (rows: ReconciliationRow[]): Promise<ReconciliationRow[]> => {
    const names = await namesForStaff(
      db,
      rows.flatMap(({ askedBy }) => (askedBy ? [askedBy] : [])),
    );
    return rows.map((row) => ({ ...row, askedBy: row.askedBy && (names.get(row.askedBy) ?? row.askedBy) }));
  };
  const presented = async (row: ReconciliationRow) => presentReconciliation((await named([row]))[0]!);

  mount(app, endpoints.listProofs, async ({ query }) => {
    const { rows, meta } = await listReconciliations(db, query);
    const data = (await named(rows)).map((row) => ({
      ...presentReconciliation(row),
      checks: row.checks.length,
      differing: row.checks.filter((each) => !isEqual(each)).length,
    }));
    return { data, meta };
  });
  mount(app, endpoints.showProof, async ({ params }) => {
    const found = await findReconciliation(db, params.proof);
    if (!found) throw notFound();
    return presented(found);
  });
  mount(app, endpoints.runProof, async ({ caller }) => presented(await runReconciliation(work, userActor(caller))));
  mount(app, endpoints.showBooks, async ({ query }) => presentBooks(query, await readBooks(db, query)));
  mount(app, endpoints.exportJournal, ({ query, lang }) => journalFile(work.platform, query, lang));

  mount(app, endpoints.listApprovals, async ({ caller, query, lang }) => {
    const { rows, meta } = await listApprovals(db, query);
    return { data: await presentApprovals(db, caller, rows, lang), meta };
  });
  const decision = ({ params, body }: { params: { approval: number }; body: { note?: string | null } }) => ({
    id: params.approval,
    note: body.note ?? null,
  });
  mountCommand(app, endpoints.approveMoney, approveMoney, decision);
  mountCommand(app, endpoints.rejectMoney, rejectMoney, decision);

  mount(app, endpoints.listRefusedRefunds, async ({ query }) => {
    const { rows, meta } = await listRefusedRefunds(db, query);
    return { data: rows.map(presentRefusedRefund), meta };
  });
  mountCommand(app, endpoints.payRefundByBank, payRefundByBank, ({ params }) => ({ id: params.refund }));

  spendJobs(work.platform, work.execute);
  jobs.work("billing.prove-books", async () => void (await runReconciliation(work, jobActor("billing.prove-books"))));
  jobs.schedule("billing.prove-books", "40 4 * * *", { timeZone: "Europe/Zurich" });
}
