import { Fragment } from "react";
import { useFetcher } from "react-router";
import type { QrModules } from "#app/shared/label-qr.ts";
import { lineConditionText } from "#app/shared/line-conditions.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { newKey } from "#app/ui/form-context.ts";
import { PrintDesk, SlipFacts, SlipFoot, SlipHead } from "#app/ui/slip.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { countPrint } from "#worker/domain/gate-passes/print.ts";
import { findPass } from "#worker/domain/gate-passes/read.ts";
import { passAddress, qrOf } from "#worker/domain/labels/qr.ts";
import { paperLogoAddress } from "#worker/domain/settings/paper.ts";
import { actions, asData } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/print";
import { kindText, purposeText } from "./words.tsx";
import "../../css/passes.css";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { company, origin } = session;
  const pass = await findPass(session, params.id);
  return {
    pass,
    qr: qrOf(passAddress(origin, pass.id)),
    company: company.name,
    host: new URL(origin).host,
    logo: paperLogoAddress(company),
    counts: session.can("create-gate-pass") || session.can("edit-gate-pass"),
  };
}

export const action = actions(
  { print: ({ session, id }) => countPrint(session, id) },
  { reply: asData, isData: true },
);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.pass.number ?? "Gate pass"} - Plumbline` },
];

const copies = ["Security", "Party", "Store"] as const;

/** The pass on paper in three copies, a page each: A4 or Letter, always light. */
export default function PrintPass({ loaderData }: Route.ComponentProps) {
  const { pass, counts } = loaderData;
  const fetcher = useFetcher();
  const printed = () => {
    if (counts)
      void fetcher.submit({ intent: "print", idempotency_key: newKey() }, { method: "post" });
    print();
  };
  return (
    <PrintDesk
      back={
        <BackLink className="btn btn-ghost" to={`/gate-pass/${pass.id}`} icon>
          Back
        </BackLink>
      }
      onPrint={printed}
    >
      {copies.map((copy, at) => (
        <Fragment key={copy}>
          <Copy {...loaderData} copy={copy} isFirst={at === 0} />
        </Fragment>
      ))}
    </PrintDesk>
  );
}

type CopyProps = Route.ComponentProps["loaderData"] & {
  copy: string;
  isFirst: boolean;
  qr: QrModules;
};

function Copy({ pass, qr, company, host, logo, copy, isFirst }: CopyProps) {
  const party = pass.party?.vendorName ?? pass.partyName;
  const facts: [name: string, value: React.ReactNode][] = [
    ["Goes to", party],
    ["Address", pass.partyAddress],
    ["Carrier", [pass.carrierName, pass.carrierPhone].filter(Boolean).join(", ")],
    ["Proof of identity", pass.carrierIdProof],
    ["Vehicle", pass.vehicleNo],
    ["Purpose", purposeText(pass.purpose)],
    ["Expected back", pass.expectedReturnOn && <DateText on={pass.expectedReturnOn} />],
    ["Service call", pass.callNumber],
  ];
  const Title = isFirst ? "h1" : "h2";
  return (
    <article className="slip pass-copy" aria-label={`${copy} copy`}>
      <SlipHead
        company={company}
        logo={logo}
        header={host}
        qr={qr}
        qrName={`QR code of ${pass.number}`}
        numberName="Gate pass"
        number={pass.number}
        under={`${copy} copy`}
      />
      <div className="slip-title">
        <Title>{kindText(pass.kind)} gate pass</Title>
        <span>{pass.outAt ? <TimeText at={pass.outAt} /> : null}</span>
      </div>
      <SlipFacts facts={facts.filter(([, text]) => text).map(([name, text]) => ({ name, text }))} />
      <table className="pass-table">
        <thead>
          <tr>
            <th scope="col" className="no">
              No
            </th>
            <th scope="col">What leaves the site</th>
            <th scope="col">Serial no</th>
            <th scope="col" className="num">
              Quantity
            </th>
            <th scope="col">Condition</th>
          </tr>
        </thead>
        <tbody>
          {pass.lines.map((line, at) => (
            <tr key={line.id}>
              <td className="no">{at + 1}</td>
              <td>
                {[line.assetCode, line.name].filter(Boolean).join(" ")}
                <Accessories pass={pass} line={line} />
              </td>
              <td className="code">{line.serialNo}</td>
              <td className="num">
                {line.qty} {line.unit ?? ""}
              </td>
              <td>{lineConditionText(line.conditionOut)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {pass.remarks && <p className="slip-text">{pass.remarks}</p>}
      <div className="slip-last">
        <div className="slip-sign">
          {pass.approvals.map(({ id, level, userName, at }) => (
            <div key={id}>
              Approved, level {level}
              <small>
                {userName}, <TimeText at={at} />
              </small>
            </div>
          ))}
          <div>
            Carrier<small>{pass.carrierName}</small>
          </div>
          <div>
            Security<small>Name and time</small>
          </div>
        </div>
      </div>
      <SlipFoot host={host} number={pass.number} last={`${copy} copy`} />
    </article>
  );
}

type Pass = Route.ComponentProps["loaderData"]["pass"];
function Accessories({ pass, line }: { pass: Pass; line: Pass["lines"][number] }) {
  const names = pass.accessories
    .filter(({ id, assetId }) => assetId === line.assetId && line.accessoryIds.includes(id))
    .map(({ name }) => name);
  return names.length > 0 ? <small>With {names.join(", ")}</small> : null;
}
