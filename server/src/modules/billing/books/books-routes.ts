import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { namesOf } from "../../users/index.ts";
import { presentApprovals } from "../approvals/approval.ts";
import { listApprovals } from "../approvals/approval-sql.ts";
import { approveMoney, rejectMoney } from "../approvals/decide-approval.ts";
import type { CardProcessor } from "../payments/card-processor.ts";
import { isEqual, type ProofRow, presentProof } from "../reconciliation/reconciliation.ts";
import { findProof, listProofs } from "../reconciliation/reconciliation-sql.ts";
import { type ProofSources, runProof } from "../reconciliation/run-reconciliation.ts";
import { payRefundByBank, presentRefusedRefund } from "../transactions/pay-refund-by-bank.ts";
import { listRefusedRefunds } from "../transactions/refused-refund-sql.ts";
import { presentBooks, readBooks } from "./books.ts";
import { journalFile } from "./books-journal.ts";

/** Mounts the operator's books and the proofs, and proves every night. */
export function addBookRoutes(
  app: FastifyInstance,
  platform: Platform,
  cards: CardProcessor | null,
  sources: ProofSources,
): void {
  const { db, jobs } = platform;

  /** Proofs name who asked for them. */
  const named = async (rows: ProofRow[]): Promise<ProofRow[]> => {
    const names = await namesOf(
      db,
      rows.flatMap(({ askedBy }) => (askedBy ? [askedBy] : [])),
    );
    return rows.map((row) => ({ ...row, askedBy: row.askedBy && (names.get(row.askedBy) ?? row.askedBy) }));
  };
  const presented = async (row: ProofRow) => presentProof((await named([row]))[0]!);

  mount(app, endpoints.listProofs, async ({ query }) => {
    const { rows, meta } = await listProofs(db, query);
    const data = (await named(rows)).map((row) => ({
      ...presentProof(row),
      checks: row.checks.length,
      differing: row.checks.filter((each) => !isEqual(each)).length,
    }));
    return { data, meta };
  });
  mount(app, endpoints.showProof, async ({ params }) => {
    const proof = await findProof(db, params.proof);
    if (!proof) throw notFound();
    return presented(proof);
  });
  mount(app, endpoints.runProof, async ({ caller }) => presented(await runProof(platform, cards, sources, caller.uid)));
  mount(app, endpoints.showBooks, async ({ query }) => presentBooks(query, await readBooks(db, query)));
  mount(app, endpoints.exportJournal, ({ query, lang }) => journalFile(db, query, lang));

  mount(app, endpoints.listApprovals, async ({ caller, query }) => {
    const { rows, meta } = await listApprovals(db, query);
    return { data: await presentApprovals(db, caller, rows), meta };
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

  jobs.work("billing.prove-books", async () => void (await runProof(platform, cards, sources, null)));
  jobs.schedule("billing.prove-books", "40 4 * * *", { timeZone: "Europe/Zurich" });
}
