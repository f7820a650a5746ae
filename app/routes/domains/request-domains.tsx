import { choicesOf } from "#app/shared/choices-of.ts";
import { companyKindWords } from "#app/shared/company-kinds.ts";
import { domainRules, domainStates } from "#app/shared/flows/domain-requests.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { RowMoves } from "#app/ui/moves.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { domainFlow } from "#worker/domain/domains/flow.ts";
import { listDomainRequests } from "#worker/domain/domains/list.ts";
import { countryName, currencyChoices, zoneChoices } from "#worker/domain/platform/countries.ts";
import type { StaffSession } from "#worker/session.ts";
import { staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import { movesOfSent } from "#worker/web/flow-actions.ts";
import { ageColumn, companyColumn } from "../platform/columns.tsx";
import { companyFilter } from "../platform/search-choices.ts";
import type { Route } from "./+types/request-domains";
import { ApprovalFields } from "./approval-fields.tsx";
import { DnsRecords, DomainBadge, domainKinds } from "./words.tsx";

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const { rows, ...list } = await listDomainRequests(
    context.get(staffContext),
    new URL(request.url).searchParams,
  );
  return {
    ...list,
    rows: rows.map((row) => ({ ...row, countryName: row.country && countryName(row.country) })),
    currencies: currencyChoices,
    zones: zoneChoices,
    now: Date.now(),
  };
};
export const action = staffActions(
  movesOfSent<StaffSession>(domainFlow, ["approve", "check", "reject"]),
);
export const meta = () => [{ title: "Request Domains - Plumbline" }];

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const factsOf = ({ companyKind, countryName }: Row) =>
  [companyKind && companyKindWords[companyKind], countryName].filter(Boolean).join(", ");
const reachOf = ({ requesterEmail, requesterPhone }: Row) =>
  [requesterEmail, requesterPhone].filter(Boolean).join(", ");

/** Who asks for an account, and companies for another host, newest first. */
export default function RequestDomains({ loaderData, actionData }: Route.ComponentProps) {
  const { plans, shards, currencies, zones } = loaderData;
  const fields = (move: string, row: Row) => {
    if (move === "approve")
      return (
        <ApprovalFields
          request={row}
          by={[row.requesterName, reachOf(row)].join(", ")}
          {...{ plans, shards, currencies, zones }}
        />
      );
    return move === "check" && <DnsRecords {...row} />;
  };
  return (
    <>
      <ListPage
        title="Request Domains"
        result={loaderData}
        filters={[
          { key: "status", label: "State", options: choicesOf(domainStates) },
          { key: "kind", label: "Kind", options: choicesOf(domainKinds) },
          companyFilter(loaderData.company),
        ]}
        empty={{
          title: "No requests",
          text: "Accounts are asked for on the public site, other hosts in a company's Settings.",
        }}
        rowName={(row) => row.hostname}
        isTwoLined
        columns={[
          { key: "kind", label: "Kind", card: "c-top", show: ({ kind }) => domainKinds[kind] },
          {
            key: "host",
            label: "Host",
            card: "c-name",
            wraps: true,
            show: (row) => <span className="code host">{row.hostname}</span>,
            under: (row) => row.companyKind && <small>{factsOf(row)}</small>,
          },
          { ...companyColumn(true), card: "c-meta" },
          {
            key: "by",
            label: "Asked by",
            wraps: true,
            show: (row) => (
              <>
                {row.requesterName}
                <small>{reachOf(row)}</small>
              </>
            ),
          },
          {
            key: "note",
            label: "Note",
            wraps: true,
            wide: 1,
            show: ({ note, reason }) =>
              (note || reason) && (
                <>
                  {note}
                  {reason && <small>{`Reason: ${reason}`}</small>}
                </>
              ),
          },
          {
            key: "state",
            label: "State",
            card: "c-state",
            show: (row) => <DomainBadge status={row.status} />,
          },
          { ...ageColumn(loaderData.now), card: "c-due" },
        ]}
        rowActions={(row) =>
          row.moves.some(({ fits }) => fits) && (
            <RowMenu label={`Actions for ${row.hostname}`}>
              <MoveEntries of={row} rules={domainRules} />
            </RowMenu>
          )
        }
      />
      <RowMoves
        rows={loaderData.rows}
        rules={domainRules}
        name={(row) => row.hostname}
        hidden={({ id }) => ({ id })}
        fields={fields}
        keep="Keep as it is"
        problem={refusalOf(actionData)}
      />
    </>
  );
}
