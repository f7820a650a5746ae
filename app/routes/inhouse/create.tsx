import { useSearchParams } from "react-router";
import { Combobox } from "#app/ui/combobox.tsx";
import { DateField, ReadOnlyField, SelectField } from "#app/ui/fields.tsx";
import { refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { useFormat } from "#app/ui/format.ts";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { beginInhouse } from "#worker/domain/inhouse/begin.ts";
import { inhouseChoices } from "#worker/domain/inhouse/choices.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { assetChoices, chosenAs } from "../masters/choices.ts";
import { Picker } from "../masters/picker.tsx";
import type { Route } from "./+types/create";
import { plannedChoices } from "./planned.ts";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  inhouseChoices(context.get(sessionContext), new URL(request.url).searchParams);
export { clientAction } from "#app/ui/sending.ts";
export const action = actions(
  { "begin-inhouse": ({ session }, values) => beginInhouse(session, values) },
  {
    reply: goesOn(({ data }) => `/inhouse-calibration/update/${data.id}`),
    otherwise: "begin-inhouse",
  },
);
export const meta = () => [{ title: "New in-house calibration - Plumbline" }];

export default function CreateInhouse({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const { dateFormat } = useFormat();
  const { today, asset, procedure, former, planned, choosesBuiltIn } = loaderData;
  const occurrence = params.get("occurrence") ?? "";
  return (
    <RecordForm
      id="inhouse-new"
      title="New in-house calibration"
      crumbs={[{ label: "Inhouse Calibration", to: "/inhouse-calibrations" }]}
      back={
        former
          ? `/inhouse-calibration/${former.id}`
          : asset
            ? `/asset/detail/${asset.id}?tab=calibration`
            : "/inhouse-calibrations"
      }
      values={{
        performedOn: today,
        dueOccurrenceId: planned.some(({ id }) => id === occurrence) ? occurrence : "",
        ...(asset ? { assetId: asset.id } : {}),
        ...(procedure ? { procedureId: procedure.id, procedureName: procedure.label } : {}),
      }}
      problem={refusalOf(actionData)}
      verbs={<SubmitButton>Begin measuring</SubmitButton>}
    >
      <Panel title="What is calibrated">
        {former && (
          <>
            <input type="hidden" name="fromId" value={former.id} />
            <p className="muted">
              {`Begun from ${former.name}: its procedure, decision rule, standards and what is known of the device are taken over. Nothing that was measured is.`}
            </p>
          </>
        )}
        <div className="form form-2">
          {former && asset ? (
            <ReadOnlyField label="Asset" value={asset.label} />
          ) : (
            <Combobox
              name="assetId"
              label="Asset"
              load={assetChoices}
              defaultValue={chosenAs(asset?.id, asset?.label)}
              required
            />
          )}
          <Picker
            name="procedureId"
            label="Procedure"
            list={choosesBuiltIn ? "inhouse-procedures" : "procedures"}
            shows="procedureName"
            {...(choosesBuiltIn
              ? { required: true, hint: "One that was used before, or one that is built in" }
              : { hint: "Empty: the one of its machine, where it has one" })}
          />
          <DateField name="performedOn" label="Date" max={today} />
          {planned.length > 0 && (
            <SelectField
              name="dueOccurrenceId"
              label="Planned calibration"
              options={plannedChoices(planned, dateFormat)}
              placeholder="The one nearest to the date"
            />
          )}
        </div>
      </Panel>
    </RecordForm>
  );
}
