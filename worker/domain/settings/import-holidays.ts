import { z } from "zod";
import { plural } from "#app/shared/plural.ts";
import { MOST_HOLIDAYS } from "#app/shared/working-time.ts";
import type { Answer } from "../../db/db.ts";
import type { Upload } from "../../files/upload.ts";
import { conflict, invalid, tooLarge } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { dayIn, isDayFirst } from "../imports/columns.ts";
import { joinedHolidays, MOST_BYTES, readHolidays } from "./holidays.ts";
import { storedSettings } from "./read.ts";
import { saveWorkingCalendar } from "./save.ts";

export const holidaysInput = z.strictObject({
  text: z.string().max(MOST_BYTES, "This list is too long").default(""),
});

/**
 * Adds holidays to the working calendar, out of lines of date and name or a calendar file; those of a date that is there already keep
 * their name. Nothing is added when a line is wrong.
 * @throws Response 403, 409 when somebody else saved meanwhile, 413, 422 with each wrong line
 */
export async function importHolidays(
  session: Session,
  input: unknown,
  upload: Upload | null = null,
): Promise<Answer<{ version: number }>> {
  const db = session.authorize("edit-settings");
  const { text } = checked(holidaysInput, input);
  if (upload && upload.file.size > MOST_BYTES)
    tooLarge("The file is too large for a list of holidays");
  if (upload && text.trim())
    invalid({ text: ["Send the list or the file; both at once are not taken"] });
  const bytes = upload
    ? new Uint8Array(await upload.file.arrayBuffer())
    : new TextEncoder().encode(text);
  const isFirst = isDayFirst(session.company.country);
  const { holidays, problems } = readHolidays(bytes, (date) => dayIn(date, isFirst));
  const field = upload ? "file" : "text";
  if (problems.length) invalid({ [field]: problems });
  if (!holidays.length) invalid({ [field]: ["There is no holiday in it"] });
  const stored = await storedSettings(db, session);
  const { week, holidays: before } = stored.settings.working_calendar;
  const all = joinedHolidays(before, holidays);
  if (all.length > MOST_HOLIDAYS)
    conflict(`A calendar can have at most ${MOST_HOLIDAYS} holidays. Remove those of past years.`);
  const added = all.length - before.length;
  const known = holidays.length - added;
  const message = [
    plural(added, "1 holiday added", "{n} holidays added"),
    ...(known ? [plural(known, "1 was there already", "{n} were there already")] : []),
  ].join(". ");
  return saveWorkingCalendar(session, db, stored, { week, holidays: all }, message);
}
