import { plural } from "#app/shared/plural.ts";
import { TextField } from "#app/ui/fields.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { bringInTemplates } from "#worker/domain/calibration/built-in.ts";
import { deviceTemplates } from "#worker/domain/calibration/device-templates.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { endingCommands, entityLoader } from "#worker/web/entity-page.ts";
import { Picker } from "../masters/picker.tsx";
import type { Route } from "./+types/device-templates";
import { useBringIn } from "./bring-in.tsx";
import { MachineTabs } from "./machine-tabs.tsx";
import { figuresFilter, ToVerify } from "./words.tsx";

export const loader = entityLoader(deviceTemplates);
export const action = actions({
  create: {
    run: ({ session }, { from = "", name = "" }) => deviceTemplates.begin(session, from, { name }),
    reply: goesOn(({ data }) => `/device-template/${data.id}`),
  },
  "bring-in": ({ session }) => bringInTemplates(session),
  ...endingCommands(deviceTemplates),
});
export const meta = () => [{ title: "Device templates - Plumbline" }];

export default function DeviceTemplates({ loaderData, actionData }: Route.ComponentProps) {
  const { may } = loaderData;
  const button = useBringIn("templates");
  const bringIn = (isFirst: boolean) => may.edit && button(isFirst);
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Name"
        about="A template says what a kind of device is tested for and to which limits. Machine models and procedures begin with it. Bring in the 34 that are built in, with the limits of electrical safety, or make your own."
        first={bringIn(true)}
        actions={loaderData.rows.length > 0 && bringIn(false)}
        formHref={{
          add: "/device-templates?new=1",
          edit: (row) => `/device-template/${row.id}?do=edit`,
        }}
        rowHref={(row) => `/device-template/${row.id}`}
        filters={[figuresFilter]}
        columns={[
          { key: "name", label: "Device", card: "c-name", sortable: true },
          {
            key: "standards",
            label: "Standards",
            card: "c-meta",
            long: true,
            show: (row) => row.standards.join(", "),
          },
          { key: "tests", label: "Tests", card: "c-due", numeric: true },
          {
            key: "interval",
            label: "Interval",
            card: "c-due",
            show: (row) => plural(row.intervalMonths, "1 month", "{n} months"),
          },
          {
            key: "figures",
            label: "Figures",
            card: "c-top",
            show: (row) => <ToVerify count={row.unconfirmed} />,
          },
          {
            key: "origin",
            label: "Made from",
            optional: true,
            show: (row) => (row.originKey ? "Built in" : "Own"),
          },
        ]}
      >
        <MachineTabs current="templates" />
      </RecordList>
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="It can no longer be chosen. Models and procedures that were begun with it stay as they are."
        deleting="Models and procedures that were begun with it stay as they are."
      >
        <TextField name="name" label="Device" required maxLength={150} autoFocus />
        <Picker
          name="from"
          label="Begin with"
          list="device-templates"
          hint="Its tests, checks and interval are copied. Empty: a template without tests."
        />
      </RecordDialogs>
    </>
  );
}
