const LEASE_MS = 5 * 60_000;

const TAKE = `insert into company_jobs (company_id, id, lease_until) values (?1, ?2, ?3)
  on conflict (company_id, id) do update set lease_until = ?3 where lease_until <= ?4`;

/**
 * Does a company's job unless another run is at it. The lease ends with the work, or by itself when the run was lost.
 * @returns what the work answers; null when another run holds the lease
 */
export async function leased<R>(db: D1Database, companyId: string, job: string, now: number, work: () => Promise<R>): Promise<R | null> {
  const until = now + LEASE_MS;
  const taken = await db.prepare(TAKE).bind(companyId, job, until, now).run();
  if (taken.meta.changes === 0) return null;
  try {
    return await work();
  } finally {
    await db
      .prepare("update company_jobs set lease_until = 0 where company_id = ? and id = ? and lease_until = ?")
      .bind(companyId, job, until)
      .run();
  }
}
