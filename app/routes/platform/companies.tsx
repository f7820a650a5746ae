import { Link } from "react-router";
import { companyEndings } from "#app/shared/company-endings.ts";
import { megabytesText, sizeText } from "#app/shared/size-text.ts";
import { usedText } from "#app/shared/used-text.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { AddRecord } from "#app/ui/record-list.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { companies } from "#worker/domain/platform/companies.ts";
import { countryChoices } from "#worker/domain/platform/countries.ts";
import { anyActions } from "#worker/web/actions.ts";
import { anySessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/companies";
import { ClosingDialog, ClosingEntries, ClosingNote } from "./company-closing.tsx";
import { companyCommands } from "./company-commands.ts";
import { CompanyDialogs, CompanyEntries } from "./company-dialogs.tsx";
import { CompanyStatus, serviceTypes, statuses, UsedCount } from "./parts.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(anySessionContext);
  const page = await companies.list(session, new URL(request.url).searchParams);
  return { ...page, me: session.actor.userId, countries: countryChoices };
}

export const action = anyActions(companyCommands);
export const meta = () => [{ title: "Companies - Plumbline" }];

export type Row = Route.ComponentProps["loaderData"]["rows"][number];

const endings = Object.entries(companyEndings).map(([value, { label }]) => ({ value, label }));
const waiting = [
  { value: "any", label: "Anything" },
  { value: "close", label: "Closing" },
  { value: "reopen", label: "Reopening" },
];
const add = <AddRecord thing="company" href="/company/create" />;

export default function Companies({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ListPage
        title="Companies"
        result={loaderData}
        searchLabel="Name or host"
        filters={[
          { key: "status", label: "Status", options: statuses },
          { key: "ends", label: "Ends soon", options: endings },
          { key: "plan", label: "Plan", options: loaderData.every.plans },
          { key: "waiting", label: "Waits for a second person", options: waiting, rare: true },
          { key: "country", label: "Country", options: loaderData.countries, rare: true },
          { key: "shard", label: "Shard", options: loaderData.every.shards, rare: true },
        ]}
        actions={
          <>
            <Link className="btn" to="/companies/inside">
              Who is inside
            </Link>
            <Link className="btn" to="/admins">
              <Icon name="team" />
              Admins
            </Link>
            {add}
          </>
        }
        empty={{
          title: "No companies yet",
          text: "A company gets its own host, its own data and a first Admin.",
          action: add,
        }}
        columns={[
          {
            key: "host",
            label: "Host",
            card: "c-top",
            show: (company) => <span className="code">{company.host ?? "–"}</span>,
          },
          { key: "name", label: "Name", card: "c-name", sortable: true },
          {
            key: "serviceType",
            label: "Service type",
            wide: 1,
            show: (company) => serviceTypes[company.serviceType]?.label,
          },
          { key: "plan", label: "Plan", card: "c-meta", wraps: true },
          {
            key: "status",
            label: "Status",
            card: "c-state",
            show: (company) => <CompanyStatus company={company} />,
          },
          {
            key: "closing",
            label: "Closing",
            card: "c-meta",
            wraps: true,
            show: (company) => <ClosingNote company={company} />,
          },
          {
            key: "assets",
            label: "Assets",
            numeric: true,
            wide: 2,
            show: ({ assetCount, mostAssets }) => <UsedCount used={assetCount} most={mostAssets} />,
          },
          {
            key: "people",
            label: "People",
            numeric: true,
            wide: 1,
            show: ({ userCount, mostUsers }) => <UsedCount used={userCount} most={mostUsers} />,
          },
          {
            key: "storage",
            label: "Storage",
            numeric: true,
            wide: 1,
            show: ({ storageBytes, mostStorageMb: most }) =>
              usedText(sizeText(storageBytes), most === null ? null : megabytesText(most)),
          },
          { key: "endsOn", label: "Ends", as: "day", wide: 2 },
          { key: "lastActiveAt", label: "Last active", as: "time", optional: true },
          {
            key: "country",
            label: "Country",
            optional: true,
            show: ({ country }) =>
              loaderData.countries.find(({ value }) => value === country)?.label ?? country,
          },
          { key: "shard", label: "Shard", optional: true },
          {
            key: "created",
            wide: 1,
            label: "Created",
            card: "c-due",
            sortable: true,
            as: "time",
            field: "createdAt",
          },
        ]}
        rowHref={(company) => `/company/${company.id}`}
        rowActions={(company) => (
          <RowMenu label={`Actions for ${company.name}`}>
            <MenuLink to={`/company/${company.id}`} icon="eye">
              Open
            </MenuLink>
            <CompanyEntries company={company} />
            <ClosingEntries company={company} me={loaderData.me} />
          </RowMenu>
        )}
      />
      <ClosingDialog rows={loaderData.rows} problem={refusalOf(actionData)} />
      <CompanyDialogs
        rows={loaderData.rows}
        plans={loaderData.plans}
        problem={refusalOf(actionData)}
      />
    </>
  );
}
