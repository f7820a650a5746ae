/** What anybody is told who checks a certificate by its code: what `/verify/{token}.json` answers, and what its page is drawn from. */
import type {
  Adjustment,
  CertificateKind,
  CertificateLab,
  CertificateSignature,
  Conformity,
  PerformancePlace,
} from "./document.ts";

export const certificateStates = ["valid", "superseded", "void"] as const;
export type CertificateState = (typeof certificateStates)[number];

/** The files of a certificate by the end of their addresses. */
export const verifiedFiles = ["pdf", "xml", "json"] as const;
export type VerifiedFile = (typeof verifiedFiles)[number];

/** What one set of readings, or the checks, come to. */
export type Judged = { judged: number; missed: number };

/** What the document says that was issued, as far as it is shown. */
export type IssuedFacts = {
  kind: CertificateKind;
  title: string;
  laboratory: Pick<CertificateLab, "name" | "address" | "country" | "accreditation" | "time_zone">;
  item: { name: string; manufacturer: string; model: string; serial_no: string | null };
  performed_at: PerformancePlace;
  adjustment: Adjustment;
  /** Before the adjustment; null where nothing was adjusted or read before. */
  as_found: { conformity: Conformity; points: Judged } | null;
  as_left: { conformity: Conformity; points: Judged; checks: Judged };
  signatures: readonly Pick<
    CertificateSignature,
    "meaning" | "name" | "designation" | "signed_at" | "auth_method"
  >[];
};

/** An entry of the ledger, with everything that its hash covers and what its payload's hash is of. */
export type VerifiedEntry = {
  seq: number;
  at: number;
  actor_id: string | null;
  action: string;
  entity: string;
  entity_id: string;
  payload: Readonly<Record<string, string | number | null>>;
  payload_sha256: string;
  prev_hash: string;
  hash: string;
};

export type VerifiedSummary = IssuedFacts & {
  void: { reason: string; name: string | null; designation: string | null } | null;
  hashes: { content: string; document: string; pdf: string | null; dcc: string | null };
  ledger: readonly VerifiedEntry[];
};

/** Instants are epoch milliseconds, days YYYY-MM-DD. */
export type Verified = {
  certificate_no: string;
  revision_no: number;
  state: CertificateState;
  /** When it was superseded or voided; null while it is valid. */
  state_since: number | null;
  replaced_by: { certificate_no: string; verify_url: string } | null;
  calibrated_from: string;
  calibrated_to: string;
  issued_on: string;
  checked_at: number;
  /** The zone of its days. */
  time_zone: string;
  /** Who issued it, as the company is called today; the summary says what it was called then. */
  company: string;
  /** Null where the laboratory shows number, state and dates alone. */
  summary: VerifiedSummary | null;
  /** Empty where the laboratory gives none, or while they are being made. */
  files: readonly { file: VerifiedFile; bytes: number; url: string }[];
};
