import { assetRules } from "#app/shared/flows/assets.ts";
import { type Mover, movesOf } from "#app/shared/flows/rules.ts";
import { MenuLink } from "#app/ui/menu.tsx";
import { MenuEntry } from "#app/ui/menu-entry.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import type { AssetRow } from "#worker/domain/assets/columns.ts";
import { AwayEntries } from "./away-entries.tsx";

/** The moves in a row's menu; the others are on the device's page. */
const rowMoves: readonly string[] = ["report", "edit", "move", "not-located", "found", "condemn"];

type Props = {
  row: AssetRow;
  may: { create: boolean; transfer: boolean; pass: boolean; mover: Mover };
  /** Why no more devices can be added; null when they can. */
  full: string | null;
};

/** What can be done with one device of the list. */
export function AssetEntries({ row, may, full }: Props) {
  const moves = movesOf(assetRules, row, may.mover).filter(({ move }) => rowMoves.includes(move));
  return (
    <>
      <MoveEntries
        of={{ id: row.id, moves }}
        rules={assetRules}
        to={(move) => `/asset/detail/${row.id}?do=${move}`}
      />
      {may.create && (
        <MenuEntry icon="plus" label="Clone" no={full} to={`/asset/create?clone=${row.id}`} />
      )}
      <AwayEntries asset={row} may={may} />
      <MenuLink to={`/asset/labels?ids=${row.id}`} icon="print" prefetch="intent">
        Print label
      </MenuLink>
      <MenuLink to={`/asset/detail/${row.id}?tab=history`} icon="list" prefetch="intent">
        History
      </MenuLink>
    </>
  );
}
