import { Link } from "react-router";
import { searchChoices } from "#app/routes/masters/choices.ts";
import { CheckList } from "#app/ui/check-list.tsx";
import { Combobox } from "#app/ui/combobox.tsx";
import { NumberField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import type { TeamPage } from "#worker/domain/people/team-page.ts";
import { PresetField } from "./preset-field.tsx";

/** A list of many: the first of them, and the others by typing. */
const offered = (
  { options, isPart }: TeamPage["choices"]["people"],
  list: Parameters<typeof searchChoices>[0],
  hint: string,
) => ({
  options,
  load: isPart ? searchChoices(list) : undefined,
  hint: isPart ? `${hint} Not all are listed here. Search to find the others.` : hint,
});
const ids = (list: readonly { value: string }[] = []) => list.map(({ value }) => value);

const valuesOf = (team: TeamPage["team"]) =>
  team && {
    ...team,
    capacityHours: team.capacityMinutes === null ? null : team.capacityMinutes / 60,
  };

/** A team: what it is called, who is in it, and what it looks after. */
export function TeamForm({
  page: { team, choices, presets },
  problem,
}: {
  page: TeamPage;
  problem: Refused | undefined;
}) {
  const { people, leaders, locations, categories } = choices;
  return (
    <PlainForm guard problem={problem} values={valuesOf(team)} className="stack">
      {team && <input type="hidden" name="version" value={team.version} />}
      <Panel title="Team">
        <div className="form form-2">
          <TextField
            name="name"
            label="Name"
            required
            maxLength={80}
            autoFocus={!team}
            autoComplete="off"
          />
          {people.isPart ? (
            <Combobox
              name="leaderUserId"
              label="Leader"
              load={searchChoices("colleagues")}
              defaultValue={team?.leader ?? null}
              clearable
            />
          ) : (
            <SelectField name="leaderUserId" label="Leader" options={leaders} />
          )}
          <TextArea
            name="description"
            label="Description"
            className="span-all"
            maxLength={2000}
            rows={2}
          />
          <NumberField
            name="capacityHours"
            label="Planned work on a working day"
            unit="hours"
            min={0}
            max={1000}
            hint="Of all members together. The company's hours if left empty."
          />
          <PresetField presets={presets} />
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
          {...offered(people, "members", "Members have the rights of the team.")}
          defaultChosen={ids(team?.members)}
        />
      </Panel>
      <Panel title="Looks after">
        <div className="form form-2">
          <CheckList
            name="departmentIds"
            label="Locations"
            {...offered(locations, "locations", "A new call there proposes this team.")}
            defaultChosen={ids(team?.locations)}
            none="No Locations yet"
          />
          <CheckList
            name="categoryIds"
            label="Categories"
            {...offered(categories, "categories", "When no team covers the Location.")}
            defaultChosen={ids(team?.categories)}
            none="No categories yet"
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
