import { type FormEvent, useEffect, useRef, useState } from "react";
import { Dialog } from "./modal.tsx";
import { codeReader } from "./read-code.ts";
import { Note } from "./states.tsx";

type Props = {
  /** Takes the text of a code; words say why scanning goes on. */
  take: (text: string) => Promise<string | undefined>;
  onClose: () => void;
};

const LOOK_EVERY_MS = 150;
const NO_ANSWER = "Something went wrong. Please try again.";

/** Why there is no picture, and what to do instead. */
function cameraProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError")
    return "The camera is not allowed here. Allow it in the browser, choose a photo of the code, or type it.";
  if (name === "NotReadableError")
    return "The camera is in use elsewhere. Close the other program, choose a photo of the code, or type it.";
  return "There is no camera here. Choose a photo of the code, or type it.";
}

/** A label read by the camera, from a photo, or by hand. */
export default function ScanDialog({ take, onClose }: Props) {
  const [problem, setProblem] = useState("");
  const [noCamera, setNoCamera] = useState("");
  const [typed, setTyped] = useState("");
  const latest = useRef(take);
  latest.current = take;

  const tell = async (text: string) => {
    const words = await latest.current(text).catch(() => NO_ANSWER);
    setProblem(words ?? "");
  };
  const video = useCamera(tell, setNoCamera);

  const fromPhoto = async (file: File | undefined) => {
    if (!file) return;
    const picture = await createImageBitmap(file).catch(() => null);
    const text = picture && (await (await codeReader())(picture));
    if (text) return tell(text);
    setProblem("No code was found in this photo. Come closer, or take it straight from the front.");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may be opened from within another form.
    event.stopPropagation();
    if (typed.trim()) void tell(typed.trim());
  };

  return (
    <Dialog
      open
      title="Scan a label"
      onClose={onClose}
      className="scan"
      footer={
        <button className="btn" type="button" onClick={onClose}>
          Cancel
        </button>
      }
    >
      {noCamera ? (
        <Note tone="amber">{noCamera}</Note>
      ) : (
        <div className="scan-view">
          <video ref={video} muted playsInline aria-label="Picture of the camera" />
        </div>
      )}
      <div role="status">{problem && <Note tone="overdue">{problem}</Note>}</div>
      <form onSubmit={submit} onChange={(event) => event.stopPropagation()}>
        <label className="field">
          <span className="label">Photo of the code</span>
          <span className="file">
            <input
              className="name"
              type="file"
              accept="image/*"
              onChange={(event) => void fromPhoto(event.currentTarget.files?.[0])}
            />
          </span>
        </label>
        <label className="field">
          <span className="label">Code or serial no</span>
          <span className="scan-typed">
            <input
              className="input code"
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <button className="btn" type="submit">
              Find
            </button>
          </span>
        </label>
      </form>
    </Dialog>
  );
}

/** Shows the camera's picture and hands on each code that comes into it, once until another comes. */
function useCamera(tell: (text: string) => Promise<void>, onProblem: (words: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ tell, onProblem });
  latest.current = { tell, onProblem };
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    let last = "";
    const watch = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 } },
      });
      const view = video.current;
      if (isOver || !view) return stream.getTracks().forEach((track) => void track.stop());
      view.srcObject = stream;
      await view.play();
      const read = await codeReader();
      while (!isOver) {
        const text = view.readyState >= 2 ? await read(view).catch(() => null) : null;
        if (text && text !== last && !isOver) {
          last = text;
          await latest.current.tell(text);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    };
    watch().catch((error: unknown) => {
      if (!isOver) latest.current.onProblem(cameraProblem(error));
    });
    return () => {
      isOver = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return video;
}
