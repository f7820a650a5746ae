import { Link } from "react-router";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { calibratorTrace } from "#worker/domain/traceability/of-calibrator.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/calibrator";
import { Standard, Use } from "./chain.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  calibratorTrace(context.get(sessionContext), params.id);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Traceability of ${loaderData?.calibrator.calibratorNo ?? "a calibrator"} - Plumbline` },
];

/** What a standard rests on, and what rests on it. */
export default function CalibratorTraceability({ loaderData }: Route.ComponentProps) {
  const { calibrator, own, uses, mayViewCertificates } = loaderData;
  return (
    <div className="stack">
      <PageHead
        title="Traceability"
        crumbs={[
          { label: "Calibrator", to: "/calibrations" },
          {
            label: <span className="code">{calibrator.calibratorNo}</span>,
            to: `/calibrator/${calibrator.id}`,
          },
        ]}
        actions={
          mayViewCertificates && (
            <Link className="btn" to={`/certificate-reports?tab=all&calibrator=${calibrator.id}`}>
              Certificates measured with it
            </Link>
          )
        }
      />
      <Panel title="What it rests on">
        <ul className="tr-chain">
          <Standard standard={own} />
        </ul>
      </Panel>
      <Panel title="Our standards that rest on it">
        {uses.length === 0 ? (
          <p className="muted">No standard of ours was calibrated with it.</p>
        ) : (
          <ul className="tr-chain">
            {uses.map((use) => (
              <Use key={use.calibratorId} use={use} mayView={mayViewCertificates} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
