import type { BlockType } from "#app/shared/certificates/form.ts";
import { blockNames, blocksOf, palette } from "#app/shared/certificates/forms/layout.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { DRAGGED } from "./paper.tsx";
import type { Layout } from "./use-layout.ts";

const icons: Readonly<Record<BlockType, IconName>> = {
  fields: "list",
  text: "file",
  statement: "info",
  "table.results": "grid",
  "table.up_down": "swap",
  "table.safety": "shield",
  "table.checklist": "check",
  "table.environment": "clock",
  "table.standards": "gauge",
  "table.budget": "bars",
  "table.custom": "cols",
  chart: "bars",
  own_fields: "edit",
  image: "camera",
  attachments: "upload",
  signatures: "sign",
  qr: "scan",
  end_mark: "minus",
};

/** What can be placed: a click puts it behind the chosen block, a drag where it is dropped. */
export function Palette({ of: { layout, add } }: { of: Layout }) {
  const blocks = blocksOf(layout);
  return (
    <section className="panel fd-blocks" aria-label="Blocks">
      <div className="panel-head">
        <h2>Blocks</h2>
      </div>
      {palette.map(({ name, types }) => (
        <div key={name}>
          <h3>{name}</h3>
          <ul>
            {types.map((type) => {
              const count = blocks.filter((block) => block.type === type).length;
              return (
                <li key={type}>
                  <button
                    className="fd-add"
                    type="button"
                    draggable
                    onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `new ${type}`)}
                    onClick={() => add(type)}
                  >
                    <Icon name={icons[type]} />
                    <span>{blockNames[type]}</span>
                    {count > 0 && <span className="count">{count}</span>}
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </section>
  );
}
