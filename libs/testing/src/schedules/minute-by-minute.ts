import { Temporal } from 'temporal-polyfill';
import type { Instant, Interval, Layer, Override, Schedule, Slot, TurnLength } from '@tocsin/domain/setup/schedules/shifts/schedule.js';

/**
 * Who is on call, minute by minute, directly from the written rules and without the arithmetic of the real code: a clock is a list
 * of its readings at each minute, a mark is the first minute with a reading, and a rotation is a counter.
 */
const minute = 60_000;
const quarter = 15;
const sixHours = 6 * 60;
const dayMinutes = 24 * 60;

/** The readings of a clock at each minute, as minutes since 1970, and the most by which it is ahead of its first reading. */
interface Clock {
  readonly shows: Float64Array;
  readonly minutesAhead: number;
}

/** A date, and the minute since 1970 at which a clock shows its midnight. */
interface DateShown {
  readonly date: Temporal.PlainDate;
  readonly wall: number;
}

/** The minutes of a range, from 0, and the clocks’ readings at them. */
export class Minutes {
  private readonly clocks = new Map<string, Clock>();
  private shownDates: readonly DateShown[] | undefined;

  constructor(readonly range: Interval) {}

  get count(): number {
    return (this.range.to - this.range.from) / minute;
  }

  of(at: Instant): number {
    return (at - this.range.from) / minute;
  }

  /** Minutes since 1970 that the clock shows. */
  clock(zone: string): Float64Array {
    return this.clockOf(zone).shows;
  }

  /** The first minute at which a clock’s reading is at least this. */
  first(zone: string, wall: number): number {
    const { shows, minutesAhead: ahead } = this.clockOf(zone);
    if (shows[0]! > wall) return Number.NEGATIVE_INFINITY;
    const near = Math.max(0, Math.floor(wall - shows[0]! - ahead));
    for (let index = near; index < shows.length; index++) if (shows[index]! >= wall) return index;
    return Number.POSITIVE_INFINITY;
  }

  /** The dates that a clock may show in the range, and in the two months before. */
  get dates(): readonly DateShown[] {
    return (this.shownDates ??= datesAround(this.range));
  }

  private clockOf(zone: string): Clock {
    const cached = this.clocks.get(zone);
    if (cached !== undefined) return cached;
    const shows = this.offsets(zone);
    const startMinute = this.range.from / minute;
    let shownDate = shows[0]!;
    for (let index = 0; index < shows.length; index++) {
      shownDate = Math.max(shownDate, shows[index]!);
      shows[index]! += startMinute + index;
    }
    const clock = { shows, minutesAhead: startMinute + shownDate - shows[0]! };
    this.clocks.set(zone, clock);
    return clock;
  }

  /**
   * Read every six hours, and every quarter of an hour where the offset differs at their ends: no clock changes and changes back
   * within six hours.
   */
  private offsets(zone: string): Float64Array {
    const at = (index: number) =>
      Temporal.Instant.fromEpochMilliseconds(this.range.from + index * minute).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9;
    const offsets = new Float64Array(this.count);
    for (let from = 0; from < offsets.length; from += sixHours) {
      const first = at(from);
      offsets.fill(first, from, from + sixHours);
      if (at(from + sixHours) === first) continue;
      for (let index = from; index < from + sixHours; index += quarter) offsets.fill(at(index), index, index + quarter);
    }
    return offsets;
  }
}

function timeOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

function datesAround({ from, to }: Interval): readonly DateShown[] {
  const dates: DateShown[] = [];
  const last = Temporal.Instant.fromEpochMilliseconds(to).toZonedDateTimeISO('UTC').toPlainDate().add({ days: 40 });
  let date = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 62 });
  let wall = date.toZonedDateTime('UTC').epochMilliseconds / minute;
  for (; Temporal.PlainDate.compare(date, last) < 0; date = date.add({ days: 1 }), wall += dayMinutes) dates.push({ date, wall });
  return dates;
}

