import { useEffect, useMemo, useState } from "react";
import type { OwnField } from "#app/shared/certificates/own-fields.ts";
import type { DraftPackage } from "#app/shared/drafts.ts";
import {
  choicesAtFirst,
  type Draft,
  differencesOf,
  merged,
  type Whose,
} from "#app/shared/measuring/merging.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import { plural } from "#app/shared/plural.ts";
import { ask, RefusedAnswer } from "#app/ui/ask.ts";
import { Dialog } from "#app/ui/modal.tsx";
import { Note } from "#app/ui/states.tsx";
import { placeWords, writtenWords } from "./place-words.ts";

type Theirs = { version: number; draft: Draft };
export type CompareProps = {
  /** Where the draft is asked for anew. */
  address: string;
  setup: MeasuringSetup;
  base: Draft;
  mine: Draft;
  /** What people wrote on it, out of what the server gives. */
  draftOf: (taken: DraftPackage) => Draft;
  /** Fields that a report's form asks for. */
  fields?: readonly OwnField[];
  onSettle: (chosen: Draft, theirs: Theirs) => Promise<void>;
  onClose: () => void;
};

/** What a person typed beside what somebody else saved meanwhile, place by place, each with a choice. Load it lazily. */
export default function CompareDrafts(props: CompareProps) {
  const { address, setup, base, mine, draftOf, fields = [], onSettle, onClose } = props;
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const [problem, setProblem] = useState("");
  const [typed] = useState({ address, draftOf });
  useEffect(() => {
    ask<DraftPackage>(typed.address).then(
      (taken) => setTheirs({ version: taken.version, draft: typed.draftOf(taken) }),
      (error: unknown) =>
        setProblem(
          error instanceof RefusedAnswer
            ? error.message
            : "There is no network. Both can be compared where there is one.",
        ),
    );
  }, [typed]);
  return theirs ? (
    <Choices {...{ setup, fields, base, mine, theirs, onSettle, onClose }} />
  ) : (
    <Dialog open title="Compare both" onClose={onClose}>
      {problem ? <Note tone="amber">{problem}</Note> : <p className="muted">Asking for theirs</p>}
    </Dialog>
  );
}

type ChoicesProps = Omit<CompareProps, "address" | "draftOf"> & {
  theirs: Theirs;
};
function Choices(props: ChoicesProps) {
  const { setup, fields = [], base, mine, theirs, onSettle, onClose } = props;
  const differences = useMemo(
    () => differencesOf(base, mine, theirs.draft),
    [base, mine, theirs.draft],
  );
  const [chosen, setChosen] = useState(() => choicesAtFirst(differences));
  const open = differences.filter(({ key }) => chosen[key] === undefined).length;
  const all = (whose: Whose) =>
    setChosen(Object.fromEntries(differences.map(({ key }) => [key, whose])));
  const save = async () => {
    await onSettle(merged({ mine, theirs: theirs.draft }, differences, chosen), theirs);
    onClose();
  };
  return (
    <Dialog
      open
      title="Compare both"
      onClose={onClose}
      footer={
        <>
          <button className="btn" type="button" onClick={() => all("theirs")}>
            Keep theirs
          </button>
          <button className="btn" type="button" onClick={() => all("mine")}>
            Keep mine
          </button>
          <button className="btn btn-primary" type="button" disabled={open > 0} onClick={save}>
            Save what is chosen
          </button>
        </>
      }
    >
      <p role="status">
        {open > 0
          ? plural(
              open,
              "At 1 place both of you wrote something: choose what counts.",
              "At {n} places both of you wrote something: choose what counts.",
            )
          : plural(
              differences.length,
              "1 place differs, and it is chosen.",
              "{n} places differ, and each is chosen.",
            )}
      </p>
      <ul className="m-compare">
        {differences.map(({ key, place, ...of }) => (
          <li key={key}>
            <fieldset>
              <legend>{placeWords(setup, place, fields)}</legend>
              {(["mine", "theirs"] as const).map((whose) => (
                <label key={whose} className="check">
                  <input
                    type="radio"
                    name={key}
                    checked={chosen[key] === whose}
                    onChange={() => setChosen((before) => ({ ...before, [key]: whose }))}
                  />
                  <span>
                    <b>{whose === "mine" ? "Yours" : "Theirs"}</b>{" "}
                    <span className="tn">{writtenWords(setup, place, of[whose])}</span>
                  </span>
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
