import { z } from "zod";
import {
  MOST_HOURS,
  type Priority,
  priorities,
  type ServiceLevels,
} from "#app/shared/service-levels.ts";

const ends = ["Respond", "Resolve"] as const;
type LevelField = `${Priority}${(typeof ends)[number]}`;

const HOURS = /^\d{1,4}(\.\d{1,2})?$/;
const words = { Respond: "Hours to respond", Resolve: "Hours to resolve" };

/** Hours to two decimals; empty promises nothing. */
const hours = (label: string) =>
  z
    .union([z.number(), z.string().trim().max(8)], { error: `${label} must be a number` })
    .nullish()
    .transform((value, ctx) => {
      if (value === null || value === undefined || value === "") return null;
      const number = HOURS.test(String(value)) ? Number(value) : 0;
      if (number > 0 && number <= MOST_HOURS) return number;
      ctx.addIssue({
        code: "custom",
        message: `${label} must be more than 0 and at most ${MOST_HOURS}, with at most two decimals`,
      });
      return z.NEVER;
    });

const shape = Object.fromEntries(
  priorities.flatMap((priority) => ends.map((end) => [priority + end, hours(words[end])])),
) as Record<LevelField, ReturnType<typeof hours>>;

/** The form of the service levels: `highRespond` and `highResolve` for each priority, and other fields. */
export const levelInput = <S extends z.ZodRawShape>(more: S) =>
  z.strictObject({ ...shape, ...more }).superRefine((values, ctx) => {
    const levels = levelsIn(values as Record<LevelField, number | null>);
    for (const priority of priorities) {
      const { respond, resolve } = levels[priority];
      if (respond !== null && resolve !== null && resolve < respond)
        ctx.addIssue({
          code: "custom",
          message: "It cannot be resolved before there is a response",
          path: [`${priority}Resolve`],
        });
    }
  });

export const levelsIn = (values: Record<LevelField, number | null>) =>
  Object.fromEntries(
    priorities.map((priority) => [
      priority,
      { respond: values[`${priority}Respond`], resolve: values[`${priority}Resolve`] },
    ]),
  ) as ServiceLevels;

export const levelFields = (levels: ServiceLevels) =>
  Object.fromEntries(
    priorities.flatMap((priority) => [
      [`${priority}Respond`, levels[priority].respond],
      [`${priority}Resolve`, levels[priority].resolve],
    ]),
  );
