import type { z } from 'zod';
import type { Refusals } from './refusal.js';

const exampleId = (n: number): string => `01900000-0000-7000-8000-00000000e${`${n}`.padStart(3, '0')}`;

/** Ids in examples of commands; tests replace them by those of an installation. */
export const exampleIds = {
  /** The person whom the command is about. */
  person: exampleId(1),
  /** Another person, who can be paged. */
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
  /** Something that exists only after other commands: such an example is refused as not found. */
  other: exampleId(99),
} as const;

/** Who or what a command is about, where the ids in its example don’t say it. `account`: it could give a person an owner’s rights. */
export type Subject = 'account' | 'account of another' | 'oneself' | 'own thing' | 'duty';

/** `refusedAs`: how an installation that has only people, a team and what the team owns refuses it. */
export interface CommandExample<Body> {
  readonly about?: Subject;
  readonly body: Body;
  readonly refusedAs?: keyof Refusals;
}

/** The compiler reports a command without an example. */
export type Examples<Table extends Record<string, { readonly data: z.ZodType }>> = {
  readonly [T in keyof Table]: CommandExample<z.input<Table[T]['data']>>;
};
