/* What the demo's certificates are, each as a condition on its row. */

/** Certificates that the laboratory is to have at least one of. */
export const certified = {
  "half measured": `status = 'draft' and exists (select 1 from measurement_sets as s where s.company_id = report.company_id
    and s.id = report.measurement_set_id and s.measured like '%"as_found":{"%')`,
  "adjusted, so that it passes": "conformity = 'pass' and as_found_conformity = 'fail'",
  failed: "status = 'issued' and conformity = 'fail'",
  "accredited, with its number of the scheme":
    "status = 'issued' and accredited = 1 and scheme_no is not null",
  "with a concession": "concessions <> '[]'",
  "a revision that says why":
    "revision_no = 1 and status = 'issued' and amendment_reason is not null",
  "void, and why": "status = 'voided' and void_reason is not null",
  "partly measured, as it says": "deviations like '%Not part of what was ordered%'",
};
/** Certificates that cannot be; there must be none. */
export const miscertified = {
  "three sign, each another": `(select count(distinct signer.value ->> 'userId') from json_each(report.signatures) as signer
    where signer.value ->> 'role' <> 'authorised_signatory') <> 3 and status in ('approved', 'issued', 'superseded', 'voided')`,
  "issued before its work was over": "issued_on < cal_end_on",
  "pending without its text": `render_state = 'pending' and not exists (select 1 from certificate_texts as t
    where t.company_id = report.company_id and t.certificate_report_id = report.id)`,
};
