import { companyExports } from "#drizzle/control/index.ts";
import { askForExport, ownExports, wakeExports } from "../domain/company-export/exports.ts";
import { exportFile } from "../domain/company-export/file.ts";
import { closeInput, closeOwnCompany } from "../domain/platform/own-closing.ts";
import { data, done, doneTo, file } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { columnsShape, day, list, object, whole } from "./shapes.ts";

const ofExports = companyCalls({ tag: "Your data", of: companyExports });

/** What a company does with itself as a whole. */
export const ownCompanyCalls: Call[] = [
  ofExports({
    get: "/company-exports",
    isAdminOnly: true,
    staysOpen: true,
    says: "The last sets of the company's data, newest first",
    answer: data(
      list(
        columnsShape(companyExports, "id requesterName createdAt bytes error readyUntil status", {
          rows: whole,
        }),
      ),
    ),
    run: ({ session }) => ownExports(session),
  }),
  ofExports({
    post: "/company-exports",
    isAdminOnly: true,
    staysOpen: true,
    says: "Have everything the company has entered put together, one set at a time; who asks gets a letter",
    status: 201,
    refuses: [409, 429],
    answer: doneTo,
    async run({ session, visit }) {
      const answer = await askForExport(session);
      wakeExports(visit);
      return answer;
    },
  }),
  ofExports({
    get: "/company-exports/:id/file",
    isAdminOnly: true,
    staysOpen: true,
    says: "A set that is ready: a ZIP file with JSON lines by table, a text about them, and a manifest",
    refuses: [429],
    answer: file,
    run: ({ session, visit, id }) => exportFile(session, visit.env.MEDIA, id),
  }),
  companyCalls({ tag: "Company" })({
    post: "/company/close",
    isAdminOnly: true,
    staysOpen: true,
    says: "Close the company: its hosts answer 404 at once, and its data is removed on the day that is answered",
    input: closeInput,
    example: { name: "Hill Hospital", password: "…" },
    answer: done(object({ purge_on: day })),
    run: ({ session, visit, body }) => closeOwnCompany(session, visit.env, body),
  }),
];
