import { Link } from "react-router";
import { serviceTypeWords, typeWord } from "#app/shared/person-words.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { Badge, DefinitionList, Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { PersonDetail } from "#worker/domain/people/detail.ts";
import { ProfileForm } from "./profile-form.tsx";
import { SessionList } from "./session-list.tsx";
import { attempts } from "./words.tsx";

/** Somebody who knows the password says that the device is lost: an Admin who knows the person decides. */
function LostDevice({ person, at }: { person: PersonDetail["person"]; at: number }) {
  const { to } = useDialog();
  return (
    <Panel title="Lost second factor">
      <p>
        Asked <TimeText at={at} />. Whoever asks knows the password: speak to {person.name} in
        person, or by a telephone number you know.
      </p>
      <div>
        <Link className="btn" to={to({ do: "new-factors", person: person.id })} preventScrollReset>
          Allow a new second factor
        </Link>
      </div>
    </Panel>
  );
}

/** Who the person is, and what they answer for. */
export function PersonOverview({
  detail: { person, teams, duties, may, lostDeviceAt },
}: {
  detail: PersonDetail;
}) {
  return (
    <div className="cols cols-2">
      <Panel title="Person">
        <DefinitionList
          entries={[
            ["E-mail", person.email],
            ["Phone", person.phone],
            ["Designation", person.designation],
            ["Employee code", person.employeeCode],
            ["Location", person.departmentName],
            ["Type", typeWord(person.type)],
            ["Service type", serviceTypeWords[person.serviceType]],
            [
              "Last sign-in",
              person.lastLoginAt ? <TimeText key="in" at={person.lastLoginAt} /> : "Never",
            ],
            [
              "Second factor",
              person.secondFactorSince ? (
                <span key="factor">
                  Since <TimeText at={person.secondFactorSince} />
                </span>
              ) : (
                "None"
              ),
            ],
            ["Since", <TimeText key="since" at={person.createdAt} />],
          ]}
        />
      </Panel>
      <div className="stack">
        {lostDeviceAt !== null && <LostDevice person={person} at={lostDeviceAt} />}
        <Panel title="Teams">
          {teams.length === 0 ? (
            <p className="muted">In no team.</p>
          ) : (
            <ul className="plain-list">
              {teams.map(({ id, name, leads }) => (
                <li key={id}>
                  {may.edit ? <Link to={`/team/update/${id}`}>{name}</Link> : name}
                  {leads && <span className="quiet"> leads it</span>}
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <Panel title="Answers for">
          {duties.length === 0 ? (
            <p className="muted">Nothing that would have to be handed over.</p>
          ) : (
            <DefinitionList
              entries={duties.map(({ things, n }) => [things, n > 100 ? "100+" : n])}
            />
          )}
        </Panel>
      </div>
    </div>
  );
}

/** Where the person is signed in, and the way out of each. */
export function PersonSessions({
  detail: { sessions, now, may, person },
}: {
  detail: PersonDetail;
}) {
  if (!sessions?.length)
    return (
      <EmptyState title="Not signed in anywhere" text={`${person.name} has no open session.`} />
    );
  return (
    <Panel title="Signed in">
      <SessionList
        sessions={sessions}
        now={now}
        {...(may.edit && {
          ending: ({ id }, button) => (
            <ProfileForm intent="sign-out" actionData={undefined} className="">
              <input type="hidden" name="session" value={id} />
              {button}
            </ProfileForm>
          ),
        })}
      />
    </Panel>
  );
}

/** Every attempt to sign in, newest first. */
export function SignIns({ list }: { list: NonNullable<PersonDetail["signIns"]> }) {
  return (
    <ListPage
      title="Sign-in log"
      head={false}
      result={list}
      empty={{ title: "No attempts yet", text: "Every attempt to sign in is written here." }}
      columns={[
        { key: "at", label: "Time", card: "c-top", as: "time" },
        {
          key: "result",
          label: "Result",
          card: "c-state",
          show: (row) => {
            const { label, tone, icon } = attempts[row.result] ?? {
              label: row.result,
              tone: "hold" as const,
              icon: "info" as const,
            };
            return (
              <Badge tone={tone} icon={icon} calm={row.result === "success"}>
                {label}
              </Badge>
            );
          },
        },
        { key: "device", label: "Device", card: "c-name" },
        {
          key: "ip",
          label: "Address",
          card: "c-meta",
          show: (row) => row.ip ?? <span className="quiet">–</span>,
        },
        {
          key: "signedOutAt",
          label: "Signed out",
          keep: true,
          as: "time",
        },
      ]}
    />
  );
}
