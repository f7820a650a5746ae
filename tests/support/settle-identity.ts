import type { Row, Twin } from "./twins.ts";

const tables = [
  "identity_providers",
  "mail_domains",
  "identity_groups",
  "identity_links",
  "scim_tokens",
];
const again = (table: string, row: Row) => {
  const names = Object.keys(row);
  return `insert or replace into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`;
};

/** What puts the twin's identity provider, with what belongs to it, before a call or an intent. */
export function settlingIdentity(
  { db, company, rows }: Twin,
  call: { path: string } | string,
): D1PreparedStatement[] {
  const word = typeof call === "string" ? call : (call.path.split("/").at(-1) ?? "");
  // What was made to be deleted stays until then.
  const isDeleting = typeof call !== "string" && /\/:id(\/remove)?$/.test(call.path);
  return [
    ...tables.flatMap((table) => [
      ...(isDeleting
        ? []
        : [
            db
              .prepare(`delete from ${table} where company_id = ? and id <> ?`)
              .bind(company.id, rows[table]!.id),
          ]),
      db.prepare(again(table, rows[table]!)).bind(...Object.values(rows[table]!)),
    ]),
    db
      .prepare(
        "update identity_providers set tried_at = 1, is_enforced = ?, is_offered = ? where company_id = ?",
      )
      .bind(word === "release" ? 1 : 0, word === "enforce" ? 1 : 0, company.id),
    db.prepare("update mail_domains set proved_at = 1 where company_id = ?").bind(company.id),
    ...(word === "enforce"
      ? [
          db
            .prepare(
              "update users set type = 'admin', password_hash = coalesce(password_hash, 'x') where company_id = ? and id = ?",
            )
            .bind(company.id, rows.users!.id),
        ]
      : []),
  ];
}
