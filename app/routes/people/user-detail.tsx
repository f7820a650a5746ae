import { Link, useLocation } from "react-router";
import { typeWord } from "#app/shared/person-words.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { personDetail } from "#worker/domain/people/detail.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { personCommands } from "#worker/web/people-actions.ts";
import type { Route } from "./+types/user-detail";
import { PersonActions } from "./person-actions.tsx";
import { PersonDialogs } from "./person-dialogs.tsx";
import { PersonOverview, PersonSessions, SignIns } from "./person-tabs.tsx";
import { StatusBadge } from "./words.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  personDetail(context.get(sessionContext), params.id, new URL(request.url).searchParams);
export const action = actions(personCommands);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.person.name ?? "Person"} - Plumbline` },
];

export default function UserDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { person, tab, may } = loaderData;
  const { pathname } = useLocation();
  return (
    <>
      <PageHead
        title={person.name}
        crumbs={[
          { label: loaderData.home.label, to: loaderData.home.path },
          { label: person.email },
        ]}
        badges={
          <>
            <StatusBadge status={person.status} />
            <span className="muted">{typeWord(person.type)}</span>
          </>
        }
        actions={
          <>
            <PersonActions detail={loaderData} />
            {may.edit && (
              <Link
                className="btn btn-primary"
                to={`/user/permission/${person.id}`}
                prefetch="intent"
              >
                <Icon name="shield" />
                Permissions
              </Link>
            )}
          </>
        }
      />
      <div className="stack">
        <Tabs
          label="Person"
          tabs={[
            { label: "Overview", to: pathname, current: tab === "overview" },
            { label: "Sessions", to: `${pathname}?tab=sessions`, current: tab === "sessions" },
            { label: "Sign-in log", to: `${pathname}?tab=sign-ins`, current: tab === "sign-ins" },
          ]}
        />
        {tab === "overview" && <PersonOverview detail={loaderData} />}
        {loaderData.sessions && <PersonSessions detail={loaderData} />}
        {loaderData.signIns && <SignIns list={loaderData.signIns} />}
      </div>
      <PersonDialogs
        person={person}
        rules={{ makeAdmin: may.makeAdmin, serviceTypes: loaderData.serviceTypes }}
        duties={loaderData.duties}
        answer={actionData}
      />
    </>
  );
}
