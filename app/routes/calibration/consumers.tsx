import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { consumers } from "#worker/domain/calibration/consumers.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import { telHref } from "../masters/words.ts";
import type { Route } from "./+types/consumers";
import { ConsumerTabs } from "./consumer-tabs.tsx";
import { ConsumerBadge, consumerStatuses } from "./consumer-words.tsx";

export const loader = entityLoader(consumers);
export const action = entityActions(consumers);
export const meta = () => [{ title: "Consumers - Plumbline" }];

export default function Consumers({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Name, number, tax number, phone or city"
        about="Hospitals, clinics and departments whose devices you calibrate."
        formHref={{ add: "/consumer/create", edit: (row) => `/consumer/update/${row.id}` }}
        rowHref={(row) => `/consumer/detail/${row.id}`}
        filters={[{ key: "status", label: "Status", options: consumerStatuses }]}
        columns={[
          {
            key: "number",
            label: "Number",
            card: "c-top",
            as: "code",
            field: "consumerNo",
            sortable: true,
          },
          { key: "name", label: "Name", card: "c-name", sortable: true, long: true },
          { key: "city", label: "City", card: "c-meta" },
          {
            key: "phone",
            label: "Phone",
            card: "c-due",
            show: ({ phone }) => phone && <a href={telHref(phone)}>{phone}</a>,
          },
          { key: "email", label: "E-mail", wide: 2 },
          { key: "rule", label: "Decision rule", field: "decisionRuleName", wide: 1 },
          { key: "taxNo", label: "Tax number", as: "code", optional: true },
        ]}
        state={(row) => <ConsumerBadge {...row} />}
      >
        <ConsumerTabs current="/consumers" />
      </RecordList>
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="It can no longer be chosen. Machines and certificates that name it keep it."
        deleting="Its sites, contacts and contract reviews go with it. It works only while no machine names it, and cannot be undone."
      />
    </>
  );
}
