import { useEffect, useRef, useState } from "react";
import type { FormBlock } from "#app/shared/certificates/form.ts";
import { LAYOUT_LIMITS } from "#app/shared/certificates/forms/layout.ts";
import { WENT_WRONG } from "#app/ui/ask.ts";
import { Icon } from "#app/ui/icon.tsx";
import { storeFile } from "../certificates/store-file.ts";
import { Box, Segments } from "./boxes.tsx";

const sides = [
  ["left", "Left"],
  ["center", "Middle"],
  ["right", "Right"],
] as const;
const [LEAST, MOST] = LAYOUT_LIMITS.width;
const within = (width: number) => Math.min(MOST, Math.max(LEAST, width || LEAST));

type Props = {
  block: Extract<FormBlock, { type: "image" }>;
  onChange: (block: FormBlock) => void;
};

/** Which picture it is, how wide it stands and where. */
export function PictureBoxes({ block, onChange }: Props) {
  const { picture, alt, width, align } = block;
  const input = useRef<HTMLInputElement>(null);
  // What is typed while a picture is stored stays.
  const latest = useRef(block);
  useEffect(() => {
    latest.current = block;
  }, [block]);
  const change = (values: Partial<typeof block>) => {
    latest.current = { ...latest.current, ...values };
    onChange(latest.current);
  };
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const store = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setProblem("");
    try {
      change({ picture: await storeFile("/report/form/picture", "picture", file) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : WENT_WRONG);
    }
    setBusy(false);
    if (input.current) input.current.value = "";
  };
  return (
    <>
      <Box label="Picture" hint="JPG or PNG, at most 2 MB. It is on every report of this form.">
        {(id) => (
          <>
            {picture && <span className="quiet">{picture.name}</span>}
            <input
              ref={input}
              // Of no form: what is sent is the layout.
              form={`${id}-none`}
              className="input"
              id={id}
              type="file"
              accept=".jpg,.jpeg,.png"
              disabled={isBusy}
              onChange={({ target }) => void store(target.files?.[0])}
            />
          </>
        )}
      </Box>
      <p className="error" role="status">
        {isBusy ? (
          <>
            <Icon name="spin" spin /> Storing the picture
          </>
        ) : (
          problem
        )}
      </p>
      <Box label="What it shows" hint="For those who do not see it">
        {(id) => (
          <input
            className="input"
            id={id}
            maxLength={LAYOUT_LIMITS.alt}
            value={alt}
            onChange={({ target }) => change({ alt: target.value })}
          />
        )}
      </Box>
      <Box label="Width, mm" hint={`${LEAST} to ${MOST}`}>
        {(id) => (
          <input
            className="input"
            id={id}
            type="number"
            min={LEAST}
            max={MOST}
            defaultValue={width}
            onBlur={({ target }) => {
              target.value = String(within(Number(target.value)));
            }}
            onChange={({ target }) => change({ width: within(Number(target.value)) })}
          />
        )}
      </Box>
      <Segments
        legend="Place"
        words={sides}
        chosen={align}
        onChange={(next) => change({ align: next })}
      />
    </>
  );
}
