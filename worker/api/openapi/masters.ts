import { mergeInput } from "../../domain/entity/merge.ts";
import { archivable, mergeable } from "../../domain/index.ts";
import { answer, type Described, madeOrChanged } from "./call.ts";
import { id, inputShape, object, whole } from "./shapes.ts";

const summaries = {
  archive: "it is no longer offered, and what uses it keeps it",
  restore: "it is offered again",
} as const;

/** Archive, restore and merge of every master that has them. */
export const masterDescriptions = (): Described[] => [
  ...(["company", "platform"] as const).flatMap((host) =>
    archivable[host].flatMap(([path, { label, permissions }]) =>
      (["archive", "restore"] as const).map(
        (verb): Described => ({
          tag: label,
          host,
          method: "POST",
          path: `/${path}/:id/${verb}`,
          summary: `${verb === "archive" ? "Archive" : "Restore"}: ${label}; ${summaries[verb]}`,
          needs: permissions.edit,
          body: object({}),
          example: {},
          answer: madeOrChanged,
          refusals: [409],
        }),
      ),
    ),
  ),
  ...Object.entries(mergeable).map(
    ([path, { label, permissions }]): Described => ({
      tag: label,
      host: "company",
      method: "POST",
      path: `/${path}/:id/merge`,
      summary: `Merge: up to 200 of what uses it moves to \`into\`, and it is archived. Repeat while \`left\` is 1`,
      needs: `${permissions.edit} and ${permissions.delete}`,
      body: inputShape(mergeInput),
      example: { into: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41" },
      answer: answer(object({ id, into: id, moved: whole, left: { ...whole, enum: [0, 1] } })),
      refusals: [409],
    }),
  ),
];