function isHandoffDate(date: Temporal.PlainDate, length: TurnLength): boolean {
  if (length.unit === 'weeks') return date.dayOfWeek === length.weekday;
  if (length.unit === 'months') return date.day === Math.min(length.day, date.daysInMonth);
  return length.unit === 'days';
}

/** The minutes at which days, weeks, months or shifts start; the first is at the anchor. Some turns start at none of them. */
function unitStarts(minutes: Minutes, { rotation, zone }: Layer): number[] {
  const { length } = rotation;
  const anchor = minutes.of(rotation.anchor);
  if (isElapsed(rotation)) {
    const step = length.count * 60;
    return Array.from({ length: Math.ceil(minutes.count / step) + 1 }, (_, turn) => anchor + turn * step);
  }
  const marks = length.unit === 'hours' ? hourMarks(minutes, zone, anchor, length.count) : dateMarks(minutes, zone, length);
  const base = marks.findLastIndex((mark) => mark <= anchor);
  return [anchor, ...marks.slice(base + 1)];
}

const isElapsed = ({ length }: Layer['rotation']): boolean => length.unit === 'hours' && 24 % length.count !== 0;

function dateMarks(minutes: Minutes, zone: string, length: Exclude<TurnLength, { unit: 'hours' }>): number[] {
  const dates = minutes.dates.filter(({ date }) => isHandoffDate(date, length));
  return dates.map(({ wall }) => minutes.first(zone, wall + timeOf(length.time)));
}

function hourMarks(minutes: Minutes, zone: string, anchor: number, hours: number): number[] {
  const wallMinute = minutes.clock(zone)[anchor]!;
  const steps = Math.ceil(minutes.count / 60 / hours) + 48;
  return Array.from({ length: 48 + steps }, (_, index) => minutes.first(zone, wallMinute + (index - 48) * hours * 60));
}

/** 1 for each minute that a layer covers. */
function coverageOf(minutes: Minutes, { restrictions, zone }: Layer): Uint8Array {
  if (restrictions.length === 0) return new Uint8Array(minutes.count).fill(1);
  const coverage = new Uint8Array(minutes.count);
  for (const { date, wall } of minutes.dates) {
    for (const { weekdays, times } of restrictions) {
      if (weekdays.length > 0 && !weekdays.includes(date.dayOfWeek)) continue;
      const [from, to] = times === undefined ? [0, dayMinutes] : [timeOf(times.from), timeOf(times.to)];
      const startMinute = minutes.first(zone, wall + from);
      const endMinute = minutes.first(zone, wall + (to > from ? 0 : dayMinutes) + to);
      if (endMinute > 0) coverage.fill(1, Math.max(0, startMinute), Math.min(minutes.count, endMinute));
    }
  }
  return coverage;
}

/**
 * For each minute the current turn, as a number that no other turn has, and its index in the order; -1 before the anchor. A turn is
 * so many units, one after the other; where only covered ones count, an uncovered one between two turns is by itself.
 */
function turnsOf(minutes: Minutes, layer: Layer, coverage: Uint8Array): { turnBeginnings: Int32Array; number: Int32Array } {
  const turnStarts = new Int32Array(minutes.count).fill(-1);
  const number = new Int32Array(minutes.count).fill(-1);
  const { rotation, restrictions } = layer;
  const countsCovered = rotation.countsCoveredTimeOnly && restrictions.length > 0;
  if (countsCovered && isElapsed(rotation)) {
    let coveredMinutes = 0;
    for (let at = minutes.of(rotation.anchor); at < minutes.count; at++) {
      turnStarts[at] = number[at] = Math.floor(coveredMinutes / (rotation.length.count * 60));
      coveredMinutes += coverage[at]!;
    }
    return { turnBeginnings: turnStarts, number };
  }
  const size = rotation.length.unit === 'hours' ? 1 : rotation.length.count;
  const starts = unitStarts(minutes, layer);
  let [counted, turn] = [0, 0];
  for (const [unit, from] of starts.entries()) {
    const to = Math.min(starts[unit + 1] ?? minutes.count, minutes.count);
    const counts = countsCovered ? coverage.slice(from, Math.max(from, to)).includes(1) : true;
    if (counted % size === 0) turn = unit;
    if (from < to) {
      turnStarts.fill(turn, from, to);
      number.fill(Math.floor(counted / size), from, to);
    }
    if (counts) counted++;
  }
  return { turnBeginnings: turnStarts, number };
}

