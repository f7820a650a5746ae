import type {
  calibratorCertificates,
  calibratorRanges,
  calibrators,
} from "#drizzle/tenant/index.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { Row } from "../../db/db.ts";
import { canonicalJson } from "../activity/chain.ts";
import type { Facts } from "../ledger/chain.ts";
import type { Proved } from "../ledger/ledger.ts";

type Certificate = Row<typeof calibratorCertificates>;
type Range = Row<typeof calibratorRanges>;

/** The figures of a range, as they are proved. */
const rangeFacts = (range: Range): Facts => {
  const { sort, parameter, quantity, unit, rangeLo, rangeHi, frequencyLo, frequencyHi } = range;
  const { resolution, uKind, uAbs, uPct, uEquation, uK, uP, uDof, specAbs, specPct } = range;
  const { driftKind, driftValue, correction, correctionEquation, points } = range;
  return {
    ...{ sort, parameter, quantity, unit },
    ...{ range_lo: rangeLo, range_hi: rangeHi },
    ...{ frequency_lo: frequencyLo, frequency_hi: frequencyHi, resolution },
    ...{ u_kind: uKind, u_abs: uAbs, u_pct: uPct, u_equation: uEquation },
    ...{ u_k: uK, u_p: uP, u_dof: uDof, spec_abs: specAbs, spec_pct: specPct },
    ...{ drift_kind: driftKind, drift_value: driftValue },
    ...{ correction, correction_equation: correctionEquation },
    points: points.map((point) => ({ ...point })),
  };
};

/** All that a certificate says, without what may still change about it. */
const contentOf = (certificate: Certificate, ranges: readonly Range[]): Facts => ({
  certificate_no: certificate.certificateNo,
  issued_by: certificate.issuedBy,
  accreditation_body: certificate.accreditationBody,
  accreditation_no: certificate.accreditationNo,
  route: certificate.route,
  calibrated_on: certificate.calibratedOn,
  issued_on: certificate.issuedOn,
  due_on: certificate.dueOn,
  as_found: certificate.asFound,
  adjusted: Number(certificate.adjusted),
  env_temp: certificate.envTemp,
  env_rh: certificate.envRh,
  ranges: ranges.map(rangeFacts),
});

/** The entry of the ledger by which an accepted certificate can be proved: its figures, its paper and its standard. */
export async function provedCertificate(
  certificate: Certificate,
  { id, calibratorNo, serialNo }: Row<typeof calibrators>,
  ranges: readonly Range[],
  paperSha256: string,
): Promise<Proved> {
  const content = contentOf(certificate, ranges);
  return {
    fact: "calibrator_certificate.accepted",
    entity: "calibrator_certificate",
    entityId: certificate.id,
    payload: {
      certificate_no: certificate.certificateNo,
      calibrator_id: id,
      calibrator_no: calibratorNo,
      serial_no: serialNo,
      content_sha256: await sha256(canonicalJson(content)),
      paper_sha256: paperSha256,
    },
  };
}
