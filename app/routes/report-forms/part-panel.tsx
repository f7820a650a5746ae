import { type CertificateParameter, statementKeys } from "#app/shared/certificates/document.ts";
import {
  type FormBlock,
  type FormLayout,
  fieldGroups,
  type ResultColumn,
  resultColumns,
} from "#app/shared/certificates/form.ts";
import { groupNames } from "#app/shared/certificates/forms/layout.ts";
import type { HeadFields } from "#app/shared/certificates/head-fields.ts";
import { statementNames } from "#app/shared/certificates/statements.ts";
import { Box, Choices, Segments, WhenBox } from "./boxes.tsx";
import { OwnFieldsBoxes } from "./own-fields-boxes.tsx";
import { OwnTable } from "./own-table.tsx";
import { PictureBoxes } from "./picture-boxes.tsx";

const columnNames: Readonly<Record<ResultColumn, string>> = {
  nominal: "Setting",
  limits: "Limits",
  value: "Value",
  error: "Error",
  u: "U",
  k: "k",
  guard: "Guard band",
  rule: "Rule",
  verdict: "Verdict",
};
const readingNames = { both: "Both", as_found: "As found", as_left: "As left" } as const;
const styleNames = { plain: "Plain", heading: "Heading", small: "Small" } as const;

const entries = <T extends string>(words: Readonly<Record<T, string>>) =>
  Object.entries(words) as [T, string][];

type Props = {
  block: FormBlock;
  layout: FormLayout;
  fields: HeadFields;
  parameters: readonly CertificateParameter[];
  onChange: (block: FormBlock) => void;
};

/** What can be said of a block. */
export function BlockBoxes({ block, layout, fields, parameters, onChange }: Props) {
  return (
    <>
      {"heading" in block && (
        <Box label="Heading">
          {(id) => (
            <input
              className="input"
              id={id}
              maxLength={120}
              value={block.heading ?? ""}
              onChange={({ target }) => onChange({ ...block, heading: target.value || null })}
            />
          )}
        </Box>
      )}
      <OwnBoxes {...{ block, layout, parameters, onChange }} />
      <WhenBox
        when={block.when}
        fields={fields}
        onChange={(when) => onChange({ ...block, when })}
      />
    </>
  );
}

function OwnBoxes({ block, layout, parameters, onChange }: Omit<Props, "fields">) {
  switch (block.type) {
    case "fields":
      return (
        <Choices
          legend="Groups"
          words={fieldGroups.map((group) => [group, groupNames[group]])}
          chosen={block.groups}
          onChange={(groups) => onChange({ ...block, groups })}
        />
      );
    case "text":
      return (
        <>
          <Box label="Text" hint="Fields stand between braces: {{item.serial_no}}">
            {(id) => (
              <textarea
                className="textarea"
                id={id}
                rows={4}
                maxLength={4000}
                value={block.text}
                onChange={({ target }) => onChange({ ...block, text: target.value })}
              />
            )}
          </Box>
          <Segments
            legend="Style"
            words={entries(styleNames)}
            chosen={block.style}
            onChange={(style) => onChange({ ...block, style })}
          />
        </>
      );
    case "statement":
      return (
        <Choices
          legend="Statements"
          words={statementKeys.map((key) => [key, statementNames[key]])}
          chosen={block.keys}
          onChange={(keys) => onChange({ ...block, keys })}
          hint="None chosen: all that no other block shows"
        />
      );
    case "table.results":
      return (
        <>
          <Segments
            legend="Readings"
            words={entries(readingNames)}
            chosen={block.readings}
            onChange={(readings) => onChange({ ...block, readings })}
          />
          <Choices
            legend="Columns"
            words={resultColumns.map((column) => [column, columnNames[column]])}
            chosen={block.columns}
            onChange={(columns) =>
              onChange({ ...block, columns: resultColumns.filter((one) => columns.includes(one)) })
            }
          />
          <Parameters {...{ block, parameters, onChange }} />
        </>
      );
    case "table.up_down":
    case "table.budget":
    case "chart":
      return <Parameters {...{ block, parameters, onChange }} />;
    case "own_fields":
      return <OwnFieldsBoxes {...{ block, layout, onChange }} />;
    case "image":
      return <PictureBoxes block={block} onChange={onChange} />;
    case "attachments":
      return (
        <label className="check">
          <input
            type="checkbox"
            checked={block.showsPictures}
            onChange={({ target }) => onChange({ ...block, showsPictures: target.checked })}
          />
          Show pictures as pictures
        </label>
      );
    case "table.custom":
      return <OwnTable block={block} onChange={onChange} />;
    default:
      return null;
  }
}

type WithParameters = Extract<FormBlock, { parameters: readonly string[] }>;
/** Which quantities it shows: those of the report that is looked at, and those it names already. */
function Parameters({
  block,
  parameters,
  onChange,
}: {
  block: WithParameters;
  parameters: readonly CertificateParameter[];
  onChange: (block: FormBlock) => void;
}) {
  const known = parameters.map(({ key, name }) => [key, name] as const);
  const others = block.parameters
    .filter((key) => !parameters.some((one) => one.key === key))
    .map((key) => [key, key] as const);
  if (known.length + others.length === 0) return null;
  return (
    <Choices
      legend="Quantities"
      words={[...known, ...others]}
      chosen={block.parameters}
      onChange={(chosen) => onChange({ ...block, parameters: chosen })}
      hint="None chosen: each that no other table shows"
    />
  );
}
