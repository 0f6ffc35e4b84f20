import type { z } from 'zod';
import type { Refusals } from './refusal.js';

const exampleId = (n: number): string => `01900000-0000-7000-8000-00000000e${`${n}`.padStart(3, '0')}`;

/** The ids that examples of commands name: tests put those of an installation in their place. */
export const exampleIds = {
  /** Whom the command is about. */
  person: exampleId(1),
  /** Somebody else, who can be paged. */
  colleague: exampleId(2),
  team: exampleId(3),
  service: exampleId(4),
  integration: exampleId(5),
  key: exampleId(12),
  policy: exampleId(6),
  schedule: exampleId(7),
  subscription: exampleId(8),
  group: exampleId(9),
  page: exampleId(10),
  token: exampleId(11),
  /** What an installation has only after other commands: such an example is refused as not found. */
  other: exampleId(99),
} as const;

/** Whom a command is about, where the ids in its example don’t say it: `account` is what could give somebody an owner’s rights. */
export type Subject = 'account' | 'account of another' | 'oneself' | 'own thing' | 'duty';

/** A usual body of a command. `refusedAs`: how an installation refuses it that has no more than people, a team and what the team owns. */
export interface CommandExample<Body> {
  readonly about?: Subject;
  readonly body: Body;
  readonly refusedAs?: keyof Refusals;
}

/** One for each command of a table; the compiler asks for a missing one. */
export type Examples<Table extends Record<string, { readonly data: z.ZodType }>> = {
  readonly [T in keyof Table]: CommandExample<z.input<Table[T]['data']>>;
};
