import { Link, useLocation } from "react-router";
import { ExportEntries, ExportMenu } from "#app/ui/export-links.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { Opened } from "./compare.tsx";

/** What can be done with a comparison: a file, paper, keeping it under a name. */
export function CompareActions({ opened: { saved, may, devices } }: { opened: Opened }) {
  const dialog = useDialog();
  const { search } = useLocation();
  const first = devices[0]!.id;
  const others = devices.slice(1).map(({ id }) => id);
  const swapped = new URLSearchParams(search);
  swapped.set("assets", [...others, first].join(","));
  const file = `/asset-comparison/compare.csv${search}`;
  return (
    <>
      <Menu label="More actions" className="btn btn-icon">
        <MenuLink to={`?${swapped}`} icon="swap">
          Move the first to the end
        </MenuLink>
        <div className="phone-only">
          <button className="menu-item" type="button" onClick={() => print()}>
            <Icon name="print" />
            Print
          </button>
          {may.export && <ExportEntries href={file} />}
        </div>
        {saved && may.remove && (
          <MenuLink to={dialog.to({ do: "delete" })} icon="trash" danger>
            Delete
          </MenuLink>
        )}
      </Menu>
      <button className="btn hide-phone" type="button" onClick={() => print()}>
        <Icon name="print" />
        Print
      </button>
      {may.export && <ExportMenu href={file} />}
      {(may.save || may.edit) && (
        <Link className="btn btn-primary" to={dialog.to({ do: "save" })} preventScrollReset>
          <Icon name="check" />
          Save
        </Link>
      )}
    </>
  );
}
