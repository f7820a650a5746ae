import { PageHead, Panel } from "#app/ui/page.tsx";
import { certificateTrace } from "#worker/domain/traceability/of-certificate.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/certificate";
import { Certificate } from "./chain.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  certificateTrace(context.get(sessionContext), params.id);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Traceability of ${loaderData?.certificate.name ?? "a certificate"} - Plumbline` },
];

/** What a certificate rests on: its standards, their certificates, and on whose these rest. */
export default function CertificateTraceability({ loaderData }: Route.ComponentProps) {
  const { certificate, chain } = loaderData;
  return (
    <div className="stack">
      <PageHead
        title="Traceability"
        crumbs={[
          { label: "Certificate Reports", to: "/certificate-reports" },
          {
            label: <span className="code">{certificate.name}</span>,
            to: `/certificate-report/${certificate.id}`,
          },
        ]}
      />
      <Panel title="What it rests on">
        <ul className="tr-chain">
          <Certificate certificate={chain} />
        </ul>
      </Panel>
    </div>
  );
}
