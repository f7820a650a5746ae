import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { usualComponents } from "#app/shared/calibration/content-from-template.ts";
import { FormContext, fieldId } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { DraftToEdit } from "#worker/domain/procedures/read.ts";
import { FORM } from "./boxes.tsx";
import {
  componentTyped,
  contentOf,
  type Draft,
  draftText,
  draftTyped,
  type EditingParameter,
} from "./editing.ts";
import { type Editor, EditorContext, type Engine } from "./editor-context.ts";
import { GeneralSection } from "./general-section.tsx";
import { ChecksSection, NeedsSection } from "./lists-section.tsx";
import { MissingPanel } from "./missing-panel.tsx";
import { type Newer, NewerNote } from "./newer-note.tsx";
import { ParameterSection, type Place } from "./parameter-section.tsx";
import { freshKey, type Path, put } from "./put.ts";
import { isSaved } from "./saved.ts";
import { typedGaps } from "./typed-gaps.ts";

type Section = "general" | "needs" | "checks" | number;
const MOST_PARAMETERS = 40;

/** The section of the editor in which a field stands, and its row there. */
function sectionOf(path: string): { section: Section; place: Place } {
  const [, at, list, row] =
    /^(?:content\.)?parameters\.(\d+)(?:\.(points|components)\.(\d+))?/.exec(path) ?? [];
  const place = {
    point: list === "points" ? Number(row) : 0,
    component: list === "components" ? Number(row) : 0,
  };
  if (at !== undefined) return { section: Number(at), place };
  if (/^(content\.)?(environment|roles)/.test(path)) return { section: "needs", place };
  return { section: /^(content\.)?checks/.test(path) ? "checks" : "general", place };
}

/** A gap's path as the name of its field. */
const nameOfGap = (path: string) =>
  /^(methodReference|decisionRuleId)/.test(path)
    ? path
    : `content.${path.replace(/^coverage\.[pk]$/, "coverage.figure")}`;

/** What was typed before and sent without an answer, else the draft as it is kept. */
function firstDraft(kept: unknown, version: DraftToEdit["version"]): Draft {
  if (typeof kept === "string" && kept.startsWith("{"))
    try {
      return (JSON.parse(kept) as { typed?: Draft }).typed ?? draftTyped(version);
    } catch {
      // What was kept cannot be read: the stored draft stands.
    }
  return draftTyped(version);
}

const newParameter = (parameters: readonly EditingParameter[]): EditingParameter => ({
  key: freshKey(
    parameters.map(({ key }) => key),
    "p",
  ),
  ...{ name: "", quantity: "voltage", unit: "V", setting: "set_std_read_duc", role: "" },
  ...{ model: "", sequence: "single", points: [] },
  components: usualComponents("set_std_read_duc").map(componentTyped),
});

/** The engine comes after the page, for this page alone. */
function useEngine(): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null);
  useEffect(() => {
    let isHere = true;
    import("#app/shared/calibration/worked.ts").then((found) => isHere && setEngine(found));
    return () => {
      isHere = false;
    };
  }, []);
  return engine;
}

/** Opens the section of a field, and gives it the focus once it is there. */
function useSections() {
  const [section, setSection] = useState<Section>("general");
  const [place, setPlace] = useState<Place>({ point: 0, component: 0 });
  const waiting = useRef("");
  const go = (path: string) => {
    const found = sectionOf(path);
    waiting.current = fieldId(FORM, nameOfGap(path));
    setSection(found.section);
    setPlace({ ...found.place });
  };
  useEffect(() => {
    const field = waiting.current && document.getElementById(waiting.current);
    waiting.current = "";
    if (field) field.focus();
  });
  const open = (next: Section) => {
    setSection(next);
    setPlace({ point: 0, component: 0 });
  };
  // A link of the form's summary leads to a field that may stand in another section.
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address leads somewhere
  useEffect(() => {
    const name = decodeURIComponent(hash).replace(`#${FORM}-`, "");
    if (hash) go(name.replace(/^content\./, ""));
  }, [hash]);
  return { section, place, setPlace, go, open };
}

