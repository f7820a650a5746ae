import { Link } from "react-router";
import { includedText, kindWord, lineDays, lineStanding } from "#app/shared/contracts.ts";
import { contractRules } from "#app/shared/flows/contracts.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { ContractOfDevice } from "#worker/domain/contracts/of-others.ts";

type Props = {
  rows: ContractOfDevice[];
  /** The warranty that the device's own dates tell. */
  warranty: { warrantyStartOn: string | null; warrantyEndOn: string | null };
  today: string;
  mayRenew: boolean;
};

const parts = [
  { standing: "present", title: "Covered now" },
  { standing: "future", title: "To come" },
  { standing: "past", title: "Ended" },
] as const;

/** What covers a device: now, later, and before. */
export function ContractTab({ rows, warranty, today, mayRenew }: Props) {
  const { warrantyStartOn, warrantyEndOn } = warranty;
  const standingOf = (row: ContractOfDevice) => lineStanding(row, row, today);
  const warrantyIs =
    warrantyEndOn === null
      ? null
      : warrantyEndOn < today
        ? "past"
        : (warrantyStartOn ?? today) > today
          ? "future"
          : "present";
  if (rows.length === 0 && warrantyIs === null)
    return (
      <EmptyState
        title="No cover yet"
        text="Contracts name the assets they cover. A warranty's dates are in the asset's form."
      />
    );
  return (
    <div className="stack">
      {parts.map(({ standing, title }) => {
        const shown = rows.filter((row) => standingOf(row) === standing);
        if (shown.length === 0 && warrantyIs !== standing) return null;
        return (
          <Panel key={standing} title={title}>
            <ul className="plain-list">
              {shown.map((row) => (
                <ContractLine key={row.id} row={row} mayRenew={mayRenew && standing !== "future"} />
              ))}
              {warrantyIs === standing && (
                <li className="document">
                  <Icon name="shield" />
                  <span>
                    Warranty <span className="muted">by the dates of the asset</span>
                  </span>
                  <div className="muted">
                    {warrantyStartOn && (
                      <>
                        <DateText on={warrantyStartOn} />{" "}
                      </>
                    )}
                    to <DateText on={warrantyEndOn} />
                  </div>
                </li>
              )}
            </ul>
          </Panel>
        );
      })}
    </div>
  );
}

function ContractLine({ row, mayRenew }: { row: ContractOfDevice; mayRenew: boolean }) {
  const { id, kind, number, vendorName, hasLabour, hasSpares, exclusions } = row;
  const { since, until } = lineDays(row, row);
  return (
    <li className="document">
      <Icon name="shield" />
      <span>
        <Link to={`/contract/${id}`} prefetch="intent">
          {kindWord(kind)} {number}
        </Link>{" "}
        {vendorName}{" "}
        <span className="muted">
          {includedText(hasLabour, hasSpares)}
          {exclusions && `. Not covered: ${exclusions}`}
        </span>
      </span>
      <div className="chips">
        {row.valueShareMinor !== null && <Money minor={row.valueShareMinor} />}
        <span className="muted">
          <DateText on={since} /> to <DateText on={until} />
        </span>
        {row.terminatedOn !== null && (
          <Badge tone="overdue" icon="cross">
            Terminated
          </Badge>
        )}
      </div>
      {mayRenew && row.terminatedOn === null && (
        <Link
          className="btn btn-sm"
          to={contractRules.moves.renew.page(id)}
          aria-label={`Renew ${number}`}
        >
          <Icon name="refresh" size="s" />
          Renew
        </Link>
      )}
    </li>
  );
}