interface ActiveLayer {
  readonly layer: Layer;
  readonly coverage: Uint8Array;
  readonly turns: ReturnType<typeof turnsOf>;
  readonly shift: number;
  readonly continued?: { readonly people: readonly string[]; readonly turn: number };
}

const slotIndex = ({ layer, turns, shift }: ActiveLayer, at: number) => {
  const { length } = layer.rotation.slots;
  return (((turns.number[at]! + shift) % length) + length) % length;
};

function peopleOf(activeLayer: ActiveLayer, at: number): readonly string[] {
  const turn = activeLayer.turns.turnBeginnings[at]!;
  if (turn < 0) return [];
  return activeLayer.continued?.turn === turn
    ? activeLayer.continued.people
    : activeLayer.layer.rotation.slots[slotIndex(activeLayer, at)]!.people;
}

function begin(minutes: Minutes, layer: Layer): ActiveLayer {
  const covered = coverageOf(minutes, layer);
  return { layer, coverage: covered, turns: turnsOf(minutes, layer, covered), shift: 0 };
}

/**
 * An edit: the order continues from the slot on duty, or from the one at its place; a person on call who is still in the rotation
 * stays for the turn.
 */
function editLayer(minutes: Minutes, before: ActiveLayer | undefined, layer: Layer, at: number): ActiveLayer {
  const now = begin(minutes, layer);
  if (before === undefined || before.layer.rotation.anchor !== layer.rotation.anchor || now.turns.turnBeginnings[at]! < 0) return now;
  const old = before.layer.rotation.slots;
  const { slots } = layer.rotation;
  const successors = successorsOf(old, slots);
  const was = slotIndex(before, at);
  const survivor = successors.slice(0, was).findLast((one) => one !== null) ?? -1;
  const place = successors[was] ?? (survivor + 1) % slots.length;
  const stay = peopleOf(before, at).filter((person) => slots.some(({ people }) => people.includes(person)));
  const shift = place - now.turns.number[at]!;
  return stay.length === 0 ? { ...now, shift } : { ...now, shift, continued: { people: stay, turn: now.turns.turnBeginnings[at]! } };
}

/** For each former slot the place of the one that continues it: of the same id, else a new one of the same people, in their order. */
function successorsOf(old: readonly Slot[], slots: readonly Slot[]): readonly (number | null)[] {
  const [oldIds, ids] = [new Set(old.map(({ id }) => id)), slots.map(({ id }) => id)];
  const crew = (slot: Slot) => slot.people.toSorted((one, other) => one.localeCompare(other)).join('+');
  const queues = new Map<string, number[]>();
  for (const [place, slot] of slots.entries()) if (!oldIds.has(slot.id)) queues.set(crew(slot), [...(queues.get(crew(slot)) ?? []), place]);
  return old.map((slot) => {
    if (ids.includes(slot.id)) return ids.indexOf(slot.id);
    const queue = queues.get(crew(slot));
    return queue ? (queue.length > 1 ? queue.shift()! : queue[0]!) : null;
  });
}

function byLayers(layers: readonly ActiveLayer[], minutes: Minutes, at: number): string[] {
  for (const priority of [...new Set(layers.map(({ layer }) => layer.priority))].toSorted((one, other) => other - one)) {
    const equal = layers.filter(({ layer }) => layer.priority === priority && minutes.of(layer.effectiveFrom) <= at);
    const people = new Set(equal.flatMap((activeLayer) => (activeLayer.coverage[at] === 1 ? peopleOf(activeLayer, at) : [])));
    if (people.size > 0) return [...people];
  }
  return [];
}

