import { Link } from "react-router";
import { SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { categories } from "#worker/domain/masters/categories.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/categories";
import { AssetCount } from "./asset-count.tsx";
import { DefaultFields } from "./default-fields.tsx";
import { OwnFields } from "./own-fields.tsx";
import { criticalities, iconOf, icons, labelOf, months } from "./words.ts";

export const loader = entityLoader(categories);
export const action = entityActions(categories);
export const meta = () => [{ title: "Categories - Plumbline" }];

export default function Categories({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Name or code"
        about="A category is a kind of equipment, such as ventilators. It brings defaults for criticality and intervals, and fields of its own."
        actions={
          <Link className="btn" to="/sub-categories" prefetch="intent">
            Sub-categories
          </Link>
        }
        columns={[
          { key: "code", label: "Code", card: "c-top", as: "code" },
          {
            key: "name",
            label: "Name",
            card: "c-name",
            sortable: true,
            show: (row) => (
              <>
                <Icon name={iconOf(row.icon)} className="lead" />
                {row.name}
              </>
            ),
          },
          {
            key: "assets",
            label: "Assets",
            card: "c-due",
            numeric: true,
            show: (row) => (
              <AssetCount
                n={row.assets}
                to={`/all-assets?category=${row.id}`}
                limited={loaderData.may.limited}
              />
            ),
          },
          {
            key: "subs",
            label: "Sub-categories",
            numeric: true,
            show: (row) => (
              <Link to={`/sub-categories?category=${row.id}`}>{row.subCategories ?? 0}</Link>
            ),
          },
          {
            key: "pm",
            label: "PM every",
            keep: true,
            show: (row) => months(row.defaultPmMonths),
          },
          {
            key: "cal",
            label: "Calibration every",
            optional: true,
            show: (row) => months(row.defaultCalMonths),
          },
          {
            key: "criticality",
            label: "Criticality",
            card: "c-meta",
            show: (row) => labelOf(criticalities, row.defaultCriticality) || "–",
          },
          {
            key: "fields",
            label: "Own fields",
            optional: true,
            numeric: true,
            show: (row) => row.fieldSchema.length || "–",
          },
        ]}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="New assets can no longer be put into it. Assets that have it keep it."
        wide
      >
        <div className="form form-2">
          <TextField name="name" label="Name" required maxLength={80} autoFocus />
          <TextField name="code" label="Code" maxLength={20} mono />
          <TextArea
            name="description"
            label="Description"
            maxLength={2000}
            rows={2}
            className="span-all"
          />
          <TextField
            name="synonyms"
            label="Also called"
            hint="Other words by which people look for these assets, such as drip, infusor"
            maxLength={300}
            className="span-all"
          />
          <SelectField name="icon" label="Picture" options={icons} />
          <DefaultFields />
          <div className="span-all">
            <OwnFields />
          </div>
        </div>
      </RecordDialogs>
    </>
  );
}
