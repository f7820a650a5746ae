import { Link } from "react-router";
import { lineStanding } from "#app/shared/contracts.ts";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { DateField, MoneyField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { PickMany } from "#app/ui/pick-many.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { useDates } from "#app/ui/time.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import type { ContractDetail, LineOfContract } from "#worker/domain/contracts/read.ts";
import { assetChoices } from "../masters/choices.ts";
import { contractName } from "./words.tsx";

type Props = { detail: ContractDetail; problem: Refused | undefined };

/** The devices of a contract, with their shares of its value and the days on which each is covered. */
export function Devices({ detail, problem }: Props) {
  const { contract, lines, may, today, assetCount } = detail;
  const { date } = useDates();
  const { asked, to, shown } = useDialog();
  const isOpen = contract.terminatedOn === null && may.edit;
  const intent = isOpen ? asked("do") : "";
  const line = useOpenedRow("asset", lines.rows);
  const dialog = { ...shown, problem };
  const cover = (row: LineOfContract) => {
    const standing = lineStanding(contract, row, today);
    if (row.toOn !== null) return `Until ${date(row.toOn)}`;
    if (row.fromOn !== null) return `From ${date(row.fromOn)}`;
    return standing === "present" ? "Covered" : standing === "future" ? "To come" : "Ended";
  };
  const columns: Column<LineOfContract>[] = [
    { key: "code", label: "Code", card: "c-top", as: "code", field: "assetCode" },
    { key: "name", label: "Name", card: "c-name" },
    {
      key: "model",
      label: "Make and model",
      card: "c-meta",
      show: (row) => [row.make, row.model].filter(Boolean).join(" "),
    },
    { key: "place", label: "Location", keep: true },
    { key: "cover", label: "Cover", card: "c-state", show: cover },
    { key: "share", label: "Share", card: "c-due", as: "money", field: "valueShareMinor" },
  ];
  return (
    <section className="stack" aria-label="Assets on this contract">
      <ListPage<LineOfContract>
        title="Assets on this contract"
        head={false}
        result={lines}
        {...(may.seesAssets ? { rowHref: (row) => `/asset/detail/${row.id}?tab=contract` } : {})}
        rowName={(row) => row.assetCode}
        {...(isOpen
          ? {
              rowActions: (row: LineOfContract) =>
                row.toOn === null && (
                  <RowMenu label={`Actions for ${row.assetCode}`}>
                    <MenuLink to={to({ do: "share", asset: row.id })} icon="edit">
                      Set share
                    </MenuLink>
                    <MenuLink to={to({ do: "remove-asset", asset: row.id })} icon="cross" danger>
                      Take off the contract
                    </MenuLink>
                  </RowMenu>
                ),
            }
          : {})}
        actions={
          isOpen &&
          contract.valueMinor !== null &&
          lines.rows.length > 0 && (
            <Link className="btn btn-sm" to={to({ do: "split" })} preventScrollReset>
              <Icon name="bars" size="s" />
              Share equally
            </Link>
          )
        }
        columns={columns}
        empty={
          assetCount === null
            ? {
                title: "No assets of your Locations",
                text: "Those of other Locations are not shown to you.",
              }
            : {
                title: "No assets on this contract",
                text: isOpen
                  ? "Add them here, by their labels, or from a list of All Assets."
                  : undefined,
              }
        }
      />
      {intent === "add-assets" && (
        <FormDialog
          {...dialog}
          title={`Add assets to ${contractName(contract)}`}
          verb="Add assets"
          hidden={{ intent }}
        >
          <PickMany name="assetIds" label="Assets" load={assetChoices} scan="asset" />
          <DateField
            name="fromOn"
            label="Covered from"
            max={today}
            hint="From the contract's start if left empty"
          />
        </FormDialog>
      )}
      {intent === "remove-asset" && line && (
        <ConfirmDialog
          {...dialog}
          key={line.id}
          title={`Take ${line.assetCode} ${line.name} off ${contractName(contract)}?`}
          intent={intent}
          hidden={{ assetIds: line.id }}
          verb="Take it off"
          keep="Keep it"
        >
          <p className="muted">
            From today on it is not covered by this contract. What was covered before stays known.
          </p>
        </ConfirmDialog>
      )}
      {intent === "share" && line && (
        <FormDialog
          {...dialog}
          key={line.id}
          title={`Share of ${line.assetCode} ${line.name}`}
          verb="Save share"
          values={{ valueShareMinor: line.valueShareMinor }}
          hidden={{ intent, assetId: line.id, version: line.version }}
        >
          <MoneyField name="valueShareMinor" label="Share of the value" autoFocus />
        </FormDialog>
      )}
      {intent === "split" && (
        <ConfirmDialog
          {...dialog}
          tone="primary"
          title={`Share the value of ${contractName(contract)} equally?`}
          intent={intent}
          verb="Share equally"
        >
          <p className="muted">Every asset on it gets the same share; those set before are lost.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
