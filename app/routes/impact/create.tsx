import { measured, withSymbol } from "#app/shared/metrology/measured.ts";
import { isUnit, units } from "#app/shared/metrology/units.ts";
import { DateField, TextArea, TextField } from "#app/ui/fields.tsx";
import { refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { Note } from "#app/ui/states.tsx";
import { openImpactReview } from "#worker/domain/impact/opening.ts";
import { reviewToOpen } from "#worker/domain/impact/to-open.ts";
import { actions, goesOn, type Values } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/create";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  reviewToOpen(context.get(sessionContext), params.id);

/** The fields of the ranges as a list: `shifts.0.shift` and its like. */
function listed(values: Values) {
  const shifts: Record<string, string>[] = [];
  const others: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const [, at, field] = /^shifts\.(\d{1,2})\.(\w+)$/.exec(name) ?? [];
    if (at === undefined || field === undefined) others[name] = value;
    else shifts[Number(at)] = { ...shifts[Number(at)], [field]: value };
  }
  return { ...others, shifts: shifts.filter(Boolean) };
}

export const action = actions(
  {
    "open-review": ({ session, id }, values) =>
      openImpactReview(session, { ...listed(values), calibratorId: id }),
  },
  { otherwise: "open-review", reply: goesOn(({ data }) => `/impact-review/${data.id}`) },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Impact review of ${loaderData?.calibrator.calibratorNo ?? "calibrator"} - Plumbline` },
];

export default function CreateImpactReview({ loaderData, actionData }: Route.ComponentProps) {
  const { calibrator, ranges, sinceOn, reason, today } = loaderData;
  const back = `/calibrator/${calibrator.id}`;
  const problem = refusalOf(actionData);
  const nothing = problem?.errors?.shifts?.[0];
  return (
    <RecordForm
      title={`Impact review of ${calibrator.name}`}
      crumbs={[
        { label: "Calibrators", to: "/calibrations" },
        { label: <span className="code">{calibrator.calibratorNo}</span>, to: back },
      ]}
      back={back}
      values={{ sinceOn, reason }}
      problem={problem}
      verbs={<SubmitButton>Open review</SubmitButton>}
    >
      <Panel title="What was found">
        <div className="form form-2">
          <DateField
            name="sinceOn"
            label="Last good check"
            required
            max={today}
            hint="Certificates and in-house calibrations of work after this day are affected."
          />
          <TextArea
            name="reason"
            label="Reason"
            required
            maxLength={500}
            rows={2}
            className="span-all"
          />
        </div>
      </Panel>
      <Panel title="How far it was off">
        <div className="stack">
          <p className="muted">
            What it indicated too much, with its sign, against what its certificate said. Leave out
            the ranges in which it was good.
          </p>
          {nothing && <Note tone="overdue">{nothing}</Note>}
          {ranges.length === 0 && (
            <Note tone="amber">
              It has no accepted certificate with ranges. Accept one before a review is opened.
            </Note>
          )}
          <div className="form form-3">
            {ranges.map(({ id, parameter, unit, rangeLo, rangeHi }, at) => (
              <div key={id}>
                <input type="hidden" name={`shifts.${at}.rangeId`} value={id} />
                <TextField
                  name={`shifts.${at}.shift`}
                  label={`${parameter}, ${rangeText(rangeLo, rangeHi, unit)}`}
                  maxLength={24}
                  mono
                  inputMode="decimal"
                  autoComplete="off"
                  hint={`In ${isUnit(unit) && units[unit].symbol ? units[unit].symbol : unit}`}
                />
              </div>
            ))}
          </div>
        </div>
      </Panel>
    </RecordForm>
  );
}

const rangeText = (lo: string | null, hi: string | null, unit: string) => {
  const to = isUnit(unit) ? measured(hi ?? "", unit) : (hi ?? "");
  return `${withSymbol(lo ?? "", "")} to ${to}`;
};
