import type { Client } from "./client.ts";

type Progress = {
  id: string;
  state: string;
  counts: Record<string, number>;
  row_count: number;
  part: number;
};
type Mapped = {
  header: string[];
  mapping: Record<string, number>;
  notes: number[];
  preset: string | null;
  options: { missing: string[] };
  made: { master: string; name: string; undone?: boolean; kept?: string }[];
};
type Told = { message: string; data: Progress; errors?: Record<string, string[]> };

const csvCell = (value: string) =>
  /[",;\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
/** Rows as CSV text; the first names the columns. */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map(csvCell).join(",")).join("\r\n");

/** A person's import, step by step, by the API. */
export function importer(client: Client) {
  const post = async (path: string, body: Record<string, unknown> = {}) => {
    const answer = await client.api(`/api/imports${path}`, { method: "POST", body });
    return { status: answer.status, ...((await answer.json()) as Told) };
  };
  const until = async (id: string, word: "check" | "run" | "undo", done: string) => {
    for (let steps = 0; ; steps++) {
      const told = await post(`/${id}/${word}`);
      if (told.status !== 200) throw new Error(`${word}: ${told.status} ${told.message}`);
      if (told.data.state === done) return told.data;
      if (steps > 300) throw new Error(`${word} never ends`);
    }
  };
  return {
    post,
    async upload(kind: string, content: string | Uint8Array, name = "file.csv") {
      const form = new FormData();
      form.set("kind", kind);
      form.set("file", new File([content as BlobPart], name));
      const answer = await client.api("/api/imports", { method: "POST", body: form });
      return { status: answer.status, ...((await answer.json()) as Told) };
    },
    async find(id: string) {
      const answer = await client.api(`/api/imports/${id}`);
      return ((await answer.json()) as { data: Progress & Mapped }).data;
    },
    /** Takes the mapping that was proposed, with these choices. */
    async map(
      id: string,
      choices: { mode?: string; missing?: string[]; day_first?: boolean | null } = {},
    ) {
      const { mapping, notes } = await this.find(id);
      const columns = Object.fromEntries([
        ...notes.map((at) => [String(at), "to_notes"]),
        ...Object.entries(mapping).map(([field, at]) => [String(at), field]),
      ]);
      return post(`/${id}/mapping`, {
        mode: "both",
        missing: [],
        day_first: true,
        ...choices,
        columns,
      });
    },
    check: (id: string) => until(id, "check", "checked"),
    run: (id: string) => until(id, "run", "done"),
    undo: (id: string) => until(id, "undo", "undone"),
    async rows(id: string, query = "") {
      const answer = await client.api(`/api/imports/${id}/rows${query}`);
      return (await answer.json()) as {
        data: {
          row_no: number;
          key: string;
          wrong: {
            field: string;
            label: string;
            at: number | null;
            text: string;
            messages: string[];
          }[];
          changes: unknown[];
          kept: string | null;
        }[];
        next: string | null;
        show: string;
      };
    },
    /** From file to checked rows. */
    async checked(
      kind: string,
      rows: readonly (readonly string[])[],
      choices: Parameters<typeof this.map>[1] = {},
    ) {
      const { data, status, message } = await this.upload(kind, csvOf(rows));
      if (status !== 201) throw new Error(message);
      const mapped = await this.map(data.id, choices);
      if (mapped.status !== 200) throw new Error(mapped.message);
      return { id: data.id, progress: await this.check(data.id) };
    },
    /** From file to written rows; answers the import's id. */
    async bringIn(...file: Parameters<typeof this.checked>) {
      const { id } = await this.checked(...file);
      await this.run(id);
      return id;
    },
  };
}
