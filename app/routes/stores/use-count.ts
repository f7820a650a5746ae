import { useCallback, useEffect, useRef, useState } from "react";
import {
  answered,
  type CountAnswer,
  type CountDraft,
  type Counted,
  emptyDraft,
  nextPart,
  type SentLine,
  typed,
} from "#app/shared/stock-count.ts";
import { RefusedAnswer } from "#app/ui/ask.ts";
import { dropFromDevice, keepOnDevice, readFromDevice } from "#app/ui/device-store.ts";
import { newKey } from "#app/ui/form-context.ts";
import { askApi } from "../shell/api-client.ts";

const generic = "Something went wrong. What you counted is still here; post it again.";
type PostAnswer = { success: boolean; message: string; data?: CountAnswer };
type CountState = {
  draft: CountDraft;
  isBusy: boolean;
  problem: string | null;
  done: string | null;
};

/** The count of one store. The device keeps it while it grows; it is posted in parts, and a part whose answer was lost is sent again under its key. */
export function useCount(storeId: string) {
  const place = `count:${storeId}`;
  const [state, setState] = useState<CountState>({
    draft: emptyDraft,
    isBusy: false,
    problem: null,
    done: null,
  });
  const latest = useRef(state);
  latest.current = state;

  const change = useCallback(
    (draft: CountDraft, more: Partial<CountState> = {}) => {
      const next = { ...latest.current, ...more, draft };
      latest.current = next;
      setState(next);
      return Object.keys(draft.lines).length || draft.sending
        ? keepOnDevice(place, draft)
        : dropFromDevice(place);
    },
    [place],
  );

  useEffect(() => {
    void readFromDevice<CountDraft>(place).then((draft) => {
      if (draft && !Object.keys(latest.current.draft.lines).length)
        setState((now) => ({ ...now, draft }));
    });
  }, [place]);

  const type = (line: Omit<Counted, "text">, text: string) =>
    void change(typed(latest.current.draft, line, text), { done: null });
  const clear = () => void change(emptyDraft, { problem: null, done: null });

  async function post() {
    let [counted, different] = [0, 0];
    setState((now) => ({ ...now, isBusy: true, problem: null, done: null }));
    for (;;) {
      const { draft } = latest.current;
      const sending = draft.sending ?? { key: newKey(), lines: nextPart(draft) };
      if (!sending.lines.length) break;
      await change({ ...draft, sending }, { isBusy: true });
      const answer = await sent(storeId, sending.key, sending.lines);
      if (!answer.success || !answer.data) {
        // Refused for good: the next attempt is another one. A lost answer is asked for again.
        const { sending: _, ...unsent } = latest.current.draft;
        await change(
          answer.data === undefined && answer.message === generic ? latest.current.draft : unsent,
          {
            isBusy: false,
            problem: answer.message,
          },
        );
        return;
      }
      counted += answer.data.counted;
      different += answer.data.different;
      await change(answered(latest.current.draft, sending.lines, answer.data));
    }
    const text = `${counted} counted and posted, ${different || "none"} different from the books.`;
    await change(latest.current.draft, { isBusy: false, done: text });
  }

  return { ...state, type, post, clear };
}

async function sent(storeId: string, key: string, lines: readonly SentLine[]): Promise<PostAnswer> {
  try {
    return await askApi<PostAnswer>(`/api/stores/${encodeURIComponent(storeId)}/count`, {
      json: { lines },
      headers: { "Idempotency-Key": key },
    });
  } catch (error) {
    const problem = error instanceof RefusedAnswer ? error.problem : null;
    return (problem as PostAnswer | null) ?? { success: false, message: generic };
  }
}
