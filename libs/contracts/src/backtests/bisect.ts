import { z } from 'zod';
import { id, instant } from '../ids.js';

/** Settings whose changes are looked for. `person`: notification rules. */
export const bisectedKinds = [
  'policies',
  'schedules',
  'services',
  'routeRules',
  'silences',
  'maintenanceWindows',
  'inhibitionRules',
  'heartbeats',
  'organisation',
  'person',
] as const;
export type BisectedKind = (typeof bisectedKinds)[number];

/** All edits of one thing between the two periods, and within the worse one. */
export const bisectedChange = z.object({
  kind: z.enum(bisectedKinds),
  /** Of the thing, or of the person. */
  id,
  /** How many edits, joined by field. */
  edits: z.number().int(),
  fields: z.array(z.string()),
  /** The events that made them: the first and the last. */
  first: z.number().int(),
  last: z.number().int(),
  /** When it was first edited. */
  at: instant,
  /** Night pages fewer in the worse period if this alone had not been changed. */
  alone: z.number().int(),
  /** Night pages more if this alone had been changed; null: there was no run left to ask. */
  kept: z.number().int().nullable(),
});
export type BisectedChange = z.infer<typeof bisectedChange>;

/**
 * `equal`: neither period is worse. `signals`: all changes together explain too little. `runs`, `time`: what was left is in *together or
 * unexplained*.
 */
const endings = ['equal', 'signals', 'found', 'runs', 'time'] as const;

/** Why one period had more night pages than another of equal length. Only the worse one is replayed. */
export const bisectResult = z.object({
  pin: z.object({ ordinal: z.number().int(), logic: z.string() }),
  /** Of each period. */
  nights: z.number().int(),
  better: z.object({ from: instant, to: instant, pages: z.number().int() }),
  worse: z.object({ from: instant, to: instant, pages: z.number().int() }),
  /** Night pages of the worse period replayed as it was, and with every change undone; null: it was not replayed. */
  replayed: z.object({ asIs: z.number().int(), undone: z.number().int() }).nullable(),
  /** Things that were changed, and those of them that no alert group had to do with, or that can’t be undone. */
  changed: z.number().int(),
  leftOut: z.number().int(),
  /** The largest first. Those of a person only for readers who may see their figures. */
  named: z.array(bisectedChange),
  ended: z.enum(endings),
  runs: z.number().int(),
});
export type BisectResult = z.infer<typeof bisectResult>;
