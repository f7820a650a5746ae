import type { Session } from "../../session.ts";
import { beginExport } from "../lists/exports.ts";
import { listPeople } from "./list.ts";

/** Everybody the list's search and filters match, a page at a time. @throws Response 403, 429 for the sixth in five minutes */
export async function exportPeople(session: Session, params: URLSearchParams) {
  await beginExport(session, "export-user", "People");
  return {
    name: "people",
    head: [
      "Name",
      "E-mail",
      "Phone",
      "Type",
      "Service type",
      "Designation",
      "Employee code",
      "Location",
      "Teams",
      "Status",
      "Last sign-in",
    ],
    pages: pagesOf(session, params),
  };
}

async function* pagesOf(session: Session, params: URLSearchParams) {
  const asked = new URLSearchParams(params);
  asked.set("size", "100");
  // A page of the list is no part of what is exported.
  asked.delete("before");
  for (let after: string | null = ""; after !== null; ) {
    asked.set("after", after);
    const { rows, page } = await listPeople(session, asked);
    yield rows.map((row) => [
      ...[
        row.name,
        row.email,
        row.phone,
        row.type,
        row.serviceType,
        row.designation,
        row.employeeCode,
        row.departmentName,
      ],
      ...[
        row.teams.join("; "),
        row.status,
        row.lastLoginAt ? new Date(row.lastLoginAt).toISOString() : "",
      ],
    ]);
    after = page.next;
  }
}
