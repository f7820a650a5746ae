import { OrderButtons } from "#app/ui/order-buttons.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { testimonials } from "#worker/domain/platform/testimonials.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/testimonials";
import { ShownBadge } from "./words.tsx";

export const loader = entityLoader(testimonials);
export const action = entityActions(testimonials, {
  move: ({ session }, { id = "", ...values }) => testimonials.move(session, id, values),
});
export const meta = () => [{ title: "Testimonials - Plumbline" }];

export default function Testimonials({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Name or organisation"
        about="What customers say about the product. It is shown on the landing page, never without their consent."
        formHref={{ add: "/testimonial/create", edit: (row) => `/testimonial/update/${row.id}` }}
        columns={[
          { key: "name", label: "Name", card: "c-name" },
          { key: "organisation", label: "Organisation" },
          { key: "designation", label: "Designation", optional: true },
          { key: "quote", label: "Quote", card: "c-meta", long: true },
          {
            key: "rating",
            label: "Rating",
            numeric: true,
            show: (row) =>
              row.rating === null ? <span className="quiet">–</span> : `${row.rating} of 5`,
          },
          {
            key: "consent",
            label: "Consent",
            show: (row) => (row.hasConsent ? "Yes" : "No"),
          },
          {
            key: "order",
            label: "Order",
            card: "c-due",
            sortable: true,
            show: (row) => <OrderButtons id={row.id} name={row.name} />,
          },
        ]}
        state={(row) => (
          <ShownBadge isActive={row.isActive} lacks={row.hasConsent ? null : "No consent"} />
        )}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        deleting="It is no longer shown, and this cannot be undone."
      />
    </>
  );
}
