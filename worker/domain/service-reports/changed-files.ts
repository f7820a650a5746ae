import { MAX_FILES, tooManyFiles } from "#app/shared/report-rules.ts";
import { invalid } from "../../refusals.ts";
import type { ReportInput } from "./input.ts";
import type { reportOf } from "./read.ts";
import type { StoredFiles } from "./save.ts";

type Shown = Pick<ReturnType<typeof reportOf>, "media" | "files">;

/**
 * The files a save takes from sight: those it removes, and the "Media file" that another one replaces.
 * @throws Response 422 when more would be shown than a report may have
 */
export function hiddenFiles(
  { media, files }: Shown,
  removed: readonly string[],
  stored: StoredFiles,
) {
  const hidden = files.filter(({ id }) => removed.includes(id));
  if (files.length - hidden.length + stored.files.length > MAX_FILES)
    invalid({ files: [tooManyFiles] });
  return media && (stored.media || removed.includes(media.id)) ? [media, ...hidden] : hidden;
}

/** The log says that somebody signed, not how the signature looks. */
export const signedOrNot = <R extends Pick<ReportInput, "doneBySignature" | "receivedBySignature">>(
  report: R,
) => ({
  ...report,
  doneBySignature: report.doneBySignature && "Signed",
  receivedBySignature: report.receivedBySignature && "Signed",
});

/** What the log says of files that went and came. */
export const fileChanges = (
  hidden: readonly { fileName: string }[],
  { media, files }: StoredFiles,
) => [
  ...hidden.map(({ fileName }) => ({ field: "media", from: fileName, to: null })),
  ...[...(media ? [media] : []), ...files].map(({ fileName }) => ({
    field: "media",
    from: null,
    to: fileName,
  })),
];
