import { Link, useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { DefinitionList, Panel } from "#app/ui/page.tsx";
import type { May } from "#app/ui/record-dialogs.tsx";
import { StateBadge } from "#app/ui/record-list.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { OpenTree, TreeNode } from "#worker/domain/locations/tree.ts";
import { AssetCount } from "../masters/asset-count.tsx";
import { levelName } from "./words.ts";

type Props = {
  way: TreeNode[];
  /** The whole record of the chosen place, unless a dialog is open on another. */
  record: OpenTree["record"];
  may: May;
};

/** The chosen place: its path, its facts, and what can be done with it. */
export function PlacePanel({ way, record, may }: Props) {
  const at = useLocation();
  const { to } = useDialog();
  const node = way.at(-1);
  if (!node) return null;
  const { address, postalCode, lat, lng } = record?.id === node.id ? record : nowhere;
  const link = (
    opened: Record<string, string>,
    icon: "plus" | "edit" | "swap" | "archive" | "trash",
    text: string,
    tone = "",
  ) => (
    <Link className={`btn btn-sm ${tone}`} to={to(opened)} preventScrollReset>
      <Icon name={icon} size="s" />
      {text}
    </Link>
  );
  return (
    <Panel
      title={node.name}
      className="is-chosen"
      label="Chosen place"
      actions={<StateBadge archivedAt={node.archivedAt} />}
    >
      <nav className="crumbs" aria-label="Path">
        {way.map((step, nth) => (
          <span className="crumb" key={step.id}>
            {nth > 0 && <Icon name="right" size="s" />}
            {step === node ? (
              <span>{step.name}</span>
            ) : (
              <Link to={listUrl(at, { at: step.id })}>{step.name}</Link>
            )}
          </span>
        ))}
      </nav>
      <DefinitionList
        entries={[
          ["Level", levelName(node.level)],
          [
            "Assets here and inside",
            <AssetCount
              key="assets"
              n={node.assets}
              to={`/all-assets?place=${node.id}`}
              limited={may.limited}
            />,
          ],
          ["Code", node.code && <span className="code">{node.code}</span>],
          ["Address", address && <span className="said">{address}</span>],
          ["Postal code", postalCode],
          [
            "Position",
            lat === null || lng === null ? null : (
              <a
                key="map"
                href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`}
                target="_blank"
                rel="noreferrer"
              >
                {lat}, {lng}
              </a>
            ),
          ],
        ]}
      />
      <p className="chips acts-below">
        {may.create &&
          !node.archivedAt &&
          node.level !== "room" &&
          link({ new: "1", in: node.id }, "plus", "Add inside")}
        {may.edit && link({ edit: node.id }, "edit", "Edit")}
        {may.edit && !may.limited && link({ move: node.id }, "swap", "Move")}
        {may.edit &&
          link(
            { [node.archivedAt ? "restore" : "archive"]: node.id },
            "archive",
            node.archivedAt ? "Restore" : "Archive",
          )}
        {may.remove && link({ delete: node.id }, "trash", "Delete", "btn-ghost")}
      </p>
      {may.edit && may.limited && (
        <p className="muted">
          You see the assets of some Locations only. Who sees them all moves places.
        </p>
      )}
    </Panel>
  );
}

const nowhere = { address: null, postalCode: null, lat: null, lng: null };
