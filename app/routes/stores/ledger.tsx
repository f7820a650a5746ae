import { useLocation } from "react-router";
import { refusalOf } from "#app/ui/form.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHead, Readout, Tabs } from "#app/ui/page.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { moveItem, type StockCommand } from "#worker/domain/stock/commands.ts";
import { ledgerOf } from "#worker/domain/stock/ledger.ts";
import { removeItemPicture, saveItemPicture } from "#worker/domain/stock/picture.ts";
import { transferItem } from "#worker/domain/stock/transfer.ts";
import { usesOfItem } from "#worker/domain/stock/used-on.ts";
import type { Session } from "#worker/session.ts";
import { type Asked, actions, stays, type Values } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/ledger";
import { BatchesTab } from "./batches-tab.tsx";
import { CostsTab } from "./costs-tab.tsx";
import { LedgerTab } from "./ledger-tab.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { MoveLinks } from "./move-links.tsx";
import { PictureTab } from "./picture-tab.tsx";
import { UsedOnTab } from "./used-on-tab.tsx";
import { StockBadge } from "./words.tsx";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const query = new URL(request.url).searchParams;
  const may = {
    move: session.can("edit-stock"),
    approve: session.can("approve-stock"),
    reports: session.can("view-asset"),
    export: session.can("export-stock"),
  };
  if (query.get("tab") === "used") {
    const { about, ...uses } = await usesOfItem(session, params.id, query);
    return { ...about, uses, ledger: null, may };
  }
  const { about, ...ledger } = await ledgerOf(session, params.id, query);
  return { ...about, uses: null, ledger, may };
}

const moves: StockCommand[] = ["receive", "issue", "return", "adjust", "scrap"];
const moveCommands = Object.fromEntries(
  moves.map((move) => [
    move,
    ({ session, id }: Asked<Session>, values: Values) => moveItem(session, id, move, values),
  ]),
);
export const action = actions({
  ...moveCommands,
  transfer: ({ session, id }, values) => transferItem(session, id, values),
  picture: {
    run: ({ session, visit, id, file }) =>
      saveItemPicture(session, visit.env.MEDIA, id, file("picture")),
    reply: stays,
  },
  "remove-picture": { run: ({ session, id }) => removeItemPicture(session, id), reply: stays },
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.item.name ?? "Stocks"} - Plumbline` },
];

const tabs = [
  { key: "ledger", label: "Ledger" },
  { key: "used", label: "Used on" },
  { key: "costs", label: "Costs" },
  { key: "batches", label: "Batches" },
  { key: "picture", label: "Picture" },
];

export default function ItemPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, may, uses, ledger, batches, costs, stores, today } = loaderData;
  const at = useLocation();
  const { to, asked } = useDialog();
  const isKept = item.hasBatches || item.hasExpiry;
  const shown = tabs.filter(({ key }) => key !== "batches" || isKept);
  const tab = shown.find(({ key }) => key === asked("tab"))?.key ?? "ledger";
  return (
    <>
      <PageHead
        title={item.name}
        crumbs={[
          { label: "Stocks", to: "/stocks" },
          { label: item.storeName, to: `/stocks?store=${item.storeId}` },
        ]}
        badges={
          <>
            {item.partNo && <span className="code">{item.partNo}</span>}
            <StockBadge item={item} today={today} />
          </>
        }
        actions={
          !item.archivedAt && (
            <>
              {(may.move || may.approve) && (
                <Menu label="More actions" className="btn btn-icon">
                  <MoveLinks
                    to={(move) => to({ move })}
                    may={may}
                    look="menu-item"
                    only={["return", "adjust", "scrap"]}
                  />
                  {may.move && (
                    <MenuLink to={`/stocks?edit=${item.id}`} icon="edit">
                      Edit
                    </MenuLink>
                  )}
                </Menu>
              )}
              <MoveLinks
                to={(move) => to({ move })}
                may={may}
                look="btn"
                only={["issue", "transfer"]}
              />
              <MoveLinks
                to={(move) => to({ move })}
                may={may}
                look="btn btn-primary"
                only={["receive"]}
              />
            </>
          )
        }
      />
      <div className="stack">
        <Readout
          label="Stock"
          figures={[
            {
              label: "Quantity",
              value: item.quantity,
              unit: item.unit,
              note: [item.rack && `Rack ${item.rack}`, item.bin && `bin ${item.bin}`]
                .filter(Boolean)
                .join(", "),
            },
            {
              label: "Minimum",
              value: item.minQty ?? "–",
              note: item.reorderQty ? `Reorder ${item.reorderQty}` : undefined,
            },
            { label: "Rate", value: <Money minor={item.rateMinor} /> },
            { label: "Value", value: <Money minor={item.rateMinor * item.quantity} /> },
          ]}
        />
        <Tabs
          label="Item"
          tabs={shown.map(({ key, label }) => ({
            label,
            current: key === tab,
            to: key === "ledger" ? at.pathname : `${at.pathname}?tab=${key}`,
          }))}
        />
        {tab === "used" && uses && <UsedOnTab list={uses} mayOpen={may.reports} />}
        {tab === "costs" && <CostsTab costs={costs} />}
        {tab === "batches" && <BatchesTab batches={batches} today={today} unit={item.unit} />}
        {tab === "picture" && (
          <PictureTab
            id={item.pictureId}
            name={item.name}
            mayEdit={may.move}
            actionData={actionData}
          />
        )}
        {tab === "ledger" && ledger && <LedgerTab list={ledger} item={item} may={may} />}
      </div>
      <MoveDialog
        item={item}
        batches={batches}
        stores={stores}
        today={today}
        may={may}
        problem={refusalOf(actionData)}
      />
    </>
  );
}
