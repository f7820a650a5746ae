import { daysBetween } from "#app/shared/company-time.ts";
import { lookOf } from "#app/shared/due.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Badge } from "#app/ui/page.tsx";
import { DateText, useDates } from "#app/ui/time.tsx";
import type { portalCertificates } from "#worker/domain/portal/read.ts";
import { VerdictBadge } from "../procedures/figures.tsx";

export type PortalCertificate = Awaited<ReturnType<typeof portalCertificates>>["rows"][number];
const looks = {
  issued: ["in-date", "cert", "Valid"],
  superseded: ["hold", "archive", "Superseded: it does not hold any more"],
  voided: ["overdue", "cross", "Void: do not use it"],
} as const;
type Shown = keyof typeof looks;
const isShown = (status: string): status is Shown => Object.hasOwn(looks, status);

/** When the next calibration is due, where the certificate says so. */
function Due({ on, today }: { on: string; today: string }) {
  const { date } = useDates();
  const { tone, icon } = lookOf(daysBetween(today, on));
  return (
    <Badge tone={tone} icon={icon}>
      {tone === "overdue" ? `Overdue since ${date(on)}` : `Due ${date(on)}`}
    </Badge>
  );
}

/** A certificate with its device, its state in words, and its files. */
export function CertificateRow({ row, today }: { row: PortalCertificate; today: string }) {
  const { id, certificateNo, status, machineNo, machineName, modelName, serialNo } = row;
  const [tone, icon, word] = looks[isShown(status) ? status : "voided"];
  const device = [modelName, serialNo && `serial no ${serialNo}`].filter(Boolean).join(", ");
  return (
    <li>
      <label className="check">
        <input type="checkbox" name="id" value={id} />
        <span className="sr-only">Choose {certificateNo}</span>
      </label>
      <div>
        <p>
          <b className="code">{certificateNo}</b>
        </p>
        <p>
          {machineName} <span className="code muted">{machineNo}</span>
        </p>
        <p className="muted">{device}</p>
        <p className="muted">
          Issued <DateText on={row.issuedOn} />
        </p>
        {row.voidReason && status === "voided" && <p className="muted">{row.voidReason}</p>}
      </div>
      <div className="portal-state">
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        {row.conformity && row.conformity !== "not_stated" && (
          <VerdictBadge verdict={row.conformity} />
        )}
        {status === "issued" && row.nextDueOn && <Due on={row.nextDueOn} today={today} />}
      </div>
      <div className="portal-files">
        {row.renderState === "done" ? (
          (["pdf", "xml", "json"] as const).map((kind) => (
            <a
              key={kind}
              className="btn btn-sm"
              href={`/portal/certificate/${id}/${kind}`}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="dl" />
              {kind.toUpperCase()}
              <span className="sr-only">of {certificateNo}</span>
            </a>
          ))
        ) : (
          <span className="muted">Its files are being drawn</span>
        )}
      </div>
    </li>
  );
}
