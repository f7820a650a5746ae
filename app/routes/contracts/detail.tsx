import { Link } from "react-router";
import { daysBetween } from "#app/shared/company-time.ts";
import { contractRules } from "#app/shared/flows/contracts.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { plural } from "#app/shared/plural.ts";
import { DateField } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { Money } from "#app/ui/money.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { PageHead, Panel, Readout } from "#app/ui/page.tsx";
import { useDates } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { addDevices, removeDevices } from "#worker/domain/contracts/devices.ts";
import { contractDocuments } from "#worker/domain/contracts/documents.ts";
import { contractFlow } from "#worker/domain/contracts/flow.ts";
import { type ContractDetail, contractDetail } from "#worker/domain/contracts/read.ts";
import { setShare, splitEqually } from "#worker/domain/contracts/shares.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { HistoryList } from "../assets/history-tab.tsx";
import { KeptDocuments } from "../masters/kept-documents.tsx";
import type { Route } from "./+types/detail";
import { Chain } from "./chain.tsx";
import { Devices } from "./devices.tsx";
import { Terms } from "./terms.tsx";
import { ContractBadge, contractName } from "./words.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  contractDetail(context.get(sessionContext), params.id, new URL(request.url).searchParams);

export const action = actions({
  terminate: ({ session, id }, values) => contractFlow.move(session, id, "terminate", values),
  "add-assets": ({ session, id }, values) => addDevices(session, id, values),
  "remove-asset": ({ session, id }, values) => removeDevices(session, id, values),
  share: ({ session, id }, values) => setShare(session, id, values),
  split: ({ session, id }) => splitEqually(session, id),
  upload: ({ session, visit, id, file }, { file: _, ...values }) =>
    contractDocuments.add(session, visit.env.MEDIA, id, file("file"), values),
  "delete-document": ({ session, id }, { document = "" }) =>
    contractDocuments.remove(session, id, document),
});

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.contract.number ?? "Contract"} - Plumbline` },
];

export default function ContractPage({ loaderData, actionData }: Route.ComponentProps) {
  const { contract, vendor, moves, today, may, documents, latest, now } = loaderData;
  const dialog = useDialog();
  const problem = refusalOf(actionData);
  const isOpen = contract.terminatedOn === null;
  const of = { id: contract.id, version: contract.version, moves };
  return (
    <>
      <PageHead
        title={contractName(contract)}
        crumbs={[
          { label: "Vendors", to: "/vendors" },
          { label: "Contracts", to: "/vendors?tab=contracts" },
          { label: vendor.name, to: `/vendor/detail/${contract.vendorId}` },
        ]}
        badges={<ContractBadge contract={contract} today={today} />}
        actions={
          <>
            {moves.length > 0 && (
              <Menu label="More actions" className="btn btn-icon">
                <MoveEntries of={of} rules={contractRules} to={(move) => dialog.to({ do: move })} />
              </Menu>
            )}
            {isOpen && may.create && (
              <Link
                className="btn"
                to={contractRules.moves.renew.page(contract.id)}
                prefetch="intent"
              >
                <Icon name="refresh" />
                Renew
              </Link>
            )}
            {isOpen && may.edit && may.seesAssets && (
              <Link
                className="btn btn-primary"
                to={dialog.to({ do: "add-assets" })}
                preventScrollReset
              >
                <Icon name="plus" />
                Add assets
              </Link>
            )}
          </>
        }
      />
      <div className="stack">
        <Figures detail={loaderData} />
        <Devices detail={loaderData} problem={problem} />
        <div className="cols cols-2">
          <div className="stack">
            <Terms contract={contract} vendor={vendor} />
            <KeptDocuments
              documents={documents}
              today={today}
              may={may.edit}
              about="The signed contract, its annexes and invoices."
              problem={problem}
            />
          </div>
          <div className="stack">
            <Chain chain={loaderData.chain} here={contract.id} today={today} />
            <Panel title="Latest activity">
              <HistoryList rows={latest} now={now} />
            </Panel>
          </div>
        </div>
      </div>
      <MoveDialog
        of={of}
        rules={contractRules}
        name={contractName(contract)}
        fields={() =>
          isPossible(moves, "terminate") && (
            <DateField
              name="terminatedOn"
              label="Terminated on"
              max={today}
              hint="The first day without it; today if left empty"
            />
          )
        }
        problem={problem}
      />
    </>
  );
}

function Figures({ detail }: { detail: ContractDetail }) {
  const { contract, today, assetCount, shared } = detail;
  const { date } = useDates();
  const { startOn, endOn, terminatedOn, valueMinor, pmVisitsPerYear } = contract;
  const left = daysBetween(today, endOn);
  const note = (days: number) =>
    days < 0 ? plural(-days, "1 day ago", "{n} days ago") : plural(days, "In 1 day", "In {n} days");
  return (
    <Readout
      label="Key figures"
      figures={[
        {
          label: "Value",
          value: <Money minor={valueMinor} />,
          note: valueMinor !== null && shared !== null && shared > 0 && (
            <>
              <Money minor={shared} /> shared
            </>
          ),
          ...(valueMinor !== null && shared !== null && shared > valueMinor
            ? { tone: "amber" as const }
            : {}),
        },
        { label: "Begins", value: date(startOn) },
        terminatedOn === null
          ? { label: "Ends", value: date(endOn), note: left === 0 ? "Today" : note(left) }
          : { label: "Terminated", value: date(terminatedOn), note: `Was to end ${date(endOn)}` },
        { label: "Assets", value: assetCount ?? "–" },
        { label: "PM visits a year", value: pmVisitsPerYear ?? "–" },
      ]}
    />
  );
}
