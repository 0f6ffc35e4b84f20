import { computeCoverage } from './coverage.js';
import { clip, intersectIntervals } from './intervals.js';
import { beginRotation, continuationOf, continueRotation, resumeRotation, type RunningRotation, listStretches } from './rotation.js';
import type { Continuation, Duty, Instant, Interval, Layer, ScheduleVersion, Segment } from './schedule.js';
import { combineLayers } from './segments.js';
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
export function* listLayerSegments(versions: readonly ScheduleVersion[], zoneOf: ZoneOf, range: Interval): Iterable<Segment> {
  for (const runningVersion of listRunningVersions(versions, zoneOf, range)) {
    for (const part of clip(runningVersion.within, range)) {
      const layers = runningVersion.rotations.map((rotation) => ({
        priority: rotation.layer.priority,
        segments: segmentsOf(rotation, runningVersion.version.version, zoneOf, part),
      }));
      yield* combineLayers(layers, part);
    }
  }
}

/**
 * The versions until the end of an interval, in order. Of two that take effect at the same instant the later one
 * counts; it continues the one that was in force.
 */
function listRunningVersions(versions: readonly ScheduleVersion[], zoneOf: ZoneOf, { to }: Interval): RunningVersion[] {
  const runningVersionList: RunningVersion[] = [];
  const orderedVersions = versions.toSorted((one, other) => one.effectiveFrom - other.effectiveFrom);
  for (const [index, version] of orderedVersions.entries()) {
    if (version.effectiveFrom >= to) break;
    const end = orderedVersions[index + 1]?.effectiveFrom ?? Number.POSITIVE_INFINITY;
    if (end <= version.effectiveFrom && version.continues === undefined) continue;
    runningVersionList.push({
      version,
      within: { from: version.effectiveFrom, to: end },
      rotations: rotationsOf(version, runningVersionList.at(-1), zoneOf),
    });
  }
  return runningVersionList;
}

function rotationsOf(
  { layers, effectiveFrom, continues }: ScheduleVersion,
  before: RunningVersion | undefined,
  zoneOf: ZoneOf,
): RunningRotation[] {
  if (continues !== undefined) return layers.map((layer) => resumeRotation(layer, zoneOf(layer.zone), continues));
  const previousRotations = new Map(before?.rotations.map((rotation) => [rotation.layer.id, rotation]));
  return layers.map((layer) => follow(previousRotations.get(layer.id), layer, zoneOf(layer.zone), effectiveFrom));
}

const follow = (before: RunningRotation | undefined, layer: Layer, zone: Zone, at: Instant) =>
  before === undefined ? beginRotation(layer, zone) : continueRotation(before, layer, zone, at);

/**
 * How the rotations of the version in force at an instant continue: everything later can be computed from these alone.
 */
export const listContinuations = (versions: readonly ScheduleVersion[], zoneOf: ZoneOf, at: Instant): readonly Continuation[] =>
  listRunningVersions(versions, zoneOf, { from: at, to: at + 1 })
    .at(-1)
    ?.rotations.map(continuationOf) ?? [];

/** Shifts of one layer: the people of the current turn, where the layer covers. */
function segmentsOf(rotation: RunningRotation, version: number, zoneOf: ZoneOf, range: Interval): Segment[] {
  const { layer } = rotation;
  const effectiveRange = clip(range, { from: layer.effectiveFrom, to: Number.POSITIVE_INFINITY });
  return effectiveRange.flatMap((part) => {
    const occupied = [...listStretches(rotation, part)].map(({ from, to, slot, people, turn }) => ({
      from,
      to,
      isIntended: false,
      duties: people.map((person): Duty => ({ person, reason: { kind: 'rotation', version, layer: layer.id, slot, turn } })),
    }));
    return intersectIntervals(occupied, computeCoverage(layer.restrictions, zoneOf(layer.zone), part));
  });
}
