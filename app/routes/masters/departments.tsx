import { Link } from "react-router";
import { monthNames } from "#app/shared/dates.ts";
import { EmailField, SelectField, TextField } from "#app/ui/fields.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { departments } from "#worker/domain/masters/departments.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/departments";
import { Picker } from "./picker.tsx";
import { labelOf, telHref } from "./words.ts";

export const loader = entityLoader(departments);
export const action = entityActions(departments);
export const meta = () => [{ title: "Locations - Plumbline" }];

const kinds = [
  { value: "clinical", label: "Clinical" },
  { value: "diagnostic", label: "Diagnostic" },
  { value: "support", label: "Support" },
  { value: "admin", label: "Administration" },
  { value: "store", label: "Store" },
];
const monthChoices = monthNames.map((label, at) => ({ value: String(at + 1), label }));

export default function Departments({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Name, code or head"
        about="A location is who a device belongs to: a department, ward or unit, such as ICU 1."
        rowMenu={(row) => (
          <MenuLink to={`/departments/poster/${row.id}`} icon="print">
            Ward poster
          </MenuLink>
        )}
        filters={[{ key: "kind", label: "Kind", options: kinds }]}
        columns={[
          { key: "code", label: "Code", card: "c-top", as: "code" },
          { key: "name", label: "Name", card: "c-name", sortable: true },
          {
            key: "assets",
            label: "Assets",
            card: "c-due",
            numeric: true,
            show: (row) => <Link to={`/all-assets?department=${row.id}`}>{row.assets ?? 0}</Link>,
          },
          {
            key: "kind",
            label: "Kind",
            keep: true,
            show: (row) => labelOf(kinds, row.kind),
          },
          {
            key: "place",
            label: "Place",
            clip: "start",
            show: (row) =>
              row.locationId && <Link to={`/locations?at=${row.locationId}`}>{row.placeName}</Link>,
          },
          { key: "head", label: "Head", card: "c-meta", field: "headName" },
          {
            key: "phone",
            label: "Phone",
            show: (row) => row.headPhone && <a href={telHref(row.headPhone)}>{row.headPhone}</a>,
          },
          { key: "costCentre", label: "Cost centre", optional: true },
        ]}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="Nothing new can be put there. Assets and people that are there stay."
        wide
      >
        <div className="form form-2">
          <TextField name="name" label="Name" required maxLength={100} autoFocus />
          <TextField name="code" label="Code" maxLength={20} mono />
          <Picker
            name="locationId"
            label="Place"
            list="places"
            shows="placeName"
            hint="Floor, building or site, from Floor/City/Site."
          />
          <SelectField name="kind" label="Kind" options={kinds} />
          <TextField name="costCentre" label="Cost centre" maxLength={40} />
          <TextField name="headName" label="Head" maxLength={120} />
          <TextField name="headPhone" label="Phone of the head" type="tel" maxLength={30} />
          <EmailField name="headEmail" label="E-mail of the head" />
          <SelectField
            name="pmBaseMonth"
            label="First month of PM"
            options={monthChoices}
            hint="A ward's PM comes due together."
          />
        </div>
      </RecordDialogs>
    </>
  );
}
