import { coverage } from './coverage.js';
import { clip, common } from './intervals.js';
import { beginRotation, continuationOf, continueRotation, resumeRotation, type RunningRotation, stretches } from './rotation.js';
import type { Continuation, Duty, Instant, Interval, Layer, ScheduleVersion, Segment } from './schedule.js';
import { layered } from './segments.js';
import type { Zone } from './zone.js';

/** Finds the zone of a layer. Throws for an unknown zone: recorded zones were checked. */
export type ZoneOf = (name: string) => Zone;

/** A version, with its rotations continued from the previous one. */
interface RunningVersion {
  readonly version: ScheduleVersion;
  readonly within: Interval;
  readonly rotations: readonly RunningRotation[];
}

/** Who is on call by rotations alone. */
export function* layersWithin(versions: readonly ScheduleVersion[], zoneOf: ZoneOf, within: Interval): Iterable<Segment> {
  for (const running of runningVersions(versions, zoneOf, within)) {
    for (const part of clip(running.within, within)) {
      const layers = running.rotations.map((rotation) => ({
        priority: rotation.layer.priority,
        segments: segmentsOf(rotation, running.version.version, zoneOf, part),
      }));
      yield* layered(layers, part);
    }
  }
}

/**
 * The versions until the end of an interval, in order. Of two that take effect at the same instant the later one
 * counts; it continues the one that was in force.
 */
function runningVersions(versions: readonly ScheduleVersion[], zoneOf: ZoneOf, { to }: Interval): RunningVersion[] {
  const running: RunningVersion[] = [];
  const ordered = versions.toSorted((one, other) => one.effectiveFrom - other.effectiveFrom);
  for (const [index, version] of ordered.entries()) {
    if (version.effectiveFrom >= to) break;
    const end = ordered[index + 1]?.effectiveFrom ?? Number.POSITIVE_INFINITY;
    if (end <= version.effectiveFrom && version.continues === undefined) continue;
    running.push({ version, within: { from: version.effectiveFrom, to: end }, rotations: rotationsOf(version, running.at(-1), zoneOf) });
  }
  return running;
}

function rotationsOf(
  { layers, effectiveFrom, continues }: ScheduleVersion,
  before: RunningVersion | undefined,
  zoneOf: ZoneOf,
): RunningRotation[] {
  if (continues !== undefined) return layers.map((layer) => resumeRotation(layer, zoneOf(layer.zone), continues));
  const beforehand = new Map(before?.rotations.map((rotation) => [rotation.layer.id, rotation]));
  return layers.map((layer) => follow(beforehand.get(layer.id), layer, zoneOf(layer.zone), effectiveFrom));
}

const follow = (before: RunningRotation | undefined, layer: Layer, zone: Zone, at: Instant) =>
  before === undefined ? beginRotation(layer, zone) : continueRotation(before, layer, zone, at);

/**
 * How the rotations of the version in force at an instant continue: everything later can be computed from these alone.
 */
export const continuationsAt = (versions: readonly ScheduleVersion[], zoneOf: ZoneOf, at: Instant): readonly Continuation[] =>
  runningVersions(versions, zoneOf, { from: at, to: at + 1 })
    .at(-1)
    ?.rotations.map(continuationOf) ?? [];

/** Shifts of one layer: the people of the current turn, where the layer covers. */
function segmentsOf(rotation: RunningRotation, version: number, zoneOf: ZoneOf, within: Interval): Segment[] {
  const { layer } = rotation;
  const effective = clip(within, { from: layer.effectiveFrom, to: Number.POSITIVE_INFINITY });
  return effective.flatMap((part) => {
    const having = [...stretches(rotation, part)].map(({ from, to, slot, people, turn }) => ({
      from,
      to,
      isIntended: false,
      duties: people.map((person): Duty => ({ person, reason: { kind: 'rotation', version, layer: layer.id, slot, turn } })),
    }));
    return common(having, coverage(layer.restrictions, zoneOf(layer.zone), part));
  });
}
