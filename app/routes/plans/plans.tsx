import { countText } from "#app/shared/numbers.ts";
import { serviceTypeWords } from "#app/shared/person-words.ts";
import { useFormat } from "#app/ui/format.ts";
import { MenuLink } from "#app/ui/menu.tsx";
import { Money } from "#app/ui/money.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList, StateBadge } from "#app/ui/record-list.tsx";
import { DateText } from "#app/ui/time.tsx";
import { plans } from "#worker/domain/platform/plans.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/plans";
import { PlanFields } from "./plan-fields.tsx";
import { limitsText } from "./plan-words.tsx";

export const loader = entityLoader(plans);
export const action = entityActions(plans);
export const meta = () => [{ title: "Plans - Plumbline" }];

export default function Plans({ loaderData, actionData }: Route.ComponentProps) {
  const { locale } = useFormat();
  const { today } = loaderData;
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Name or code"
        about="A plan says what a company may use and what it costs. Another price is another version of it."
        formHref={{ add: "/plan/create" }}
        rowHref={(row) => `/plan/${row.id}`}
        columns={[
          { key: "name", label: "Name", card: "c-name", sortable: true },
          { key: "code", label: "Code", card: "c-top", as: "code" },
          {
            key: "serviceType",
            label: "Service type",
            card: "c-meta",
            show: (row) => serviceTypeWords[row.serviceType],
          },
          {
            key: "monthly",
            label: "A month",
            card: "c-due",
            numeric: true,
            show: (row) => <Money minor={row.priceMonthlyMinor} currency={row.currency} />,
          },
          {
            key: "yearly",
            label: "A year",
            keep: true,
            numeric: true,
            show: (row) => <Money minor={row.priceYearlyMinor} currency={row.currency} />,
          },
          {
            key: "limits",
            label: "Limits",
            long: true,
            wide: 1,
            show: (row) => limitsText(row, locale),
          },
          {
            key: "version",
            label: "Version",
            numeric: true,
            optional: true,
            field: "versionNo",
          },
          {
            key: "validFrom",
            label: "Holds from",
            optional: true,
            show: (row) => <DateText on={row.validFrom} />,
          },
          { key: "order", label: "Order", sortable: true, numeric: true, field: "sort" },
          {
            key: "companies",
            label: "Companies",
            card: "c-due",
            numeric: true,
            show: (row) => countText(row.companies, locale),
          },
        ]}
        stateLabel="State"
        state={(row) => (
          <>
            <StateBadge archivedAt={row.archivedAt} />
            {!row.archivedAt && !row.isPublic && <small className="quiet"> Not public</small>}
            {row.validFrom > today && (
              <small className="quiet">
                {" from "}
                <DateText on={row.validFrom} />
              </small>
            )}
          </>
        )}
        rowMenu={(row) => (
          <>
            <MenuLink to={`/plan/${row.id}`} icon="eye">
              Versions
            </MenuLink>
            {!row.archivedAt && (
              <MenuLink to={`/plan/${row.id}/version`} icon="plus">
                New version
              </MenuLink>
            )}
          </>
        )}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        wide
        archiving="It can no longer be chosen. Companies that have it keep it."
        restoring="It can be chosen again, at the price of its newest version."
        keep="Keep as it is"
      >
        <div className="form form-2">
          <PlanFields />
        </div>
      </RecordDialogs>
    </>
  );
}
