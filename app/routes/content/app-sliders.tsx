import "../../css/content.css";
import { OrderButtons } from "#app/ui/order-buttons.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { DateText } from "#app/ui/time.tsx";
import { sliders } from "#worker/domain/platform/sliders.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/app-sliders";
import { labelIn, placements, ShownBadge } from "./words.tsx";

const named = <R extends { title: string }>(row: R) => ({ ...row, name: row.title });

export const loader = entityLoader({
  ...sliders,
  list: async (session, params, id) => {
    const { rows, record, ...list } = await sliders.list(session, params, id);
    return { ...list, rows: rows.map(named), record: record ? named(record) : null };
  },
});
export const action = entityActions(sliders, {
  move: ({ session }, { id = "", ...values }) => sliders.move(session, id, values),
});
export const meta = () => [{ title: "App Sliders - Plumbline" }];

export default function AppSliders({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        title="App Sliders"
        list={loaderData}
        searchLabel="Title or subtitle"
        about="A slider is a picture with a few words, on the landing page, in the app or where people sign in."
        formHref={{ add: "/app-slider/create", edit: (row) => `/app-slider/update/${row.id}` }}
        filters={[{ key: "placement", label: "Placement", options: placements }]}
        columns={[
          {
            key: "picture",
            label: "Picture",
            card: "c-top",
            show: (row) =>
              row.mediaId ? (
                <img
                  className="slide-thumb"
                  src={`/platform-media/${row.mediaId}`}
                  alt={row.alt}
                  loading="lazy"
                  width={64}
                  height={36}
                />
              ) : (
                <span className="quiet">None</span>
              ),
          },
          { key: "name", label: "Title", card: "c-name" },
          { key: "subtitle", label: "Subtitle", optional: true, long: true },
          {
            key: "placement",
            label: "Placement",
            card: "c-meta",
            show: (row) => labelIn(placements, row.placement),
          },
          { key: "startsOn", label: "From", show: (row) => <DateText on={row.startsOn} /> },
          { key: "endsOn", label: "Until", show: (row) => <DateText on={row.endsOn} /> },
          {
            key: "order",
            label: "Order",
            card: "c-due",
            sortable: true,
            show: (row) => <OrderButtons id={row.id} name={row.title} />,
          },
        ]}
        state={(row) => (
          <ShownBadge isActive={row.isActive} lacks={row.mediaId ? null : "No picture"} />
        )}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        deleting="It is no longer shown, and this cannot be undone. Its picture is kept for 30 days."
      />
    </>
  );
}
