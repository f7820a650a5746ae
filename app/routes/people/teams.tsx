import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { MenuLink } from "#app/ui/menu.tsx";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { AddRecord, RecordList } from "#app/ui/record-list.tsx";
import { peoplePage } from "#worker/domain/people/page.ts";
import { teams } from "#worker/domain/people/teams.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { endingCommands, entityLoader } from "#worker/web/entity-page.ts";
import { inviteCommands, personCommands } from "#worker/web/people-actions.ts";
import type { Route } from "./+types/teams";
import { InviteMany } from "./invite-many.tsx";
import { InviteLinks, PeopleTable } from "./people-list.tsx";
import { PersonDialogs } from "./person-dialogs.tsx";

export async function loader(args: Route.LoaderArgs) {
  const params = new URL(args.request.url).searchParams;
  const session = args.context.get(sessionContext);
  if (params.get("tab") === "people")
    return { people: await peoplePage(session, params), teams: null };
  return { teams: await entityLoader(teams)(args), people: null };
}
export const action = actions({ ...endingCommands(teams), ...inviteCommands, ...personCommands });
export const meta = () => [{ title: "Teams - Plumbline" }];

const formHref = { add: "/team/create", edit: (row: { id: string }) => `/team/update/${row.id}` };

export default function Teams({ loaderData, actionData }: Route.ComponentProps) {
  const { people, teams: list } = loaderData;
  return (
    <>
      <PageHead
        title="Teams"
        actions={
          people
            ? people.may.invite && <InviteLinks />
            : list?.may.create && <AddRecord thing="team" href={formHref.add} />
        }
      />
      <div className="stack">
        <Tabs
          label="Teams and people"
          tabs={[
            { label: "Teams", to: "/teams", current: !people },
            { label: "People", to: "/teams?tab=people", current: people !== null },
          ]}
        />
        {people && <PeopleTable data={people} head={false} />}
        {list && (
          <RecordList
            head={false}
            list={list}
            searchLabel="Name or description"
            about="A team gets work and rights together, and looks after Locations and categories."
            formHref={formHref}
            {...(list.may.edit
              ? {
                  rowMenu: (row: { id: string }) => (
                    <MenuLink to={`/team/permission/${row.id}`} icon="shield">
                      Permissions
                    </MenuLink>
                  ),
                }
              : {})}
            columns={[
              { key: "name", label: "Name", card: "c-name", sortable: true },
              {
                key: "leader",
                label: "Leader",
                card: "c-meta",
                show: (row) => row.leaderName ?? <span className="quiet">–</span>,
              },
              {
                key: "members",
                label: "Members",
                card: "c-due",
                numeric: true,
                show: (row) => <Link to={`/teams?tab=people&team=${row.id}`}>{row.members}</Link>,
              },
              {
                key: "coverage",
                label: "Looks after",
                keep: true,
                show: (row) => coverage(row),
              },
            ]}
          />
        )}
      </div>
      {people && (
        <PersonDialogs
          person={people.record}
          rules={people.rules}
          answer={actionData}
          team={people.chosen.team}
        />
      )}
      {people && <InviteMany rules={people.rules} team={people.chosen.team} answer={actionData} />}
      {list && (
        <RecordDialogs
          list={list}
          answer={actionData}
          mergeNote="Members stay where they are, with the rights they have."
          archiving="It is no longer offered. Its members keep the rights they have by it."
        />
      )}
    </>
  );
}

const coverage = ({ locations, categories }: { locations: number; categories: number }) =>
  [
    locations && plural(locations, "1 Location", "{n} Locations"),
    categories && plural(categories, "1 category", "{n} categories"),
  ]
    .filter(Boolean)
    .join(", ") || <span className="quiet">–</span>;
