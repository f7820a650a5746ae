import { type DragEvent, type KeyboardEvent, useState } from "react";
import type { PaperDocument } from "#app/shared/certificates/document.ts";
import type { BlockType, FormBlock, FormSection } from "#app/shared/certificates/form.ts";
import { blockNames, groupNames, type Place } from "#app/shared/certificates/forms/layout.ts";
import { isShown } from "#app/shared/certificates/head-fields.ts";
import { type Shown, shownOf } from "#app/shared/certificates/paper/blocks.ts";
import { inWords } from "#app/shared/in-words.ts";
import type { QrModules } from "#app/shared/label-qr.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PaperBlock } from "./paper-block.tsx";
import type { Layout } from "./use-layout.ts";

/** What is dragged: "new chart", or "move results". */
export const DRAGGED = "application/x-form-block";

/** A block as people call it: its kind, and what tells it from others of the kind. */
export function blockTitle(block: FormBlock): string {
  const name = blockNames[block.type];
  if (block.type === "fields" && block.groups.length > 0)
    return `${name}: ${inWords(block.groups.map((group) => groupNames[group].toLowerCase()))}`;
  if (block.type === "text") {
    const [line = ""] = block.text.trim().split("\n");
    return line ? `${name}: ${line.slice(0, 40)}` : name;
  }
  return "heading" in block && block.heading ? `${name}: ${block.heading}` : name;
}

type Props = { of: Layout; document: PaperDocument; qr: QrModules; isFixed: boolean };

/** The paper: every block with what a report says in it, to choose, move and take away. */
export function Paper({ of, document, qr, isFixed }: Props) {
  const { layout } = of;
  const [drop, setDrop] = useState<Place | null>(null);
  const form = { ...document.content.form, ...layout };
  const shown = shownOf({ ...document, content: { ...document.content, form } });
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    const [how, what] = event.dataTransfer.getData(DRAGGED).split(" ");
    if (drop && what) {
      if (how === "move") of.put(what, drop);
      else if (what in blockNames) of.add(what as BlockType, drop);
    }
    setDrop(null);
  };
  const over = (event: DragEvent, place: Place) => {
    if (isFixed || !event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    if (place.section !== drop?.section || place.at !== drop.at) setDrop(place);
  };
  const { paper, orientation } = layout.page;
  return (
    <article
      className="fd-paper"
      data-paper={paper}
      data-orientation={orientation}
      aria-label="The report, live preview"
      onDrop={dropped}
      onDragEnd={() => setDrop(null)}
    >
      {layout.sections.map((section, nth) => (
        <Section
          key={section.id}
          {...{ of, section, nth, shown, qr, isFixed, drop, over }}
          isAlone={layout.sections.length === 1}
        />
      ))}
    </article>
  );
}

type SectionProps = Omit<Props, "document"> & {
  section: FormSection;
  nth: number;
  shown: Shown;
  drop: Place | null;
  over: (event: DragEvent, place: Place) => void;
  isAlone: boolean;
};

function Section({ of, section, nth, shown, qr, isFixed, drop, over, isAlone }: SectionProps) {
  const { blocks, id, title, when } = section;
  const isHere = (at: number) => drop?.section === nth && drop.at === at;
  const isHidden = !isShown(when, shown.fields);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can also be placed by buttons and keys
    <section
      className={isHidden ? "fd-section is-hidden" : "fd-section"}
      onDragOver={(event) => blocks.length === 0 && over(event, { section: nth, at: 0 })}
    >
      {(!isAlone || title) && (
        <button
          className="fd-section-name"
          id={`fd-${id}`}
          type="button"
          aria-pressed={of.chosen === id}
          onClick={() => of.choose(id)}
        >
          {title ? title : `Section ${nth + 1}`}
          {isHidden && <i>not shown here</i>}
        </button>
      )}
      {title && <h3>{title}</h3>}
      {blocks.length === 0 && <p className="fd-quiet">Nothing stands in this section yet.</p>}
      {blocks.map((block, at) => (
        <div key={block.id}>
          {isHere(at) && <div className="fd-here" />}
          <Block
            {...{ of, block, shown, qr, isFixed }}
            onOver={(event) => {
              const { top, height } = event.currentTarget.getBoundingClientRect();
              over(event, { section: nth, at: event.clientY > top + height / 2 ? at + 1 : at });
            }}
          />
        </div>
      ))}
      {isHere(blocks.length) && <div className="fd-here" />}
    </section>
  );
}

type BlockProps = Omit<Props, "document"> & {
  block: FormBlock;
  shown: Shown;
  onOver: (event: DragEvent<HTMLElement>) => void;
};

/** The names of all blocks in their order: arrows walk them. */
const names = () => [...document.querySelectorAll<HTMLElement>(".fd-name, .fd-section-name")];

function Block({ of, block, shown, qr, isFixed, onOver }: BlockProps) {
  const { id } = block;
  const isChosen = of.chosen === id;
  const title = blockTitle(block);
  const isHidden = !isShown(block.when, shown.fields);
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by && event.altKey && !isFixed) of.step(id, by);
    else if (by) names()[names().indexOf(event.currentTarget) + by]?.focus();
    else if (event.key === "Delete" && !isFixed) of.remove(id);
    else return;
    event.preventDefault();
  };
  const classes = ["fd-block", isChosen && "is-sel", isHidden && "is-hidden"].filter(Boolean);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click chooses what its name, a button, chooses too
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys choose the block by its name
    <div className={classes.join(" ")} onDragOver={onOver} onClick={() => of.choose(id)}>
      <button
        className="fd-name"
        id={`fd-${id}`}
        type="button"
        aria-pressed={isChosen}
        aria-describedby={isFixed ? undefined : "fd-keys"}
        draggable={!isFixed}
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `move ${id}`)}
        onKeyDown={keys}
        onFocus={() => of.choose(id)}
      >
        {title}
        {isHidden && <i>not shown here</i>}
      </button>
      <PaperBlock block={block} shown={shown} qr={qr} />
      {isChosen && !isFixed && (
        <span className="fd-tools">
          <button type="button" aria-label={`Move ${title} up`} onClick={() => of.step(id, -1)}>
            <Icon name="up" size="s" />
          </button>
          <button type="button" aria-label={`Move ${title} down`} onClick={() => of.step(id, 1)}>
            <Icon name="down" size="s" />
          </button>
          <button
            type="button"
            aria-label={`Remove ${title}`}
            onClick={(event) => {
              event.stopPropagation();
              of.remove(id);
            }}
          >
            <Icon name="x" size="s" />
          </button>
        </span>
      )}
    </div>
  );
}
