import { Link } from "react-router";
import { CheckList } from "#app/ui/check-list.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import type { TeamPage } from "#worker/domain/people/team-page.ts";

const ids = (list: readonly { value: string }[] = []) => list.map(({ value }) => value);

/** A team: what it is called, who is in it, and what it looks after. */
export function TeamForm({ page: { team, choices }, problem }: { page: TeamPage; problem: Refused | undefined }) {
  const { people, locations, categories } = choices;
  return (
    <PlainForm guard problem={problem} values={team ?? {}} className="stack">
      {team && <input type="hidden" name="version" value={team.version} />}
      <Panel title="Team">
        <div className="form form-2">
          <TextField name="name" label="Name" required maxLength={80} autoFocus={!team} autoComplete="off" />
          <SelectField name="leaderUserId" label="Leader" options={people.filter(({ hint }) => hint !== "invited")} />
          <TextArea name="description" label="Description" className="span-all" maxLength={2000} rows={2} />
        </div>
      </Panel>
      <Panel
        title="Members"
        actions={
          team && (
            <Link className="btn btn-sm" to={`/teams?tab=people&team=${team.id}&do=invite`}>
              Invite new
            </Link>
          )
        }
      >
        <CheckList
          name="memberIds"
          label="Members"
          options={people}
          defaultChosen={ids(team?.members)}
          hint="Members have the rights of the team."
        />
      </Panel>
      <Panel title="Looks after">
        <div className="form form-2">
          <CheckList
            name="departmentIds"
            label="Locations"
            options={locations}
            defaultChosen={ids(team?.locations)}
            none="No Locations yet"
            hint="A new call there proposes this team."
          />
          <CheckList
            name="categoryIds"
            label="Categories"
            options={categories}
            defaultChosen={ids(team?.categories)}
            none="No categories yet"
            hint="When no team covers the Location."
          />
        </div>
      </Panel>
      <div className="form-foot">
        <Link className="btn" to="/teams">
          Cancel
        </Link>
        <SubmitButton>{team ? "Save team" : "Add team"}</SubmitButton>
      </div>
    </PlainForm>
  );
}
