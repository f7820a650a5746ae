import { Link } from "react-router";
import { ReadOnlyField, TextField } from "#app/ui/fields.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { subCategories } from "#worker/domain/masters/sub-categories.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/sub-categories";
import { AssetCount } from "./asset-count.tsx";
import { chosenAs, searchChoices } from "./choices.ts";
import { DefaultFields } from "./default-fields.tsx";
import { Picker } from "./picker.tsx";
import { criticalities, labelOf, months } from "./words.ts";

export const loader = entityLoader(subCategories);
export const action = entityActions(subCategories);
export const meta = () => [{ title: "Sub-categories - Plumbline" }];

export default function SubCategories({ loaderData, actionData }: Route.ComponentProps) {
  const { category } = loaderData.query.filters;
  const chosen = category
    ? chosenAs(category, loaderData.rows.find((row) => row.categoryId === category)?.categoryName)
    : null;
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Name"
        about="A sub-category is a finer kind of equipment inside a category. Where it has defaults of its own, they count."
        actions={
          <Link className="btn" to="/categories" prefetch="intent">
            Categories
          </Link>
        }
        filters={[
          {
            key: "category",
            label: "Category",
            load: searchChoices("categories"),
            selected: chosen,
          },
        ]}
        columns={[
          { key: "name", label: "Name", card: "c-name", sortable: true },
          { key: "category", label: "Category", card: "c-meta", field: "categoryName" },
          {
            key: "assets",
            label: "Assets",
            card: "c-due",
            numeric: true,
            show: (row) => (
              <AssetCount
                n={row.assets}
                to={`/all-assets?category=${row.categoryId}&sub=${row.id}`}
                limited={loaderData.may.limited}
              />
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
            show: (row) => months(row.defaultCalMonths),
          },
          {
            key: "criticality",
            label: "Criticality",
            show: (row) => labelOf(criticalities, row.defaultCriticality),
          },
        ]}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="New assets can no longer be put into it. Assets that have it keep it."
        wide
      >
        {(row) => (
          <div className="form form-2">
            <TextField name="name" label="Name" required maxLength={80} autoFocus />
            {row && loaderData.may.limited ? (
              <>
                <input type="hidden" name="categoryId" value={row.categoryId} />
                <ReadOnlyField
                  label="Category"
                  value={row.categoryName ?? ""}
                  hint="Who sees every Location moves it to another."
                />
              </>
            ) : (
              <Picker
                name="categoryId"
                label="Category"
                required
                list="categories"
                {...(row ? { shows: "categoryName" } : { chosen })}
                {...(row ? { hint: "Moved to another category, it takes its assets along." } : {})}
              />
            )}
            <DefaultFields overrides />
          </div>
        )}
      </RecordDialogs>
    </>
  );
}
