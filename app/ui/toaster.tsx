import { type ComponentType, useEffect, useState } from "react";
import type { Kind, Message } from "./toast-box.tsx";

type Send = (message: Message) => void;

// Messages wait here until the toast library has come; none is dropped.
const waiting: Message[] = [];
// What was shown last, since a page that takes the place of all others, such as that of an error, takes its toasts along.
const LASTS_MS = 2_000;
let lately: { message: Message; at: number }[] = [];
function deliver(message: Message, to: Send) {
  lately = [...lately.filter(isYoung), { message, at: Date.now() }];
  to(message);
}
const isYoung = ({ at }: { at: number }) => Date.now() - at < LASTS_MS;
let send: Send | null = null;
let wake: (() => void) | null = null;

function push(kind: Kind, text: string, title?: string) {
  const message: Message = title === undefined ? { kind, text } : { kind, text, title };
  if (send) return deliver(message, send);
  waiting.push(message);
  wake?.();
}

/** Short messages at the top right, read out politely. Callable before the toaster is on the page. */
export const notify = {
  success: (text: string, title?: string) => push("success", text, title),
  error: (text: string, title?: string) => push("error", text, title),
  warning: (text: string, title?: string) => push("warning", text, title),
  info: (text: string, title?: string) => push("info", text, title),
};

/** Once in the document. The library is fetched with the first message or the first touch, not with the page. */
export function Toaster() {
  const [Box, setBox] = useState<ComponentType<{ onReady: (send: Send) => void }> | null>(null);
  useEffect(() => {
    let loading = false;
    const load = () => {
      if (loading || send) return;
      loading = true;
      import("./toast-box.tsx").then(
        (module) => setBox(() => module.ToastBox),
        () => {
          loading = false;
        },
      );
    };
    wake = load;
    if (waiting.length > 0) load();
    const events = ["pointerdown", "keydown", "online"] as const;
    for (const event of events) addEventListener(event, load);
    return () => {
      wake = null;
      send = null;
      waiting.push(...lately.filter(isYoung).map(({ message }) => message));
      lately = [];
      for (const event of events) removeEventListener(event, load);
    };
  }, []);
  return Box && <Box onReady={flush} />;
}

function flush(ready: Send) {
  send = ready;
  for (const message of waiting.splice(0)) deliver(message, ready);
}
