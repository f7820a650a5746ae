import {
  type Channel,
  channels,
  effectiveOf,
  type GrantState,
  type Marks,
} from "#app/shared/permission-matrix.ts";
import { plural } from "#app/shared/plural.ts";
import { modules, type Permission, subjects, verbs, vocabulary } from "../../permissions.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";

/** One permission of the matrix: what decides it besides its mark, by channel. */
export type MatrixCell = {
  permission: Permission;
  verb: string;
  /** The one who edits holds it, so that it may be given and taken. */
  held: Record<Channel, boolean>;
  /** Teams of the person that grant it. */
  teams: Record<Channel, string[]>;
};
export type MatrixRow = { subject: string; label: string; cells: MatrixCell[] };
export type MatrixModule = { label: string; rows: MatrixRow[] };

type Holds = (permission: string, channel: Channel) => boolean;
type Teams = (permission: string, channel: Channel) => string[];

/** The rows and columns of a matrix: what the service type has not, and what does not exist, is absent. */
export function matrixOf(
  serviceTypes: readonly number[],
  holds: Holds,
  teams: Teams = () => [],
): MatrixModule[] {
  const both = <V>(of: (channel: Channel) => V) => ({ web: of("web"), app: of("app") });
  return modules
    .map(({ label, subjects: named }) => ({
      label,
      rows: named
        .filter(([subject]) =>
          subjects[subject].services.some((type) => serviceTypes.includes(type)),
        )
        .map(([subject, label]) => ({
          subject,
          label,
          cells: verbs.flatMap((verb): MatrixCell[] => {
            const permission = `${verb}-${subject}` as Permission;
            if (!vocabulary.has(permission)) return [];
            return [
              {
                permission,
                verb,
                held: both((channel) => holds(permission, channel)),
                teams: both((channel) => teams(permission, channel)),
              },
            ];
          }),
        })),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** The service types a company has people of. */
export const serviceTypesOf = ({ company: { serviceType } }: Session): number[] =>
  serviceType === 2 ? [0, 1, 2] : [serviceType];

export type ChannelMarks = Record<Channel, Marks>;
export type Grant = { permission: string; web: GrantState; app: GrantState };

/** The marks of both channels out of a list of grants; what inherits is left out. */
export function marksOf(grants: readonly Grant[]): ChannelMarks {
  const of = (channel: Channel) =>
    Object.fromEntries(
      grants.flatMap((grant) =>
        grant[channel] === "inherit" ? [] : [[grant.permission, grant[channel]]],
      ),
    );
  return { web: of("web"), app: of("app") };
}

export type GrantChange = {
  permission: string;
  channel: Channel;
  from: GrantState;
  to: GrantState;
};

/** Permissions that a form speaks of, by channel; the others stay as they are. */
export type Spoken = Record<Channel, ReadonlySet<string>>;

/** The marks a form leads to: what it does not speak of is as before. */
export function keptBesides(before: ChannelMarks, after: ChannelMarks, spoken: Spoken) {
  const of = (channel: Channel) =>
    Object.fromEntries(
      [...vocabulary.keys()].flatMap((permission) => {
        const state = (spoken[channel].has(permission) ? after : before)[channel][permission];
        return state ? [[permission, state]] : [];
      }),
    );
  return { web: of("web"), app: of("app") };
}

/** What differs, by permission and channel. What these service types have not stays as it is. */
export const grantChanges = (
  before: ChannelMarks,
  after: ChannelMarks,
  serviceTypes: readonly number[],
): GrantChange[] =>
  [...vocabulary].flatMap(([permission, services]) =>
    !services.some((type) => serviceTypes.includes(type))
      ? []
      : channels.flatMap((channel) => {
          const [from, to] = [
            before[channel][permission] ?? "inherit",
            after[channel][permission] ?? "inherit",
          ];
          return from === to ? [] : [{ permission, channel, from, to }];
        }),
  );

/** A change as the log keeps it. */
export const loggedChange = ({ permission, channel, from, to }: GrantChange) => ({
  field: `${permission} (${channel})`,
  from,
  to,
});

/** @throws Response 422 with what would be lost, until the person who saves has confirmed it */
export function confirmLosses(name: string, lost: readonly string[], confirmed: boolean): void {
  if (!confirmed && lost.length)
    invalid(
      { confirm: [...lost] },
      plural(lost.length, `${name} loses a right`, `${name} loses {n} rights`),
    );
}

/** Permissions on the web that somebody has before a change and not after. */
export function lostBy(
  before: ChannelMarks,
  after: ChannelMarks,
  grounds: (permission: string, own: GrantState) => Parameters<typeof effectiveOf>[0],
) {
  const holds = (marks: ChannelMarks) => (permission: string) =>
    effectiveOf(grounds(permission, marks.web[permission] ?? "inherit")).granted;
  const [had, has] = [holds(before), holds(after)];
  return [...vocabulary.keys()].filter((permission) => had(permission) && !has(permission));
}