const isActiveAt = ({ from, to }: Interval, at: Instant) => from <= at && at < to;
const aboutOf = (override: Override) =>
  override.kind === 'remove-everybody' ? '' : override.kind === 'replace' ? override.replaced : override.person;

function isCut(override: Override, laterOverrides: readonly Override[]): boolean {
  if (override.kind === 'add' || override.kind === 'remove-everybody') return false;
  return laterOverrides.some((other) => aboutOf(other) === aboutOf(override) && !(override.kind === 'replace' && other.kind === 'remove'));
}

function byOverrides(people: string[], overrides: readonly Override[], at: Instant): string[] {
  const activeOverrides = overrides.filter((override) => isActiveAt(override, at));
  const effectiveOverrides = activeOverrides.filter((override, index) => !isCut(override, activeOverrides.slice(index + 1)));
  const remainingPeople = new Set(people);
  for (const override of effectiveOverrides) {
    if (override.kind === 'remove-everybody') remainingPeople.clear();
    else if (override.kind === 'add') remainingPeople.add(override.person);
    else if (override.kind === 'remove') remainingPeople.delete(override.person);
    else if (remainingPeople.delete(override.replaced)) remainingPeople.add(override.person);
  }
  return [...remainingPeople];
}

/** Whether a layer gives the same at this minute as at the one before. */
const isAsBefore = ({ coverage: covered, turns: { turnBeginnings: turnStarts, number } }: ActiveLayer, at: number): boolean =>
  covered[at] === covered[at - 1] && turnStarts[at] === turnStarts[at - 1] && number[at] === number[at - 1];

/** The instants at which anything other than a turn or a restriction starts or ends. */
const edgesOf = ({ versions, overrides, temporary }: Schedule): ReadonlySet<Instant> =>
  new Set([
    ...versions.flatMap(({ effectiveFrom, layers }) => [effectiveFrom, ...layers.map((layer) => layer.effectiveFrom)]),
    ...[...overrides, ...temporary, ...temporary.flatMap(({ shifts }) => shifts)].flatMap(({ from, to }) => [from, to]),
  ]);

function editLayers(minutes: Minutes, before: readonly ActiveLayer[], layers: readonly Layer[], at: number): ActiveLayer[] {
  const oldOf = ({ id }: Layer) => before.find(({ layer }) => layer.id === id);
  return layers.map((layer) => editLayer(minutes, oldOf(layer), layer, at));
}

function peopleAt({ overrides, temporary }: Schedule, activeLayers: readonly ActiveLayer[], minutes: Minutes, index: number): string[] {
  const at = minutes.range.from + index * minute;
  const temporarySchedule = temporary.findLast((schedule) => isActiveAt(schedule, at));
  if (temporarySchedule === undefined) return byOverrides(byLayers(activeLayers, minutes, index), overrides, at).toSorted();
  const shifts = new Set(temporarySchedule.shifts.filter((shift) => isActiveAt(shift, at)).map(({ person }) => person));
  return [...(shifts.size > 0 ? shifts : new Set(temporarySchedule.fallback))].toSorted();
}

/**
 * The people on call at each minute, sorted; the same array while nothing changes. Everything must be on whole minutes, and every
 * anchor and edit within the range.
 */
export function minuteByMinute(schedule: Schedule, minutes: Minutes): readonly (readonly string[])[] {
  let activeLayers: ActiveLayer[] = [];
  const edits = schedule.versions.toSorted((one, other) => one.effectiveFrom - other.effectiveFrom);
  const edges = edgesOf(schedule);
  let people: readonly string[] = [];
  return Array.from({ length: minutes.count }, (_, index) => {
    const at = minutes.range.from + index * minute;
    const isEdge = index === 0 || edges.has(at);
    if (!isEdge && activeLayers.every((layer) => isAsBefore(layer, index))) return people;
    const edit = isEdge ? edits.findLast(({ effectiveFrom }) => effectiveFrom === at) : undefined;
    if (edit !== undefined) activeLayers = editLayers(minutes, activeLayers, edit.layers, index);
    return (people = peopleAt(schedule, activeLayers, minutes, index));
  });
}
