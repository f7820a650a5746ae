import { Link } from "react-router";
import type { TemplateTest } from "#app/shared/calibration/device-template.ts";
import { limitsText } from "#app/shared/calibration/template-text.ts";
import { signed } from "#app/shared/metrology/measured.ts";
import { toleranceWords } from "#app/shared/metrology/tolerance-text.ts";
import { plural } from "#app/shared/plural.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { Template } from "./template-dialogs.tsx";
import { symbolOf, VerifyUnder } from "./words.tsx";

/** Each set point with the limits that follow from the tolerance; of a test without one the limits alone. */
function SetPoints({ test }: { test: TemplateTest }) {
  const unit = symbolOf(test.unit);
  return (
    <ul className="plain-list">
      {test.setpoints.map((point) => {
        const limits = limitsText(test, point);
        return (
          <li key={point ?? "none"}>
            {point === null ? null : <b>{`${signed(point)} ${unit}`}</b>}
            {point !== null && limits !== null && ": "}
            {limits === null
              ? point === null
                ? "By the load or the device"
                : null
              : `${limits} ${unit}`}
          </li>
        );
      })}
    </ul>
  );
}

/** How often and in which direction a point is read. */
const runsText = ({ readings, directions = [] }: TemplateTest): string =>
  [
    readings === undefined ? "" : plural(readings, "1 reading", "{n} readings"),
    directions.length === 2 ? "Rising and falling" : "",
    directions.length === 1 ? (directions[0] === "up" ? "Rising" : "Falling") : "",
  ]
    .filter(Boolean)
    .join(", ");

type Row = TemplateTest & { id: string; name: string };

/** What a template's device is tested for. */
export function TemplateTests({ template, mayEdit }: { template: Template; mayEdit: boolean }) {
  const { to } = useDialog();
  const rows: Row[] = template.content.tests.map((test, at) => ({
    ...test,
    id: String(at),
    name: test.test,
  }));
  const add = mayEdit && (
    <Link className="btn btn-sm" to={to({ do: "test", on: "new" })} preventScrollReset>
      <Icon name="plus" />
      Add test
    </Link>
  );
  if (rows.length === 0)
    return (
      <EmptyState
        title="No tests yet"
        text="A test says what is set, how it is read, and how far it may be off."
        action={add}
      />
    );
  return (
    <Panel title="Tests" flush actions={add}>
      <DataTable<Row>
        label="Tests"
        sticky={false}
        isTwoLined
        rows={rows}
        columns={[
          {
            key: "test",
            label: "Test",
            card: "c-name",
            wraps: true,
            under: (row) => (
              <>
                {[runsText(row), row.note, row.source].filter(Boolean).map((line) => (
                  <small key={line}>{line}</small>
                ))}
              </>
            ),
          },
          {
            key: "tolerance",
            label: "Tolerance",
            card: "c-due",
            wraps: true,
            show: (row) => (
              <>
                {toleranceWords(row.tolerance, symbolOf(row.unit))}
                {row.verify && <VerifyUnder />}
              </>
            ),
          },
          {
            key: "limits",
            label: "Limits",
            card: "c-due",
            wraps: true,
            show: (row) => <SetPoints test={row} />,
          },
        ]}
        {...(mayEdit
          ? {
              rowActions: (row) => (
                <RowMenu label={`Actions for ${row.name}`}>
                  {row.verify && (
                    <MenuLink to={to({ do: "confirm", on: row.id })} icon="ok">
                      Confirm figure
                    </MenuLink>
                  )}
                  <MenuLink to={to({ do: "test", on: row.id })} icon="edit">
                    Edit
                  </MenuLink>
                  <MenuLink to={to({ do: "remove", on: row.id })} icon="trash" danger>
                    Remove
                  </MenuLink>
                </RowMenu>
              ),
            }
          : {})}
      />
    </Panel>
  );
}
