import type { TurnLengthSetting } from '@tocsin/contracts/schedules/layers.js';

export const units = ['hours', 'days', 'weeks', 'months'] as const;
export type Unit = (typeof units)[number];

/** The same turn in another unit, with the common settings kept. */
export function inUnit(length: TurnLengthSetting, unit: Unit): TurnLengthSetting {
  const time = 'time' in length ? length.time : '09:00';
  if (unit === 'hours') return { unit, count: 12 };
  if (unit === 'days') return { unit, count: 1, time };
  return unit === 'weeks' ? { unit, count: 1, time, weekday: 1 } : { unit, count: 1, time, day: 1 };
}
