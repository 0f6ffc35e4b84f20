import { coverage } from './coverage.js';
import { clip, common } from './intervals.js';
import { beginRotation, continueRotation, type RunningRotation, stretches } from './rotation.js';
import type { Duty, Interval, Layer, ScheduleVersion, Segment } from './schedule.js';
import { layered } from './segments.js';
import type { Zone } from './zone.js';

/** Finds the zone of a layer. Throws where there is none: what is recorded was checked. */
export type ZoneOf = (name: string) => Zone;

/** A version, and its rotations as they go on from those before. */
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

/** Those until the end of an interval, in order. Of two that take effect at one moment the later counts. */
function runningVersions(versions: readonly ScheduleVersion[], zoneOf: ZoneOf, { to }: Interval): RunningVersion[] {
  const running: RunningVersion[] = [];
  const ordered = versions.toSorted((one, other) => one.effectiveFrom - other.effectiveFrom);
  for (const [index, version] of ordered.entries()) {
    if (version.effectiveFrom >= to) break;
    const end = ordered[index + 1]?.effectiveFrom ?? Number.POSITIVE_INFINITY;
    if (end <= version.effectiveFrom) continue;
    const before = new Map(running.at(-1)?.rotations.map((rotation) => [rotation.layer.id, rotation]));
    const rotations = version.layers.map((layer) => follow(before.get(layer.id), layer, zoneOf(layer.zone), version.effectiveFrom));
    running.push({ version, within: { from: version.effectiveFrom, to: end }, rotations });
  }
  return running;
}

const follow = (before: RunningRotation | undefined, layer: Layer, zone: Zone, at: number) =>
  before === undefined ? beginRotation(layer, zone) : continueRotation(before, layer, zone, at);

/** Who is on call by one layer: those who have the turn, where it covers. */
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
