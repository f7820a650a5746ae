import { Link } from "react-router";
import { DefinitionList, Panel } from "#app/ui/page.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import type { CertificateDetail } from "#worker/domain/certificates/read.ts";
import { adjustmentWords, placeWords } from "./words.tsx";

const code = (text: string | null) => text && <span className="code">{text}</span>;
const day = (on: string | null) => on && <DateText on={on} />;
const said = (text: string | null) => text && <span className="said">{text}</span>;

/** What a certificate says of itself. */
export function About({ detail }: { detail: CertificateDetail }) {
  const { certificate, item, consumer, site, procedure, relatives } = detail;
  return (
    <Panel title="The certificate">
      <DefinitionList
        entries={[
          [
            "Number",
            code(certificate.certificateNo) ?? <span className="muted">Given at issue</span>,
          ],
          ...(certificate.revisionNo > 0
            ? ([
                ["Revision", `${certificate.revisionNo}: ${certificate.amendmentReason ?? ""}`],
              ] as [string, string][])
            : []),
          ...relatives.map((one): [string, React.ReactNode] => [
            one.revisionNo < certificate.revisionNo ? "Revises" : "Revised by",
            <Link key={one.id} to={`/certificate-report/${one.id}`}>
              {one.name}
            </Link>,
          ]),
          [
            "Machine",
            <Link key="machine" to={`/machine/${item.id}`}>
              {item.machineNo}
            </Link>,
          ],
          ["Serial no", code(item.serialNo)],
          ["Consumer", consumer && (site ? `${consumer.name}, ${site.name}` : consumer.name)],
          ["Procedure", `${procedure.code} v${procedure.versionNo}`],
          ["Job no", code(certificate.jobNo)],
          ["Received on", day(certificate.receivedOn)],
          [
            "Calibrated",
            certificate.calStartOn === certificate.calEndOn ? (
              day(certificate.calEndOn)
            ) : (
              <>
                <DateText on={certificate.calStartOn} /> to <DateText on={certificate.calEndOn} />
              </>
            ),
          ],
          ["Performed", placeWords[certificate.performedAt]],
          ["Adjustment", adjustmentWords[certificate.adjustment]],
          ["Issued on", day(certificate.issuedOn)],
          ["Next due", day(certificate.nextDueOn)],
          ["Deviations", said(certificate.deviations)],
          ...certificate.concessions.map(
            ({ gate, reason, expiresOn, grantedName }): [string, React.ReactNode] => [
              `Concession ${gate}`,
              <span key={gate}>
                <span className="said">{reason}</span>
                <small className="muted">
                  {grantedName}, until <DateText on={expiresOn} />
                </small>
              </span>,
            ],
          ),
          ["Opinion", said(certificate.opinion)],
          ...(certificate.voidReason
            ? ([["Void because", said(certificate.voidReason)]] as [string, React.ReactNode][])
            : []),
          [
            "Public check",
            certificate.verifyToken && (
              <Link key="verify" to={`/verify/${certificate.verifyToken}`} reloadDocument>
                Open it
              </Link>
            ),
          ],
        ]}
      />
    </Panel>
  );
}

const fileWords = {
  pdf: "PDF",
  dcc: "Digital certificate (XML)",
  document: "Document (JSON)",
} as const;

/** What is drawn from an issued certificate. */
export function Files({ certificate }: Pick<CertificateDetail, "certificate">) {
  const { renderState, files } = certificate;
  if (renderState === "none") return null;
  return (
    <Panel title="Files">
      {renderState === "done" ? (
        <ul className="sig-list">
          {(["pdf", "dcc", "document"] as const).map((file) => (
            <li key={file}>
              <a className="whole" href={`/media/${files[file]}`}>
                {fileWords[file]}
              </a>
            </li>
          ))}
        </ul>
      ) : renderState === "failed" ? (
        <p className="muted">
          Nothing is drawn: what is kept of this certificate is not what was issued. The ledger
          tells what it was.
        </p>
      ) : (
        <p className="muted">They are being drawn. Look again in a moment.</p>
      )}
    </Panel>
  );
}

const meanings = {
  performed: "Performed",
  reviewed: "Reviewed",
  approved: "Approved",
  authorised: "Authorised",
} as const;

/** Who has signed it, as what and when. */
export function Signatures({ detail: { certificate } }: { detail: CertificateDetail }) {
  return (
    <Panel title="Signatures">
      {certificate.signatures.length === 0 ? (
        <p className="muted">Nobody has signed it.</p>
      ) : (
        <ul className="sig-list">
          {certificate.signatures.map(({ meaning, name, designation, signed_at }) => (
            <li key={meaning}>
              <b>{meanings[meaning]}</b>
              <span>{designation ? `${name}, ${designation}` : name}</span>
              <TimeText at={signed_at} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
