import type { LoaderFunctionArgs } from "react-router";
import { download, type FileType } from "../files/download.ts";
import { writeCsv } from "../files/sheets/write-csv.ts";
import type { Sheet } from "../files/sheets/write-xlsx.ts";
import type { ZippedFile } from "../files/sheets/write-zip.ts";
import { sessionContext, staffContext } from "./context.ts";

type SheetType = Exclude<FileType, "zip" | "pdf">;

/** The kind of file an address asks for. */
export const sheetTypeOf = (params: URLSearchParams): SheetType =>
  params.get("as") === "xlsx" ? "xlsx" : "csv";

/** A download that is written while its rows are read. A CSV file holds the first sheet alone. */
export async function sheetResponse(
  as: SheetType,
  name: string,
  sheets: readonly [Sheet, ...Sheet[]],
): Promise<Response> {
  const [{ head, pages }] = sheets;
  return download(
    as,
    name,
    as === "csv"
      ? writeCsv(head, pages)
      : (await import("../files/sheets/write-xlsx.ts")).writeXlsx(sheets),
  );
}

/** An archive that is written while its files are read. */
export async function zipResponse(name: string, files: AsyncIterable<ZippedFile>) {
  const { writeZip } = await import("../files/sheets/write-zip.ts");
  return download("zip", name, writeZip(files));
}

/** A PDF to keep, which is made when its bytes are asked for. */
export const pdfDownload = (name: string, make: () => Promise<Uint8Array>) =>
  download(
    "pdf",
    name,
    (async function* () {
      yield await make();
    })(),
  );

/** The loader of a list's file, of whoever the context holds. */
const exportLoaderFor =
  <S>(sessionOf: (context: LoaderFunctionArgs["context"]) => S) =>
  (exporting: (session: S, search: URLSearchParams, id: string) => Promise<Sheet>) =>
  async ({ request, params, context }: LoaderFunctionArgs) => {
    const search = new URL(request.url).searchParams;
    const { name, head, pages } = await exporting(sessionOf(context), search, params.id ?? "");
    return sheetResponse(sheetTypeOf(search), name, [{ name, head, pages }]);
  };
/** The loader of a list's file. It is given the list's search and filters, and the id in the address. */
export const exportLoader = exportLoaderFor((context) => context.get(sessionContext));
/** The same of the platform's staff. */
export const staffExportLoader = exportLoaderFor((context) => context.get(staffContext));
