import { useEffect, useRef } from "react";
import { entryOf } from "#app/offline/drafts.ts";
import { storeOf } from "#app/offline/store.ts";
import { draftPackageId } from "#app/shared/drafts.ts";
import type { InStepProps } from "./take-along.tsx";

/**
 * A draft that was taken along is opened on its page: what was typed without a network is sent first, where that is shown; else the
 * device gets it as it is by now, and again with each save. Load it lazily.
 */
export default function TakenInStep({ kind, id, data, typing, version }: InStepProps) {
  const packageId = draftPackageId(kind, id);
  const loaded = useRef({ data, at: Date.now() });
  if (loaded.current.data !== data) loaded.current = { data, at: Date.now() };
  const { state, draft } = typing;
  const saved = state.kind === "saved" ? JSON.stringify(draft) : null;
  useEffect(() => {
    const step = async () => {
      const found = await storeOf(packageId);
      if (!found) return;
      const { store } = found;
      const taken = await store.get("drafts", packageId);
      if (await entryOf(store, packageId)) location.replace(`/round/${packageId}`);
      else if (taken && saved !== null)
        await store.put("drafts", {
          ...{ ...taken, data, base: saved, version: version.current },
          takenAt: loaded.current.at,
        });
      store.close();
    };
    step().catch(() => {});
  }, [packageId, data, saved, version]);
  return null;
}
