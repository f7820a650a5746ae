import { givenMarks } from "#app/shared/permission-levels.ts";
import type { Channel } from "#app/shared/permission-matrix.ts";
import { newId } from "#drizzle/columns.ts";
import { teamPermissions, userPermissions } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { type PresetName, presetNames, presets } from "../../permission-presets.ts";
import { vocabulary } from "../../permissions.ts";
import { forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { optionalWord } from "../entity/fields.ts";
import { type ChannelMarks, type MatrixModule, matrixOf } from "./matrix.ts";

/** A preset as a field of a form; nothing chosen is null. */
export const optionalPreset = () => optionalWord(presetNames, "Rights to begin with");

/** The marks of a preset in a matrix, as far as the one who gives it holds them. */
function presetMarks(name: PresetName, matrix: readonly MatrixModule[]): ChannelMarks {
  const rows = matrix.flatMap((module) => module.rows);
  const of = (channel: Channel) => givenMarks(rows, presets[name].gives, channel);
  return { web: of("web"), app: of("app") };
}

/** The preset that an address asks for, as `copy=preset:{name}`. */
export const presetAsked = (kind: string | undefined, name: string): PresetName | null =>
  kind === "preset" ? (presetNames.find((known) => known === name) ?? null) : null;

/** A preset as what stands in the form unsaved. */
export const copiedPreset = (name: PresetName, matrix: readonly MatrixModule[]) => ({
  from: presets[name].label,
  marks: presetMarks(name, matrix),
});

/** The presets that give anything in a matrix, with how many rights they give on the web. */
export const offeredPresets = (matrix: readonly MatrixModule[]) =>
  presetNames.flatMap((name) => {
    const count = Object.keys(presetMarks(name, matrix).web).length;
    return count ? [{ name, ...presets[name], count }] : [];
  });
export type OfferedPreset = ReturnType<typeof offeredPresets>[number];

/** The presets on offer where people and teams are made; none to who may not give rights. */
export const presetsToGive = (session: Session, serviceTypes: readonly number[]) =>
  session.can("edit-user")
    ? offeredPresets(matrixOf(serviceTypes, session.holds)).map(({ gives: _, ...preset }) => preset)
    : [];
export type PresetToGive = ReturnType<typeof presetsToGive>[number];

/** What a preset gives, by permission. @throws Response 403 for who may not give rights */
function rightsOfPreset(
  session: Session,
  name: PresetName | null,
  serviceTypes: readonly number[],
) {
  if (!name) return [];
  if (!session.may("edit-user")) forbidden();
  const { web, app } = presetMarks(name, matrixOf(serviceTypes, session.holds));
  return [...vocabulary.keys()].flatMap((permission) => {
    const given = { permission, web: permission in web, app: permission in app };
    return given.web || given.app ? [given] : [];
  });
}

/** Gives a new person the rights of a preset. @throws Response 403 for who may not give rights */
export function presettingPerson(
  session: Session,
  db: CompanyDb,
  userId: string,
  { preset, serviceType }: { preset: PresetName | null; serviceType: number },
): Statement[] {
  const rows = rightsOfPreset(session, preset, [serviceType]).map(({ permission, web, app }) => ({
    id: newId(),
    userId,
    permission,
    web: web ? ("allow" as const) : null,
    app: app ? ("allow" as const) : null,
  }));
  return rows.length ? [db.insertingAll(userPermissions, rows)] : [];
}

/** Gives a new team the rights of a preset. @throws Response 403 for who may not give rights */
export function presettingTeam(
  session: Session,
  db: CompanyDb,
  teamId: string,
  preset: PresetName | null,
  serviceTypes: readonly number[],
): Statement[] {
  const rows = rightsOfPreset(session, preset, serviceTypes).map(({ permission, web, app }) => ({
    id: newId(),
    teamId,
    permission,
    isWebPermission: web,
    isAppPermission: app,
  }));
  return rows.length ? [db.insertingAll(teamPermissions, rows)] : [];
}
