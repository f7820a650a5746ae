import { type DragEvent, type ReactNode, useRef, useState } from "react";
import type { Verified, VerifiedFile } from "#app/shared/certificates/verified.ts";
import type { IconName } from "#app/shared/icon-names.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { Icon } from "#app/ui/icon.tsx";
import { fileWords, kindWords } from "./verify-words.ts";

/** Bytes; no file of a certificate is as large, and a phone has to hold it. */
const MOST_BYTES = 100 * 1024 * 1024;

type Checked =
  | { is: "none" }
  | { is: "reading" }
  | { is: "large" }
  | { is: "unread" }
  | { is: "checked"; name: string; size: number; hash: string };

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The fingerprint of a file, computed on this device. */
async function checked(file: File): Promise<Checked> {
  if (file.size > MOST_BYTES) return { is: "large" };
  try {
    const hash = hex(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
    return { is: "checked", name: file.name, size: file.size, hash };
  } catch {
    // It was taken away meanwhile, or the page was not opened by https.
    return { is: "unread" };
  }
}

type Says = { className?: string; icon: IconName; title: string; children: ReactNode };

function sayingOf(found: Checked, certificate: Verified): Says {
  const { summary, state } = certificate;
  const { noun } = kindWords[summary!.kind];
  const { document: json, pdf, dcc: xml } = summary!.hashes;
  if (found.is === "none")
    return {
      icon: "file",
      title: "Drop the PDF, XML or JSON you were given",
      children: <span>Its fingerprint is computed on this device. Nothing is uploaded.</span>,
    };
  if (found.is === "reading")
    return { icon: "clock", title: "Computing its fingerprint", children: null };
  if (found.is === "large" || found.is === "unread")
    return {
      ...{ className: "is-miss", icon: "cross" },
      title:
        found.is === "large"
          ? `The file is larger than any of this ${noun}'s.`
          : "The file could not be read. Choose it again.",
      children: null,
    };
  const hashes: [VerifiedFile, string | null][] = [
    ["pdf", pdf],
    ["xml", xml],
    ["json", json],
  ];
  const file = hashes.find(([, hash]) => hash === found.hash)?.[0];
  const about = (
    <span>
      <span className="code vf-name">{found.name}</span>, {sizeText(found.size)}
    </span>
  );
  const hash = <span className="code vf-hash">{found.hash}</span>;
  if (!file)
    return {
      ...{ className: "is-miss", icon: "cross" },
      title: `It is none of this ${noun}'s files.`,
      children: (
        <>
          {about}
          <span>
            {pdf && xml
              ? "Its fingerprint agrees with none of theirs. Tell the laboratory."
              : "Its fingerprint agrees with none that there is so far: PDF and XML are still being made."}
          </span>
          {hash}
        </>
      ),
    };
  return {
    ...{ className: "is-match", icon: "ok" },
    title: `It is this ${noun}'s ${fileWords[file]}, unchanged.`,
    children: (
      <>
        {about}
        {state !== "valid" && (
          <span>{`The ${noun} itself is ${state === "void" ? "void" : "replaced"}: see above.`}</span>
        )}
        {hash}
      </>
    ),
  };
}

/** Compares a file with those of the certificate. Nothing leaves the device. */
export function CheckFile({ certificate }: { certificate: Verified }) {
  const [found, setFound] = useState<Checked>({ is: "none" });
  const [isOver, setOver] = useState(false);
  const turn = useRef(0);
  const take = async (file: File | undefined) => {
    if (!file) return;
    turn.current += 1;
    const own = turn.current;
    setFound({ is: "reading" });
    const result = await checked(file);
    if (own === turn.current) setFound(result);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const { className, icon, title, children } = sayingOf(found, certificate);
  return (
    <section
      className={["drop", className, isOver && "is-over"].filter(Boolean).join(" ")}
      aria-label="Check a file"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name={icon} size="l" />
      <div role="status">
        <p>
          <b>{title}</b>
          {children}
        </p>
      </div>
      <label className="btn">
        <input
          className="sr-only"
          type="file"
          accept=".pdf,.xml,.json"
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // The same file can be chosen again.
            currentTarget.value = "";
          }}
        />
        {found.is === "none" ? "Choose file" : "Check another"}
      </label>
    </section>
  );
}
