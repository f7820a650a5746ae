import { BackLink } from "#app/ui/back-link.tsx";
import { PrintDesk } from "#app/ui/slip.tsx";
import { paperLogoAddress } from "#worker/domain/settings/paper.ts";
import { viewTransfer } from "#worker/domain/transfers/read.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { transferSheet } from "#worker/web/transfer-sheet.ts";
import { SlipSheet } from "../movement/slip-sheet.tsx";
import type { Route } from "./+types/print";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { company } = session;
  const transfer = await viewTransfer(session, params.id);
  return {
    slip: transferSheet(transfer, company, context.get(visitContext).env),
    id: transfer.id,
    logo: paperLogoAddress(company),
  };
}
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.slip.number ?? "Transfer"} - Plumbline` },
];

/** The slip of a transfer on paper. */
export default function PrintTransfer({ loaderData: { slip, id, logo } }: Route.ComponentProps) {
  return (
    <PrintDesk
      back={
        <BackLink className="btn btn-ghost" to={`/asset-transfer/${id}`} icon>
          Back
        </BackLink>
      }
      pdf={`/asset-transfer/pdf/${id}`}
    >
      <SlipSheet slip={slip} logo={logo} />
    </PrintDesk>
  );
}
