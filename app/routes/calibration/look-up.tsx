import {
  classWords,
  conditionWord,
  methodWords,
  partWords,
  quantityWord,
  supplyWords,
} from "#app/shared/calibration/safety-words.ts";
import { choicesOf } from "#app/shared/choices-of.ts";
import { SelectField } from "#app/ui/fields.tsx";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import type { LookUpAnswer, lookUp } from "#worker/domain/calibration/look-up.ts";
import { limitText } from "./limit-text.ts";
import { VerifyMark } from "./words.tsx";

type Look = Awaited<ReturnType<typeof lookUp>>;
const same = (words: readonly string[], wordOf: (code: string) => string = String) =>
  words.map((value) => ({ value, label: wordOf(value) }));

/** "What is the limit for …": the device and the test, and the limit that counts. */
export function LookUp({ look: { asked, offered, answer, problem } }: { look: Look }) {
  return (
    <Panel title="What is the limit for …">
      <PlainForm
        method="get"
        action="/safety-limits"
        className="stack"
        values={asked}
        toldAtFields
        {...(problem ? { problem } : {})}
      >
        <input type="hidden" name="tab" value="look" />
        <div className="form form-2">
          <SelectField
            name="standard"
            label="Standard"
            required
            options={same(offered.standards)}
          />
          <SelectField
            name="edition"
            label="Edition"
            placeholder="Not said"
            options={same(offered.editions)}
          />
          <SelectField
            name="quantity"
            label="Quantity"
            required
            options={same(offered.quantities, quantityWord)}
          />
          <SelectField
            name="method"
            label="Method"
            placeholder="Not said"
            options={choicesOf(methodWords)}
          />
          <SelectField
            name="class"
            label="Class"
            placeholder="Not said"
            options={choicesOf(classWords)}
          />
          <SelectField
            name="part"
            label="Applied part"
            placeholder="Not said"
            options={choicesOf(partWords)}
          />
          <SelectField
            name="supply"
            label="Supply"
            placeholder="Not said"
            options={choicesOf(supplyWords)}
          />
          <SelectField
            name="condition"
            label="Condition"
            placeholder="Not said"
            options={same(offered.conditions, conditionWord)}
          />
        </div>
        <div className="form-foot">
          <SubmitButton>Look up</SubmitButton>
        </div>
      </PlainForm>
      <div role="status" className="look-answer">
        {answer && <Answer answer={answer} />}
      </div>
    </Panel>
  );
}

function Answer({ answer }: { answer: LookUpAnswer }) {
  switch (answer.kind) {
    case "limit":
      return (
        <>
          <p>
            <b>{limitText(answer.limit)}</b> {answer.limit.verify && <VerifyMark />}
          </p>
          <p>{answer.limit.name}</p>
          {answer.limit.source && <p className="quiet">{answer.limit.source}</p>}
        </>
      );
    case "not_applicable":
      return (
        <Note tone="info">
          Not applicable: such a device has no protective earth. That is an answer, not a blank.
        </Note>
      );
    case "none":
      return (
        <Note tone="amber">
          There is no limit for it. The test has no verdict, and does not count as passed.
        </Note>
      );
    case "editions":
      return (
        <Note tone="info">
          Each edition has a limit of its own: say by which one you test.
          <ul className="plain-list">
            {answer.limits.map((limit) => (
              <li key={limit.edition}>
                {`Edition ${limit.edition}: ${limitText(limit)}`} {limit.verify && <VerifyMark />}
              </li>
            ))}
          </ul>
        </Note>
      );
    case "ambiguous":
      return (
        <Note tone="overdue">
          Several limits fit equally well. Say more in one of them: {answer.names.join("; ")}
        </Note>
      );
  }
}

/** What one must know of the methods before one chooses. */
export const LookUpNotes = () => (
  <Panel title="Before you choose a method">
    <ul className="plain-list">
      <li>The differential method is unsuitable under about 75 µA: it cannot resolve less.</li>
      <li>The alternative method does not power the device, so that active circuits are missed.</li>
      <li>
        An internally powered device that charges from the mains is tested as the class it has while
        it charges.
      </li>
      <li>
        Direct, differential and alternative have limits of their own: the method is part of the
        result.
      </li>
    </ul>
  </Panel>
);
