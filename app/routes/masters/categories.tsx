import { Link } from "react-router";
import { NumberField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { MasterPage } from "#app/ui/master-page.tsx";
import { categories } from "#worker/domain/categories.ts";
import { masterAction, masterLoader } from "#worker/web/resource-routes.ts";
import type { Route } from "./+types/categories";

export const loader = masterLoader(categories);
export const action = masterAction(categories);
export const meta = () => [{ title: "Categories - Plumbline" }];

const criticalities = [
  { value: "life_support", label: "Life support" },
  { value: "high", label: "High" },
  { value: "medium", label: "Medium" },
  { value: "low", label: "Low" },
];
const depreciation = [
  { value: "none", label: "None" },
  { value: "slm", label: "Straight line" },
  { value: "wdv", label: "Written down value" },
];
const months = (count: number | null) => (count ? `${count} ${count === 1 ? "month" : "months"}` : <span className="quiet">–</span>);

export default function Categories({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MasterPage
      title="Categories"
      thing="category"
      list={loaderData}
      problem={actionData?.success === false ? actionData : undefined}
      searchLabel="Name or code"
      about="A category is a kind of equipment, such as ventilators. It brings defaults for criticality and intervals."
      archiving="New assets can no longer be put into it. Assets that have it keep it."
      wide
      columns={[
        { key: "code", label: "Code", card: "c-top", show: (row) => row.code && <span className="code">{row.code}</span> },
        { key: "name", label: "Name", card: "c-name", sortable: true, show: (row) => row.name },
        {
          key: "assets",
          label: "Assets",
          card: "c-due",
          numeric: true,
          show: (row) => <Link to={`/all-assets?category=${row.id}`}>{row.assets ?? 0}</Link>,
        },
        { key: "pm", label: "PM every", card: "c-hide", keep: true, show: (row) => months(row.defaultPmMonths) },
        { key: "cal", label: "Calibration every", card: "c-hide", show: (row) => months(row.defaultCalMonths) },
        {
          key: "criticality",
          label: "Criticality",
          card: "c-meta",
          show: (row) => criticalities.find(({ value }) => value === row.defaultCriticality)?.label,
        },
      ]}
      fields={() => (
        <div className="form form-2">
          <TextField name="name" label="Name" required maxLength={80} autoFocus />
          <TextField name="code" label="Code" maxLength={20} mono />
          <TextArea name="description" label="Description" maxLength={2000} rows={2} className="span-all" />
          <SelectField name="defaultCriticality" label="Criticality of new assets" options={criticalities} />
          <NumberField name="defaultPmMonths" label="PM every" unit="months" min={1} max={120} />
          <NumberField name="defaultCalMonths" label="Calibration every" unit="months" min={1} max={120} />
          <SelectField name="defaultDepMethod" label="Depreciation" options={depreciation} />
          <NumberField name="defaultLifeMonths" label="Useful life" unit="months" min={1} max={1200} />
        </div>
      )}
    />
  );
}
