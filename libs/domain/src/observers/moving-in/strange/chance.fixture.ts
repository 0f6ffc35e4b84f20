import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { ForeignAnswer } from '../answers.js';
import type { ForeignOrganisation } from '../organisation.js';

/**
 * Organisations of chance, and who is on call in them by a rendering of its own: it asks the platform for the wall clock, minute by minute, and
 * shares nothing with the readers.
 */
export const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
export const week = 7 * day;
export const step = 15 * minute;

export const formats = new Map<string, Intl.DateTimeFormat>();
export function wallOf(timeZone: string, at: number): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  const [date = '', time = ''] = format.format(at).split(', ');
  return toMillis(`${date}T${time}.000Z`);
}
/** The instant at which the clock of a zone shows a time. */
export function instantAt(timeZone: string, wall: number): number {
  const guess = wall - (wallOf(timeZone, wall) - wall);
  return guess - (wallOf(timeZone, guess) - wall);
}

export type Chance = <T>(of: readonly T[]) => T;
export function chanceOf(seed: number): Chance {
  let state = seed * 2_654_435_761 + 1;
  return (of) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return of[Math.floor((state / 2_147_483_648) * of.length)]!;
  };
}

export const zones = [
  'UTC',
  'Asia/Kolkata',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Europe/London',
  'America/Santiago',
];
/** Before changes of clocks of either half of the earth, and in no week of one. */
export const moments = [
  '2026-03-20T10:00:00Z',
  '2026-09-28T23:30:00Z',
  '2026-10-20T04:17:00Z',
  '2026-12-30T12:00:00Z',
  '2027-03-25T00:00:00Z',
];
export const people = ['ana', 'bo', 'cy', 'dee', 'eve'];
export const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
export const iso = (at: number): string => toInstant(at);
export const mondayOf = (wall: number): number =>
  wall - ((((Math.floor(wall / day) + 3) % 7) + 7) % 7) * day - (((wall % day) + day) % day);
export const modulo = (n: number, length: number): number => ((n % length) + length) % length;
export const answer = (path: string, body: unknown): ForeignAnswer => ({ asked: `GET ${path}`, status: 200, body });
export const numbersTo = (most: number): readonly number[] => Array.from({ length: most }, (_, n) => n);

export type Rendering = (at: number) => readonly string[];
export interface Case {
  readonly read: ForeignOrganisation;
  readonly at: number;
  readonly there: Rendering;
  readonly zone: string;
}

/** Windows of a week, by the local time behind Monday 00:00. */
export const isOpen = (windows: readonly { readonly from: number; readonly length: number }[] | null, wall: number): boolean =>
  windows === null || windows.some(({ from, length }) => modulo(wall - mondayOf(wall) - from, week) < length);

/** A handoff at an odd minute; none in the small hours, in which clocks change. */
export const oddTimes = [5 * hour + 30 * minute, 9 * hour, 11 * hour + 45 * minute, 17 * hour, 23 * hour + 30 * minute];

export const dayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
export const weekdayAt = (wall: number): number => modulo(Math.floor(wall / day) + 3, 7);
