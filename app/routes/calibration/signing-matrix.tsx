import { roleNames, type Signing } from "#app/shared/calibration/may-sign.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import "../../css/calibration.css";
import { disciplinesText, parametersText, rolesText, SignatureBadge } from "./signature-words.tsx";

type Row = Signing & { id: string; name: string };
type Props = { rows: readonly Row[]; isCut: boolean; today: string };

/** Roles that few people have stand where there is room; the roles of a person are on their page. */
const rare = new Set(["witness", "customer_rep"]);

const Tick = () => (
  <>
    <Icon name="check" />
    <span className="sr-only">Yes</span>
  </>
);

const columnsOn = (today: string): Column<Row>[] => [
  { key: "name", label: "Person", card: "c-name", wraps: true },
  // On a phone the roles stand in words.
  { key: "words", label: "Roles", look: "c-meta phone-only", show: (row) => rolesText(row.roles) },
  ...Object.entries(roleNames).map(
    ([role, label]): Column<Row> => ({
      key: role,
      label,
      look: rare.has(role) ? "c-hide w-1 wrap" : "c-hide keep wrap",
      show: (row) => row.roles.includes(role) && <Tick />,
    }),
  ),
  {
    key: "disciplines",
    label: "Disciplines",
    card: "c-due",
    wraps: true,
    show: (row) => disciplinesText(row.disciplines),
  },
  {
    key: "parameters",
    label: "Parameters",
    card: "c-due",
    wide: 2,
    wraps: true,
    show: (row) => parametersText(row.parameters),
  },
  {
    key: "state",
    label: "State",
    card: "c-state",
    show: (row) => <SignatureBadge signature={row} today={today} />,
  },
];

/** Who may do what: people by the roles in which they sign, with the disciplines in which they do. */
export function SigningMatrix({ rows, isCut, today }: Props) {
  if (!rows.length)
    return (
      <EmptyState
        title="Nobody signs yet"
        text="Add a signature for everybody who calibrates, checks or approves."
      />
    );
  const result = {
    rows: [...rows],
    page: {
      next: null,
      previous: null,
      total: rows.length,
      capped: false,
      from: 1,
      to: rows.length,
    },
    query: { q: "", sort: "name", dir: "asc" as const, size: 100, filters: {} },
  };
  return (
    <ListPage
      title="Who may do what"
      head={false}
      result={result}
      columns={columnsOn(today)}
      rowHref={(row) => `/signature/detail/${row.id}`}
    >
      {isCut && <Note tone="info">Only the first {rows.length} people are shown.</Note>}
    </ListPage>
  );
}
