import {
  classWords,
  conditionWord,
  methodWords,
  partWords,
  quantityWord,
} from "#app/shared/calibration/safety-words.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { bringInLimits } from "#worker/domain/calibration/built-in.ts";
import { lookUp } from "#worker/domain/calibration/look-up.ts";
import { safetyLimits } from "#worker/domain/calibration/safety-limits.ts";
import type { Session } from "#worker/session.ts";
import { sessionContext } from "#worker/web/context.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/safety-limits";
import "../../css/calibration.css";
import { choicesOf } from "#app/shared/choices-of.ts";
import { useBringIn } from "./bring-in.tsx";
import { LimitFields } from "./limit-fields.tsx";
import { limitText } from "./limit-text.ts";
import { LookUp, LookUpNotes } from "./look-up.tsx";
import { MachineTabs } from "./machine-tabs.tsx";
import { figuresFilter, Under, VerifyUnder } from "./words.tsx";

const limitsPage = entityLoader(safetyLimits);
/** Limits, or in a tab of its own the look-up of one. */
export async function loader(args: Route.LoaderArgs) {
  const params = new URL(args.request.url).searchParams;
  if (params.get("tab") !== "look") return { list: await limitsPage(args), look: null };
  return { list: null, look: await lookUp(args.context.get(sessionContext), params) };
}
export const action = entityActions(safetyLimits, {
  confirm: ({ session }, { id = "", ...sent }) => safetyLimits.confirm(session, id, sent),
  "bring-in": ({ session }) => bringInLimits(session as Session),
});
export const meta = () => [{ title: "Safety limits - Plumbline" }];

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;
type Row = List["rows"][number];
const quiet = (text: string) => <span className="quiet">{text}</span>;
const said = (words: Readonly<Record<string, string>>, code: string | null, any: string) =>
  code === null ? quiet(any) : (words[code] ?? code);

/** Under a limit: who has confirmed it, or that nobody has yet. */
function Figure({ row }: { row: Row }) {
  if (row.verify) return <VerifyUnder />;
  if (row.confirmedAt === null) return null;
  return (
    <small>
      {row.confirmedByName} <TimeText at={row.confirmedAt} />
    </small>
  );
}

export default function SafetyLimits({ loaderData, actionData }: Route.ComponentProps) {
  const { list, look } = loaderData;
  const { to } = useDialog();
  const button = useBringIn("limits");
  if (look)
    return (
      <div className="stack">
        <PageHead title="Safety limits" />
        <MachineTabs current="look" />
        <LookUp look={look} />
        <LookUpNotes />
      </div>
    );
  const bringIn = (isFirst: boolean) => list.may.edit && button(isFirst);
  const confirming = (row: Row) =>
    row.verify && (
      <MenuLink to={to({ do: "confirm", on: row.id })} icon="ok">
        Confirm figure
      </MenuLink>
    );
  return (
    <>
      <RecordList
        list={list}
        searchLabel="Standard, quantity, condition or source"
        about="Limits of electrical safety tests, by standard and edition, class, applied part, method and condition. Bring in those that are built in, and confirm their figures against your copy of the standards."
        isTwoLined
        first={bringIn(true)}
        actions={list.rows.length > 0 && bringIn(false)}
        filters={[
          figuresFilter,
          { key: "class", label: "Class", options: choicesOf(classWords) },
          { key: "part", label: "Applied part", options: choicesOf(partWords) },
          { key: "method", label: "Method", options: choicesOf(methodWords) },
        ]}
        {...(list.may.edit ? { rowMenu: confirming } : {})}
        columns={[
          {
            key: "name",
            label: "Quantity",
            card: "c-name",
            look: "c-name reg-name",
            wraps: true,
            sortable: true,
            show: (row) => quantityWord(row.quantity),
            under: (row) => <Under>{`${row.standard}, ${row.edition ?? "any edition"}`}</Under>,
          },
          {
            key: "device",
            label: "Device",
            card: "c-due",
            show: (row) => (
              <>
                {said(classWords, row.equipmentClass, "any class")}
                <small>{said(partWords, row.appliedPart, "any applied part")}</small>
              </>
            ),
          },
          {
            key: "test",
            label: "Test",
            card: "c-due",
            show: (row) => (
              <>
                {said(methodWords, row.method, "any method")}
                <small>
                  {row.condition === null ? quiet("any condition") : conditionWord(row.condition)}
                </small>
              </>
            ),
          },
          {
            key: "limit",
            label: "Limit",
            card: "c-due",
            look: "c-due reg-limit",
            show: (row) => (
              <>
                <span className="nowrap">{limitText(row)}</span>
                <Figure row={row} />
              </>
            ),
          },
          { key: "source", label: "Source", optional: true },
        ]}
      >
        <MachineTabs current="limits" />
      </RecordList>
      <RecordDialogs
        list={list}
        answer={actionData}
        wide
        archiving="It is not looked up any more. Procedures and records keep what they were judged by."
        restoring="It is looked up again."
        deleting="It is not looked up any more, and cannot be brought back."
      >
        <LimitFields />
      </RecordDialogs>
      <Confirming list={list} answer={actionData} />
    </>
  );
}

/** The question before a figure is confirmed. */
function Confirming({ list, answer }: { list: List; answer: Route.ComponentProps["actionData"] }) {
  const { asked, shown } = useDialog();
  const row = asked("do") === "confirm" && list.rows.find(({ id }) => id === asked("on"));
  if (!row || !(row.verify && list.may.edit)) return null;
  return (
    <ConfirmDialog
      {...shown}
      problem={refusalOf(answer)}
      title={`Confirm ${limitText(row)}?`}
      intent="confirm"
      hidden={{ id: row.id, version: row.version }}
      verb="Confirm figure"
      keep="Leave it open"
      tone="primary"
    >
      <p>{row.name}</p>
      <p>You have compared it with your copy of the standard. The log keeps who and when.</p>
    </ConfirmDialog>
  );
}
