import { OrderButtons } from "#app/ui/order-buttons.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { faqs } from "#worker/domain/platform/faqs.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/helps";
import { activeFilter, audiences, labelIn, ShownBadge, serviceTypesText } from "./words.tsx";

const named = <R extends { question: string }>(row: R) => ({ ...row, name: row.question });

export const loader = entityLoader({
  ...faqs,
  list: async (session, params, id) => {
    const { rows, record, ...list } = await faqs.list(session, params, id);
    return { ...list, rows: rows.map(named), record: record ? named(record) : null };
  },
});
export const action = entityActions(faqs, {
  move: ({ session }, { id = "", ...values }) => faqs.move(session, id, values),
});
export const meta = () => [{ title: "Help/Faqs - Plumbline" }];

export default function Helps({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        title="Help/Faqs"
        list={loaderData}
        searchLabel="Question or category"
        about="Questions that are often asked, with their answers: for everybody, for Admins or for Users."
        formHref={{ add: "/help/create", edit: (row) => `/help/update/${row.id}` }}
        filters={[{ key: "audience", label: "Audience", options: audiences }, activeFilter]}
        columns={[
          { key: "name", label: "Question", card: "c-name", wraps: true },
          { key: "category", label: "Category", card: "c-top" },
          {
            key: "audience",
            label: "Audience",
            card: "c-meta",
            show: (row) => labelIn(audiences, row.audience),
          },
          {
            key: "serviceTypes",
            label: "Service types",
            wide: 1,
            show: (row) => serviceTypesText(row.serviceTypes),
          },
          {
            key: "order",
            label: "Order",
            card: "c-due",
            sortable: true,
            show: (row) => <OrderButtons id={row.id} name={row.question} />,
          },
          {
            key: "helpful",
            label: "Helpful",
            keep: true,
            numeric: true,
            show: (row) => `${row.helpfulYes} yes, ${row.helpfulNo} no`,
          },
          { key: "views", label: "Views", numeric: true },
        ]}
        state={(row) => <ShownBadge isActive={row.isActive} />}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        deleting="It is no longer shown, and this cannot be undone."
      />
    </>
  );
}
