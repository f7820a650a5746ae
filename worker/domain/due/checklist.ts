import { invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import type { ScheduleInput } from "./schedule-input.ts";

/**
 * The checklist that a schedule names, with its machine type.
 * @throws Response 404 for one that is not in the catalogue, 422 for one of another machine type
 */
export async function checklistOf(
  { catalogue }: Pick<Session, "catalogue">,
  { machineTypeId, pmChecklistId }: Pick<ScheduleInput, "machineTypeId" | "pmChecklistId">,
) {
  if (pmChecklistId) {
    const checklist = (await catalogue.checklist(pmChecklistId)) ?? notFound("PM checklist");
    if (machineTypeId && checklist.machine_type_id !== machineTypeId)
      invalid({ pmChecklistId: ["The checklist is of another machine type"] });
    return { machineTypeId: checklist.machine_type_id, pmChecklistId };
  }
  if (machineTypeId) {
    const types = await catalogue.machineTypes();
    if (!types.some(({ id }) => id === machineTypeId)) notFound("machine type");
  }
  return { machineTypeId, pmChecklistId: null };
}
