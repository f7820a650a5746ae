import { Link } from "react-router";
import { traceRoutes } from "#app/shared/calibration/certificates.ts";
import { roleName } from "#app/shared/calibration/role-name.ts";
import { Icon } from "#app/ui/icon.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { TraceCertificate, TraceStandard } from "#worker/domain/traceability/chain.ts";
import type { TraceUse } from "#worker/domain/traceability/of-calibrator.ts";
import "../../css/traceability.css";

/** What a standard's own certificate says of where it comes from. */
function From({ standard }: { standard: TraceStandard }) {
  const { certificateNo, issuedBy, route, dueOn, accreditationBody, accreditationNo } = standard;
  if (!certificateNo)
    return (
      <div className="tr-node is-open">
        <Icon name="alert" />
        <p>
          <b>No accepted certificate</b>
          <span>The chain ends here.</span>
        </p>
      </div>
    );
  return (
    <div className={route === "none" ? "tr-node is-open" : "tr-node is-end"}>
      <Icon name={route === "none" ? "alert" : "ok"} />
      <p>
        <b>{issuedBy}</b>
        <span>{route && traceRoutes[route as keyof typeof traceRoutes]}</span>
        {accreditationBody && <span>{accreditationBody}</span>}
        {accreditationNo && <span className="code">{accreditationNo}</span>}
        <span className="code">{certificateNo}</span>
        {dueOn && (
          <span>
            In date to <DateText on={dueOn} />
          </span>
        )}
      </p>
    </div>
  );
}

/** A standard, and behind it the certificate that was in force. */
export const Standard = ({ standard }: { standard: TraceStandard }) => (
  <li>
    <div className="tr-node">
      <Icon name="gauge" />
      <p>
        <Link to={`/calibrator/${standard.calibratorId}`}>{standard.name}</Link>
        <span className="code">{standard.calibratorNo}</span>
        {standard.serialNo && <span>{`Serial ${standard.serialNo}`}</span>}
        {standard.role && <span>{roleName(standard.role)}</span>}
      </p>
    </div>
    <ul>
      {standard.source ? (
        <Certificate certificate={standard.source} />
      ) : (
        <li>
          <From standard={standard} />
        </li>
      )}
    </ul>
  </li>
);

/** A certificate of ours, and behind it the standards that it was measured with. */
export const Certificate = ({ certificate }: { certificate: TraceCertificate }) => (
  <li>
    <div className="tr-node">
      <Icon name="cert" />
      <p>
        <Link to={`/certificate-report/${certificate.id}`}>
          {certificate.certificateNo ?? "This certificate"}
        </Link>
        <span>Our certificate</span>
      </p>
    </div>
    <ul>
      {certificate.standards.map((standard) => (
        <Standard key={`${standard.calibratorId} ${standard.role}`} standard={standard} />
      ))}
      {certificate.standards.length === 0 && (
        <li>
          <div className="tr-node is-open">
            <Icon name="alert" />
            <p>
              <b>No standard</b>
              <span>The chain ends here.</span>
            </p>
          </div>
        </li>
      )}
    </ul>
  </li>
);

/** A standard of ours that was calibrated with another one, and those that were with it. */
export const Use = ({ use, mayView }: { use: TraceUse; mayView: boolean }) => (
  <li>
    <div className="tr-node">
      <Icon name="gauge" />
      <p>
        <Link to={`/calibrator/${use.calibratorId}`}>{use.name}</Link>
        <span className="code">{use.calibratorNo}</span>
        {use.certificates.map(({ id, certificateNo }) => (
          <span key={id}>
            {mayView ? (
              <Link to={`/certificate-report/${id}`}>{certificateNo}</Link>
            ) : (
              certificateNo
            )}
          </span>
        ))}
      </p>
    </div>
    {use.uses.length > 0 && (
      <ul>
        {use.uses.map((next) => (
          <Use key={next.calibratorId} use={next} mayView={mayView} />
        ))}
      </ul>
    )}
  </li>
);
