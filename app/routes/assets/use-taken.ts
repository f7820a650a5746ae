import { useEffect, useRef, useState } from "react";
import { ask, RefusedAnswer } from "#app/ui/ask.ts";
import type { Taken } from "#worker/domain/assets/taken.ts";

const PAUSE_MS = 300;
const nobody: Taken = { assetCode: null, serialNo: null };
type Plate = { code: string; serial: string; make: string; model: string };

/** Which other device has the code or the serial that is typed; asked when typing pauses. */
export function useTaken(plate: Plate, id: string, first: Taken): Taken {
  const [taken, setTaken] = useState(first);
  const query = new URLSearchParams({ ...plate, id }).toString();
  // What the form opens with is not asked about: only what is typed.
  const known = useRef(query);
  useEffect(() => {
    if (known.current === query) return;
    known.current = query;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask<Taken>("/asset/taken", { query: new URLSearchParams(query), signal: stop.signal })
        .then(setTaken)
        // Without a line the server says it when the form is saved.
        .catch((error) => error instanceof RefusedAnswer && setTaken(nobody));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query]);
  return taken;
}