/** The page of a procedure, with the question that submits a version of it. */
const submitAt = ({ id, procedureId }: DraftToEdit["version"]) =>
  `/procedure/${procedureId}?version=${id}&do=submit&on=${id}`;

type Props = Pick<DraftToEdit, "version" | "rules"> & { newer: Newer | null };

/** The editor of a draft: its sections at the left, one of them open, and what is missing. */
export function ProcedureEditor({ version, rules, newer }: Props) {
  const { values, errors, touch } = useContext(FormContext);
  const [draft, setDraft] = useState(() => firstDraft(values.draft, version));
  const engine = useEngine();
  const { section, place, setPlace, go, open } = useSections();
  const { parameters } = draft.content;
  const change = (path: Path, value: unknown) => {
    touch();
    setDraft((before) => put(before, path, value));
  };
  const gaps = useMemo(() => {
    if (!engine) return null;
    const { methodReference, decisionRuleId } = draft;
    const content = contentOf(draft);
    const reviewed = { methodReference, decisionRuleId: decisionRuleId || null, content };
    return typedGaps(engine.procedureGaps(reviewed, rules), draft);
  }, [engine, draft, rules]);
  const canSubmit = useMemo(
    () => gaps?.length === 0 && isSaved(draft, version),
    [gaps, draft, version],
  );
  const editor: Editor = { draft, change, errors, rules, engine };
  const at = typeof section === "number" ? Math.min(section, parameters.length - 1) : -1;
  const addParameter = () => {
    change(["content", "parameters"], [...parameters, newParameter(parameters)]);
    open(parameters.length);
  };
  const removeParameter = () => {
    change(
      ["content", "parameters"],
      parameters.filter((_, other) => other !== at),
    );
    open(parameters.length > 1 ? Math.max(0, at - 1) : "general");
  };
  return (
    <EditorContext value={editor}>
      <input
        type="hidden"
        name="draft"
        value={JSON.stringify({ sent: JSON.parse(draftText(draft)), typed: draft })}
      />
      {newer && <NewerNote newer={newer} draft={draft} />}
      <div className="pr-editor">
        <nav className="pr-sections panel" aria-label="Parts of the procedure">
          <SectionButton
            label="General"
            isNow={section === "general"}
            onOpen={() => open("general")}
          />
          <SectionButton
            label="Standards and surroundings"
            isNow={section === "needs"}
            onOpen={() => open("needs")}
          />
          <SectionButton
            label="Checks"
            isNow={section === "checks"}
            onOpen={() => open("checks")}
            count={draft.content.checks.length}
          />
          <h2 className="label">Parameters</h2>
          {parameters.map(({ key, name, points }, other) => (
            <SectionButton
              key={key}
              label={name || `Parameter ${other + 1}`}
              isNow={at === other}
              count={points.length}
              onOpen={() => open(other)}
            />
          ))}
          <button
            className="btn btn-sm"
            type="button"
            disabled={parameters.length >= MOST_PARAMETERS}
            onClick={addParameter}
          >
            <Icon name="plus" />
            Add parameter
          </button>
        </nav>
        <div className="stack pr-open">
          {section === "general" && <GeneralSection />}
          {section === "needs" && <NeedsSection />}
          {section === "checks" && <ChecksSection />}
          {at >= 0 && (
            <>
              <ParameterSection at={at} place={place} onPlace={setPlace} />
              <button className="btn btn-sm pr-end" type="button" onClick={removeParameter}>
                <Icon name="trash" />
                Remove this parameter
              </button>
            </>
          )}
        </div>
        <div className="pr-side">
          <MissingPanel gaps={gaps} onGo={go} submitAt={canSubmit ? submitAt(version) : null} />
        </div>
      </div>
    </EditorContext>
  );
}

type ButtonProps = { label: string; isNow: boolean; count?: number; onOpen: () => void };
const SectionButton = ({ label, isNow, count, onOpen }: ButtonProps) => (
  <button type="button" aria-current={isNow ? "true" : undefined} onClick={onOpen}>
    <span>{label}</span>
    {count !== undefined && <small className="tn">{count}</small>}
  </button>
);
