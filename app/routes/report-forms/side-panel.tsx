import type { PaperDocument } from "#app/shared/certificates/document.ts";
import type { FormPage } from "#app/shared/certificates/form.ts";
import {
  blocksOf,
  LAYOUT_LIMITS,
  sectionAdded,
  sectionChanged,
  sectionRemoved,
} from "#app/shared/certificates/forms/layout.ts";
import { headFields } from "#app/shared/certificates/head-fields.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { Box, RemoveButton, WhenBox } from "./boxes.tsx";
import { blockTitle } from "./paper.tsx";
import { BlockBoxes } from "./part-panel.tsx";
import type { Layout } from "./use-layout.ts";

/** What can be said of the part that is chosen: a block, a section, else the page. */
export function SidePanel({ of, document }: { of: Layout; document: PaperDocument }) {
  const { layout, chosen, edit, change, choose } = of;
  const fields = headFields(document);
  const block = blocksOf(layout).find(({ id }) => id === chosen);
  const section = layout.sections.findIndex(({ id }) => id === chosen);
  if (block)
    return (
      <Panel title={blockTitle(block)}>
        <div className="form" key={block.id}>
          <BlockBoxes
            {...{ block, layout, fields, parameters: document.content.parameters }}
            onChange={edit}
          />
        </div>
      </Panel>
    );
  if (section >= 0) {
    const { title, when } = layout.sections[section]!;
    return (
      <Panel title={`Section ${section + 1}`}>
        <div className="form">
          <Box label="Title" hint="Stands over its blocks; empty: none">
            {(id) => (
              <input
                className="input"
                id={id}
                maxLength={LAYOUT_LIMITS.name}
                value={title ?? ""}
                onChange={({ target }) =>
                  change(sectionChanged(layout, section, { title: target.value || null }))
                }
              />
            )}
          </Box>
          <WhenBox
            when={when}
            fields={fields}
            onChange={(next) => change(sectionChanged(layout, section, { when: next }))}
          />
          {layout.sections.length > 1 && (
            <RemoveButton
              name="Remove section, keep its blocks"
              onRemove={() => {
                change(sectionRemoved(layout, section));
                choose(null);
              }}
            />
          )}
        </div>
      </Panel>
    );
  }
  return <PagePanel of={of} />;
}

const sides = ["top", "right", "bottom", "left"] as const;
const sideNames = { top: "Top", right: "Right", bottom: "Bottom", left: "Left" } as const;
const [LEAST, MOST] = [8, 40];

function PagePanel({ of: { layout, change } }: { of: Layout }) {
  const { page } = layout;
  const set = (next: Partial<FormPage>) => change({ ...layout, page: { ...page, ...next } });
  return (
    <Panel title="Page">
      <div className="form">
        <Box label="Paper">
          {(id) => (
            <span className="pick">
              <select
                className="select"
                id={id}
                value={`${page.paper} ${page.orientation}`}
                onChange={({ target }) => {
                  const [paper, orientation] = target.value.split(" ") as [
                    FormPage["paper"],
                    FormPage["orientation"],
                  ];
                  set({ paper, orientation });
                }}
              >
                <option value="a4 portrait">A4, portrait</option>
                <option value="a4 landscape">A4, landscape</option>
                <option value="letter portrait">Letter, portrait</option>
                <option value="letter landscape">Letter, landscape</option>
              </select>
              <Icon name="down" />
            </span>
          )}
        </Box>
        <fieldset className="field">
          <legend className="label">Margins, mm</legend>
          <div className="rf-margins">
            {sides.map((side) => (
              <input
                key={side}
                className="input"
                type="number"
                aria-label={sideNames[side]}
                title={sideNames[side]}
                min={LEAST}
                max={MOST}
                value={page.margins[side]}
                onChange={({ target }) =>
                  set({ margins: { ...page.margins, [side]: Number(target.value) } })
                }
              />
            ))}
          </div>
          <span className="hint">{`Top, right, bottom, left; ${LEAST} to ${MOST}`}</span>
        </fieldset>
        <button
          className="btn btn-sm"
          type="button"
          disabled={layout.sections.length >= LAYOUT_LIMITS.sections}
          onClick={() => change(sectionAdded(layout, layout.sections.length - 2))}
        >
          <Icon name="plus" />
          Add section
        </button>
      </div>
    </Panel>
  );
}
