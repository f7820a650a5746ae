/** Letters of those years are not sent, as a statement. */
export const unsent = (db: D1Database, companyId: string): D1PreparedStatement =>
  db.prepare("delete from outbox where company_id = ? and topic = 'mail'").bind(companyId);
