import { thumbnailNames } from "#app/shared/thumbnails.ts";
import { assets, media } from "#drizzle/tenant/index.ts";
import {
  documentInput,
  documentKinds,
  listDocuments,
  removeDocument,
  saveDocument,
  showPicture,
} from "../domain/assets/documents.ts";
import { resources } from "../domain/index.ts";
import { serveMedia } from "../files/serve.ts";
import { takeUpload } from "../files/upload.ts";
import { data, file } from "./answers.ts";
import { type Call, companyCalls, multipart } from "./call.ts";
import {
  columnsShape,
  day,
  id,
  list,
  object,
  oneOf,
  orNull,
  text,
  thumbnailParts,
} from "./shapes.ts";
import { fromWire } from "./wire.ts";

const kind = oneOf(...documentKinds);
const call = companyCalls({ tag: resources.assets!.label, needs: "edit-asset", of: media });

/** Files of assets, and every file by its id. */
export const documentCalls: Call[] = [
  call({
    get: "/assets/:id/documents",
    needs: "view-asset",
    of: assets,
    says: "The files of an asset, newest first. Each is read at /api/media/{id}",
    answer: data(
      list(
        columnsShape(media, "id kind fileName mime bytes validUntil uploadedAt", {
          kind,
          uploaded_by_name: orNull(text),
        }),
      ),
    ),
    run: ({ session, id }) => listDocuments(session, id),
  }),
  call({
    post: "/assets/:id/documents",
    of: assets,
    says: "Add a file to an asset, or put it in the place of another one",
    form: multipart(
      object(
        { kind, file: { ...text, format: "binary", description: "At most 25 MB" } },
        {
          valid_until: day,
          replaces: { ...id, description: "The file of this asset that it replaces" },
          ...thumbnailParts("file"),
        },
      ),
    ),
    example: { kind: "manual", valid_until: "2027-01-15" },
    status: 201,
    run: ({ session, visit, id, form }) => {
      const upload = takeUpload(form, "file");
      const { replaces = "", ...posted } = Object.fromEntries(form);
      const values = fromWire(posted, documentInput);
      return saveDocument(session, visit.env.MEDIA, id, upload, values, String(replaces));
    },
  }),
  call({
    post: "/documents/:id/picture",
    says: "Show an image as the picture of its asset",
    run: ({ session, id }) => showPicture(session, null, id),
  }),
  call({
    delete: "/documents/:id",
    says: "Take a file from its asset",
    run: ({ session, id }) => removeDocument(session, null, id),
  }),
  companyCalls({ tag: "Service report" })({
    get: "/media/:id",
    needs: ["edit-asset", "view-asset"],
    asks: "to view what the file belongs to",
    denied: 404,
    of: media,
    says: "A file, whole or by one byte range",
    query: {
      size: {
        ...oneOf(...thumbnailNames),
        description:
          "A thumbnail of a picture; of a file that has none the file itself, or a drawing where that is large",
      },
    },
    answer: file,
    run: ({ session, visit, request, id }) => serveMedia(session, visit.env.MEDIA, id, request),
  }),
];
