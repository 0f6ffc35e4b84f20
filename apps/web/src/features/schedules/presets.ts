import type { LayerSetting, TurnLengthSetting } from '@tocsin/contracts/schedules/layers.js';
import { Temporal } from 'temporal-polyfill';

export const presets = ['weekly', 'daily', 'follow-the-sun', 'business-hours'] as const;
export type Preset = (typeof presets)[number];

export const presetWords: Record<Preset, { readonly name: string; readonly says: string }> = {
  weekly: { name: 'Weekly', says: 'One person at a time, for a week each. Handoff on Monday at 09:00.' },
  daily: { name: 'Daily', says: 'One person at a time, for a day each. Handoff at 09:00.' },
  'follow-the-sun': { name: 'Follow the sun', says: 'Regions share each day. Within a region people take turns of a week.' },
  'business-hours': {
    name: 'Business hours and nights',
    says: 'One rotation from Monday to Friday, 09:00–17:00; another for nights and weekends.',
  },
};

/** People of one rotation, in order. `zone`: time zone of their part of the day. */
export interface Crew {
  readonly name: string;
  readonly zone: string;
  readonly people: readonly string[];
}

interface PresetInput {
  readonly preset: Preset;
  readonly zone: string;
  /** One crew for weekly and daily; for business hours the day’s, then the nights’; for follow the sun one per region, from east to west. */
  readonly crews: readonly Crew[];
  /** Milliseconds. */
  readonly now: number;
  readonly newId: () => string;
}

const nine = '09:00';
const lengthOf: Record<Preset, (from: string) => TurnLengthSetting> = {
  weekly: weekFrom,
  daily: (time) => ({ unit: 'days', count: 1, time }),
  'follow-the-sun': weekFrom,
  'business-hours': weekFrom,
};
function weekFrom(time: string): TurnLengthSetting {
  return { unit: 'weeks', count: 1, time, weekday: 1 };
}

/** The layers of a new schedule. Turns count from the last midnight of the zone, so that someone is on call immediately. */
export function layersOf({ preset, zone, crews, now, newId }: PresetInput): LayerSetting[] {
  const anchor = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).startOfDay().toInstant();
  const crewed = crews.filter(({ people }) => people.length > 0);
  return crewed.map((crew, at) => {
    const next = crewed[(at + 1) % crewed.length]!;
    const from = preset === 'follow-the-sun' ? nineOf(crew.zone, zone, now) : nine;
    return {
      layerId: newId(),
      name: crew.name,
      timeZone: null,
      priority: preset === 'business-hours' && crew === crews[0] ? 1 : 0,
      from: null,
      rotation: {
        slots: crew.people.map((personId) => ({ slotId: newId(), people: [personId] })),
        length: lengthOf[preset](from),
        anchor: anchor.toString({ fractionalSecondDigits: 3 }),
        countsCoveredTimeOnly: false,
      },
      restrictions:
        preset === 'follow-the-sun'
          ? shareOfDay(from, nineOf(next.zone, zone, now))
          : preset === 'business-hours' && crew === crews[0]
            ? [{ weekdays: [1, 2, 3, 4, 5], times: { from, to: '17:00' } }]
            : [],
    };
  });
}

/** From 9:00 in one region to 9:00 in the next. All regions use one zone: otherwise each daylight saving change would leave a gap of an hour. */
const shareOfDay = (from: string, to: string): LayerSetting['restrictions'] => (from === to ? [] : [{ weekdays: [], times: { from, to } }]);

/** When it is nine in one zone, on the clock of another. */
const nineOf = (zone: string, clock: string, now: number): string =>
  Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(zone)
    .withPlainTime(nine)
    .withTimeZone(clock)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
