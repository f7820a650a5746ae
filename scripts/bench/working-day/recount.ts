const calls = "from breakdowns where company_id = ?1";
const workedOn = "status in ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold')";
const passes = "from gate_passes where company_id = ?1";
const outside = "status in ('out', 'partially_returned')";
const overdue = `${outside} and expected_return_on < chased_on`;
const moves = "from asset_transfers where company_id = ?1";
const holds = `(status in ('draft', 'requested', 'approved', 'dispatched')
  or (status in ('received', 'received_with_discrepancy') and kind = 'temporary' and returned_at is null))`;
const deals = "from contracts where company_id = ?1";
const today = "date('now')";
const runs = `end_on >= ${today} and start_on <= ${today} and terminated_on is null`;

/** As the countersOf of each kind of document, and effects.ts of contracts. */
const counts = [
  `select 'calls.total', count(*) ${calls}`,
  `select 'calls.open', count(*) ${calls} and ${workedOn}`,
  `select 'calls.status:' || status, count(*) ${calls} group by status`,
  `select 'calls.user:' || assigned_user_id, count(*) ${calls} and assigned_user_id is not null and ${workedOn} group by assigned_user_id`,
  `select 'calls.team:' || assigned_team_id, count(*) ${calls} and assigned_team_id is not null and ${workedOn} group by assigned_team_id`,
  `select 'passes.total', count(*) ${passes}`,
  `select 'passes.to_approve', count(*) ${passes} and status = 'pending_approval'`,
  `select 'passes.out', count(*) ${passes} and ${outside}`,
  `select 'passes.overdue', count(*) ${passes} and ${overdue}`,
  `select 'passes.due', count(*) ${passes} and (status = 'pending_approval' or (${overdue}))`,
  `select 'transfers.total', count(*) ${moves}`,
  `select 'transfers.' || status, count(*) ${moves} group by status`,
  `select 'transfers.open', count(*) ${moves} and ${holds}`,
  `select 'transfers.requested:' || requested_by, count(*) ${moves} and status = 'requested' and requested_by is not null group by requested_by`,
  `select 'transfers.dispatched:' || dispatched_by, count(*) ${moves} and status = 'dispatched' and dispatched_by is not null group by dispatched_by`,
  `select 'contracts.total', count(*) ${deals}`,
  `select 'contracts.running', count(*) ${deals} and ${runs}`,
  `select 'contracts.expiring', count(*) ${deals} and ${runs} and end_on <= date(${today}, '+' || coalesce(notice_days, 30) || ' days')`,
  `select 'contracts.value', coalesce(sum(value_minor), 0) ${deals} and ${runs}`,
  "select 'contracts.assets:' || contract_id, count(*) from contract_assets where company_id = ?1 and to_on is null group by contract_id",
  "select 'recalls.open', count(*) from recall_assets where company_id = ?1 and status in ('to_decide', 'affected')",
];

/** Counts a company's documents anew. */
export async function recountDocuments(db: D1Database, companyId: string): Promise<void> {
  const kinds = ["calls", "passes", "transfers", "contracts", "recalls"];
  await db.batch([
    db
      .prepare(
        `delete from counters where company_id = ?1 and (${kinds.map((kind) => `id like '${kind}.%'`).join(" or ")})`,
      )
      .bind(companyId),
    ...counts.map((select) =>
      db
        .prepare(`insert into counters (company_id, id, value) select ?1, * from (${select})`)
        .bind(companyId),
    ),
  ]);
}
