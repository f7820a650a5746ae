import { useFetcher } from "react-router";
import { BackLink } from "#app/ui/back-link.tsx";
import { newKey } from "#app/ui/form-context.ts";
import { PrintDesk } from "#app/ui/slip.tsx";
import { countPrint } from "#worker/domain/gate-passes/print.ts";
import { findPass } from "#worker/domain/gate-passes/read.ts";
import { paperLogoAddress } from "#worker/domain/settings/paper.ts";
import { actions, asData } from "#worker/web/actions.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { passSheets } from "#worker/web/pass-sheet.ts";
import { SlipSheet } from "../movement/slip-sheet.tsx";
import type { Route } from "./+types/print";
import "../../css/passes.css";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { company } = session;
  const pass = await findPass(session, params.id);
  return {
    slips: passSheets(pass, company, context.get(visitContext).env),
    id: pass.id,
    logo: paperLogoAddress(company),
    counts: session.can("create-gate-pass") || session.can("edit-gate-pass"),
  };
}

export const action = actions(
  { print: ({ session, id }) => countPrint(session, id) },
  { reply: asData, isData: true },
);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.slips[0].number ?? "Gate pass"} - Plumbline` },
];

/** The pass on paper in three copies, a page each. */
export default function PrintPass({ loaderData }: Route.ComponentProps) {
  const { slips, id, logo, counts } = loaderData;
  const fetcher = useFetcher();
  const printed = () => {
    if (counts)
      void fetcher.submit({ intent: "print", idempotency_key: newKey() }, { method: "post" });
    print();
  };
  return (
    <PrintDesk
      back={
        <BackLink className="btn btn-ghost" to={`/gate-pass/${id}`} icon>
          Back
        </BackLink>
      }
      pdf={`/gate-pass/pdf/${id}`}
      onPrint={printed}
    >
      {slips.map((slip, at) => (
        <SlipSheet key={slip.under} slip={slip} logo={logo} isCopy={at > 0} />
      ))}
    </PrintDesk>
  );
}
