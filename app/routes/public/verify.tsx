import { useContext } from "react";
import { isRouteErrorResponse } from "react-router";
import type { Problem } from "#app/shared/refusal.ts";
import { errorWords } from "#app/ui/error-page.tsx";
import { FormatContext } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { visitContext } from "#worker/web/context.ts";
import { verifyPage } from "#worker/web/public-verify.ts";
import type { Route } from "./+types/verify";
import { Hung, VerifyFrame } from "./verify-frame.tsx";
import { VerifyLedger } from "./verify-ledger.tsx";
import { Dates, Facts, Files, Signed, Verdict } from "./verify-parts.tsx";
import "#app/css/verify.css";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  verifyPage(context.get(visitContext), params.token);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData ? loaderData.certificate.certificate_no : "Check a certificate" },
  { name: "robots", content: "noindex, nofollow" },
];

/** What anybody sees who checks a certificate by the code that is printed on it. */
export default function VerifyPage({ loaderData, params }: Route.ComponentProps) {
  const { certificate, dateFormat } = loaderData;
  const { summary, time_zone: timeZone, company } = certificate;
  const format = useContext(FormatContext);
  const accreditation = summary?.laboratory.accreditation;
  return (
    <FormatContext value={{ ...format, timeZone, dateFormat: dateFormat ?? format.dateFormat }}>
      <VerifyFrame
        name={summary?.laboratory.name ?? company}
        by={accreditation ? `${accreditation.body} ${accreditation.number}` : null}
        json={`/verify/${params.token}.json`}
      >
        <Hung className="vf-top">
          <Verdict certificate={certificate} />
        </Hung>
        <Hung className="vf-body">
          {summary ? (
            <Facts certificate={certificate} of={summary} />
          ) : (
            <Dates certificate={certificate} />
          )}
          {summary && <Files certificate={certificate} />}
        </Hung>
        {summary && <Signed certificate={certificate} of={summary} />}
        {summary && <VerifyLedger summary={summary} />}
      </VerifyFrame>
    </FormatContext>
  );
}

/** One page for whatever is not found here, so that it tells nothing of drafts. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const problem = isRouteErrorResponse(error) ? (error.data as Partial<Problem> | null) : null;
  const words =
    status === 404
      ? {
          title: "No certificate is found here.",
          text: "Scan the code on the certificate again, or compare the address letter by letter. If it still leads here, ask the laboratory that the certificate names.",
        }
      : { ...errorWords(status), ...(problem?.message && { text: problem.message }) };
  return (
    <VerifyFrame name="Check a certificate">
      <Hung className="vf-top">
        <div className="vf-verdict">
          <Icon name="search" />
          <div>
            <h1>{words.title}</h1>
            <p>{words.text}</p>
          </div>
        </div>
      </Hung>
    </VerifyFrame>
  );
}
