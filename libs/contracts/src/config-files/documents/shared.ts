import { z } from 'zod';
import { matcherOperators } from '../../conditions.js';
import { timeOfDay, zone } from '../../hours.js';
import { externalKey as typedExternalKey, typedName } from '../../ids.js';
import { foreignSystemNames } from '../../moving-in/systems.js';
import { typedEmail } from '../../email-address.js';

/** The first document of a file says it; the others of that file need not. */
export const apiVersion = 'tocsin.dev/v1';

/** Names of weekdays in files, from Monday, which commands count as 1. */
export const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export const person = typedEmail.max(200).describe('E-mail address of a person');
/** A slash in a name is written ~1, and what looks like that ~01. */
export const nameInReference = (name: string): string => name.replaceAll(/~(?=[01])/g, '~0').replaceAll('/', '~1');
export const namesInReference = (text: string): readonly string[] =>
  text.split('/').map((part) => part.replaceAll(/~[01]/g, (word) => (word === '~1' ? '/' : '~')).trim());

export const reference = (what: string) =>
  z.string().trim().min(1).max(250).describe(`Name of a ${what} of the same team, or Team/Name. A slash in a name is written ~1.`);
export const externalKey = typedExternalKey.describe('A key that identifies it when its name changes: unique among things of this kind');
export const identity = {
  apiVersion: z.literal(apiVersion).optional().describe('In the first document of each file'),
  name: typedName.describe('Unique in its team'),
  externalKey: externalKey.optional(),
};
export const renamed = {
  ...identity,
  previousName: typedName.optional().describe('Its name until now: renames it, instead of making another one'),
};
export const inTeam = { ...renamed, team: typedName.describe('Name of the team that owns it') };
export const inTeamOrAll = {
  ...renamed,
  team: typedName.optional().describe('Name of the team that owns it. Left out: the whole organisation'),
};

/** Left out: stays as it is, and is not owned by the file. Null: the default. */
export const kept = <S extends z.ZodType>(schema: S, says: string) => schema.nullable().optional().describe(`${says}. null: the default`);

export const weekday = z.enum(weekdayNames);
const times = z.strictObject({ from: timeOfDay, to: timeOfDay });
export const timesOfWeek = z.strictObject({ weekdays: z.array(weekday).max(7).default([]), times: times.optional() });
export const weeklyHours = z.strictObject({ timeZone: zone, times: z.array(timesOfWeek).min(1).max(10) });

export const matcher = z
  .string()
  .max(1_100)
  .describe(`A label, ${matcherOperators.join(', ')}, and a value in quotes, such as env="prod"`);

/** The only variables of a pipeline that a file may name. */
export const secretVariable = z.string().regex(/^TOCSIN_SECRET_[A-Z0-9_]{1,60}$/, 'A variable TOCSIN_SECRET_….');

/** A key in the file of keys of one rescue: `pagerduty@2026-11-26T12:00:00.000Z#17`. */
export const rescuedKey = z
  .string()
  .regex(new RegExp(`^(?:${foreignSystemNames.join('|')})@\\d{4}-[\\d:.TZ-]{10,25}#\\d{1,9}$`), 'A key as an import writes it.');

export const urgency = z.enum(['high', 'low']);
