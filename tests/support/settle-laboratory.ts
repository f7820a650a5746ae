import type { Row, Twin } from "./twins.ts";

const RENEWED_NO = "Twin accepted";

/** An accepted certificate besides the twin's own, which triggers would not let go back. */
function accepted({ rows }: Twin): Row {
  const { id, ...own } = rows.calibrator_certificates!;
  return {
    ...own,
    id: `${String(id).slice(0, -4)}acce`,
    ...{ certificate_no: RENEWED_NO, status: "accepted", accepted_by: "somebody", accepted_at: 1 },
    ...{ media_id: rows.media!.id!, as_found: "in_tolerance", valid_from: "2026-01-01" },
  };
}

const isProposing = (call: { path: string } | string) =>
  typeof call === "string" ? call === "propose" : call.path === "/api/interval-proposals";

const isReviewing = (call: { path: string } | string) =>
  typeof call === "string" ? call === "open-review" : call.path === "/api/impact-reviews";

const isBeginning = (call: { path: string } | string) =>
  typeof call === "string"
    ? call === "begin-certificate"
    : call.path === "/api/certificate-reports";

const isVouching = (call: { path: string } | string) =>
  typeof call === "string"
    ? call === "new-factors"
    : call.path === "/api/consumer-contacts/:id/new-factors";

/** What resets the laboratory's rows for a call or an intent, past the app. */
export function settlingLaboratory(twin: Twin, call: { path: string } | string) {
  const { db, company, rows } = twin;
  const path = typeof call === "string" ? "" : call.path;
  const run = (sql: string, ...values: (string | number | null)[]) =>
    db.prepare(sql).bind(company.id, ...values);
  const idOf = (table: string) => String(rows[table]!.id);
  const version = idOf("procedure_versions");
  const certificate = accepted(twin);
  return [
    // Only one version of a procedure is open.
    run(
      "update procedure_versions set status = 'withdrawn', approved_by = 'somebody' where company_id = ? and id <> ? and status in ('draft', 'in_review', 'active')",
      version,
    ),
    // One version of a form is a draft: the twin's.
    run(
      "update report_form_versions set status = 'retired' where company_id = ? and id <> ? and status <> 'retired'",
      idOf("report_form_versions"),
    ),
    run(
      "update report_form_versions set status = 'draft' where company_id = ? and id = ?",
      idOf("report_form_versions"),
    ),
    // Nobody has written on the twin's own but somebody else; only a draft forgets it.
    run("update procedure_versions set status = 'draft' where company_id = ? and id = ?", version),
    run(
      "update procedure_versions set author_ids = '[]', submitted_by = null where company_id = ? and id = ?",
      version,
    ),
    run("update procedures set origin_key = null where company_id = ?"),
    run(
      "update safety_limits set verify = 1 where company_id = ? and id = ?",
      idOf("safety_limits"),
    ),
    run(
      "update device_templates set content = json_set(content, '$.tests[0].verify', json('true')) where company_id = ? and id = ?",
      idOf("device_templates"),
    ),
    // A device of either model would otherwise be the same one twice.
    ...(path.endsWith("/merge")
      ? [run("update machines set serial_no = id where company_id = ?")]
      : []),
    run(
      "delete from interval_proposals where company_id = ? and id <> ? and calibrator_id is not null",
      idOf("interval_proposals"),
    ),
    // The contact is invited, or signs in where they are vouched for; no certificate is begun for the request.
    run(
      `update contact_accounts set status = '${isVouching(call) ? "active" : "invited"}' where company_id = ? and id = ?`,
      idOf("contact_accounts"),
    ),
    run(
      "update recalibration_request_lines set certificate_report_id = null where company_id = ? and id = ?",
      idOf("recalibration_request_lines"),
    ),
    // Reviews that calls have opened.
    run(
      "delete from impact_inhouse_lines where company_id = ? and impact_review_id <> ?",
      idOf("impact_reviews"),
    ),
    run(
      "delete from impact_lines where company_id = ? and impact_review_id <> ?",
      idOf("impact_reviews"),
    ),
    run("delete from impact_reviews where company_id = ? and id <> ?", idOf("impact_reviews")),
    // What is built in is lacking before it is brought in.
    ...(call === "bring-in" || path.endsWith("/bring-in")
      ? ["device_templates", "safety_limits"].map((table) =>
          run(`delete from ${table} where company_id = ? and id <> ?`, idOf(table)),
        )
      : []),
    ...(isProposing(call)
      ? [
          run(
            "update calibrators set interval_value = 12, interval_unit = 'month', interval_source = 'manufacturer' where company_id = ? and id = ?",
            idOf("calibrators"),
          ),
          db
            .prepare(
              `insert or ignore into calibrator_certificates (${Object.keys(certificate).join(", ")}) values (${Object.keys(certificate).fill("?").join(", ")})`,
            )
            .bind(...Object.values(certificate)),
        ]
      : []),
  ];
}

/** A new version, and a new proposal, begin where none is open: after the twin's own were put where their machines begin. */
export function closingOpen(
  { db, company, rows }: Twin,
  call: { path: string } | string,
): D1PreparedStatement[] {
  const run = (sql: string, table: string) => db.prepare(sql).bind(company.id, rows[table]!.id);
  const isOfCertificate =
    typeof call === "string"
      ? call === "begin-certificate"
      : call.path === "/api/certificate-reports";
  const isOfInhouse =
    typeof call === "string" ? call === "begin-inhouse" : call.path === "/api/inhouse-calibrations";
  const isNextVersion =
    typeof call === "string" ? call === "begin" : call.path.endsWith("/versions");
  return [
    // A machine has one open certificate.
    ...(isOfCertificate
      ? [
          run(
            "update certificate_reports set status = 'cancelled' where company_id = ? and id = ?",
            "certificate_reports",
          ),
        ]
      : []),
    // A certificate is begun for a request that was accepted.
    ...(isBeginning(call)
      ? [
          run(
            "update recalibration_requests set status = 'accepted' where company_id = ? and id = ?",
            "recalibration_requests",
          ),
        ]
      : []),
    // A measurement begins by the version in force.
    ...(isOfCertificate || isOfInhouse
      ? [
          db
            .prepare("update procedures set current_version_id = ? where company_id = ? and id = ?")
            .bind(rows.procedure_versions!.id!, company.id, rows.procedures!.id!),
        ]
      : []),
    ...(isProposing(call)
      ? [
          run(
            "update interval_proposals set status = 'rejected' where company_id = ? and id = ?",
            "interval_proposals",
          ),
        ]
      : []),
    ...(isReviewing(call)
      ? [
          run(
            "update impact_reviews set status = 'closed' where company_id = ? and id = ?",
            "impact_reviews",
          ),
        ]
      : []),
    ...(isNextVersion
      ? [
          run(
            "update report_form_versions set status = 'retired' where company_id = ? and id = ?",
            "report_form_versions",
          ),
          run(
            "update procedure_versions set status = 'withdrawn', approved_by = 'somebody' where company_id = ? and id = ?",
            "procedure_versions",
          ),
        ]
      : []),
  ];
}
