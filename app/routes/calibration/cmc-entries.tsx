import { Form } from "react-router";
import { disciplineChoices, disciplineText } from "#app/shared/calibration/disciplines.ts";
import { smallestU, smallestUText } from "#app/shared/calibration/smallest-u.ts";
import { signed } from "#app/shared/metrology/measured.ts";
import { unitCodes, units } from "#app/shared/metrology/units.ts";
import { DateField, SelectField, TextField } from "#app/ui/fields.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { cmcEntries } from "#worker/domain/calibration/cmc-entries.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/cmc-entries";
import "../../css/calibration.css";
import { ProcedureTabs } from "./procedure-tabs.tsx";
import { Under } from "./words.tsx";

export const loader = entityLoader(cmcEntries);
export const action = entityActions(cmcEntries);
export const meta = () => [{ title: "Scope - Plumbline" }];

const places = [
  { value: "permanent", label: "In the laboratory" },
  { value: "onsite", label: "On site" },
];
const placeText = (place: string) => places.find(({ value }) => value === place)?.label ?? place;
const unitChoices = unitCodes.map((value) => ({
  value,
  label: units[value].symbol || value,
  hint: units[value].quantity,
}));
const symbolOf = (unit: string) => (unit in units ? units[unit as "J"].symbol : unit);
/** An entry is known by what it measures. */
const called = <R extends { parameter: string }>(row: R) => ({ ...row, name: row.parameter });

export default function Scope({ loaderData, actionData }: Route.ComponentProps) {
  const at = loaderData.query.filters.at ?? "";
  const list = {
    ...loaderData,
    rows: loaderData.rows.map(called),
    record: loaderData.record ? called(loaderData.record) : null,
  };
  return (
    <>
      <RecordList
        list={list}
        title="Scope"
        searchLabel="Parameter or method"
        isTwoLined
        about="What the laboratory measures, and the smallest uncertainty it may state (CMC)."
        filters={[
          { key: "discipline", label: "Discipline", options: disciplineChoices },
          { key: "place", label: "Place", options: places },
          ...(at
            ? [{ key: "at", label: "At the value", options: [{ value: at, label: at }] }]
            : []),
        ]}
        columns={[
          {
            key: "parameter",
            label: "Parameter",
            card: "c-name",
            look: "c-name wraps",
            sortable: true,
            under: (row) => <Under>{disciplineText(row.discipline)}</Under>,
          },
          {
            key: "range",
            label: "Range",
            card: "c-due",
            look: "c-due wraps reg-range",
            show: (row) => (
              <>
                <span className="nowrap">
                  {`${signed(row.rangeLo ?? "–")} to ${signed(row.rangeHi ?? "–")} ${symbolOf(row.unit)}`}
                </span>
                <small>{placeText(row.place)}</small>
              </>
            ),
          },
          {
            key: "u",
            label: "Smallest U",
            card: "c-due",
            look: "c-due wraps reg-long",
            show: (row) => smallestUText(row, symbolOf(row.unit)),
          },
          ...(at
            ? [
                {
                  key: "uAt",
                  label: `U at ${at}`,
                  card: "c-due" as const,
                  wraps: true,
                  show: (row: (typeof list.rows)[number]) =>
                    `${smallestU(row, at) ?? "–"} ${symbolOf(row.unit)}`,
                },
              ]
            : []),
          { key: "method", label: "Method", wide: 1, wraps: true },
          { key: "from", label: "Valid from", wide: 1, as: "day", field: "validFrom" },
          { key: "until", label: "Valid until", card: "c-due", as: "day", field: "validUntil" },
        ]}
      >
        <ProcedureTabs current="/cmc-entries" />
        <Form className="cmc-at" role="search" aria-label="Smallest U at a value">
          <label className="label" htmlFor="cmc-at">
            Smallest U at the value
          </label>
          <input
            id="cmc-at"
            className="input code"
            name="at"
            inputMode="decimal"
            maxLength={24}
            defaultValue={at}
            key={at}
          />
          <button className="btn" type="submit">
            Show
          </button>
        </Form>
      </RecordList>
      <RecordDialogs
        list={list}
        answer={actionData}
        archiving="It no longer bounds the uncertainty of new certificates."
        wide
      >
        <div className="form form-2">
          <SelectField name="discipline" label="Discipline" required options={disciplineChoices} />
          <TextField name="parameter" label="Parameter" required maxLength={120} />
          <SelectField name="unit" label="Unit" required options={unitChoices} />
          <SelectField name="place" label="Place" options={places} placeholder={false} />
          <Figure name="rangeLo" label="Range from" required />
          <Figure name="rangeHi" label="Range to" required />
          <Figure name="cmcAbs" label="Smallest U, absolute" hint="In the unit above." />
          <Figure name="cmcPct" label="Smallest U, relative" hint="Per cent of the value; added." />
          <TextField name="method" label="Method" maxLength={200} className="span-all" />
          <TextField name="accreditationNo" label="Accreditation no" maxLength={60} mono />
          <span />
          <DateField name="validFrom" label="Valid from" required />
          <DateField name="validUntil" label="Valid until" />
        </div>
      </RecordDialogs>
    </>
  );
}

type FigureProps = { name: string; label: string; required?: boolean; hint?: string };
const Figure = (props: FigureProps) => (
  <TextField {...props} inputMode="decimal" maxLength={24} mono />
);
