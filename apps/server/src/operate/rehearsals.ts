import { duration } from '@tocsin/contracts/duration.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { brokenFor } from '@tocsin/contracts/relays/limits.js';
import type { RelayRow } from '@tocsin/contracts/relays/noun.js';
import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import { relayProblemOf } from '@tocsin/contracts/relays/rehearsal-relay.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { fresh } from '@tocsin/contracts/side-by-side/limits.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';

type Parts = Pick<ServerParts, 'memory' | 'reads'>;
type Reads = Pick<ServerParts['reads'], 'services'>;

/** A rehearsal that is longer was forgotten. */
const longest = 30 * duration.day;

const listRehearsing = ({ services }: Reads): readonly (ServiceRow & { readonly rehearsingSince: string })[] =>
  [...services.all()].flatMap((row) =>
    row.rehearsingSince !== undefined && row.state === 'active' ? [{ ...row, rehearsingSince: row.rehearsingSince }] : [],
  );

export const rehearsingIn = (reads: Reads): HealthAnswer['rehearsing'] =>
  listRehearsing(reads).map(({ id: serviceId, rehearsingSince: since }) => ({ serviceId, since }));

/** Rehearsals that were forgotten, and those that can’t be compared with anything. */
export const describeRehearsals = ({ memory, reads }: Parts, now: string): readonly string[] => {
  const relays = [...memory.rows<RelayRow>('relays').all()];
  const unread = [...reads.oldSystems.all()].filter(({ failing, readUpTo }) => failing && millisBetween(readUpTo, now) > fresh);
  const ofServices = listRehearsing(reads).flatMap((service) => {
    const problem = relayProblemOf(service, reads.integrations.where('serviceId', service.id), relays);
    const isLong = millisBetween(service.rehearsingSince, now) > longest;
    const isBroken = problem !== null && millisBetween(problem.since, now) > brokenFor;
    return [
      ...(isLong ? [`“${service.name}” has been rehearsing for more than 30 days: it pages nobody`] : []),
      ...(isBroken ? [`“${service.name}” rehearses, and nothing reaches the old system (${problem.why})`] : []),
    ];
  });
  return [
    ...ofServices,
    ...unread.map(
      ({ id, failing, readUpTo }) => `nothing since ${readUpTo} is compared with ${foreignSystems[id].title}: ${failing?.why ?? ''}`,
    ),
  ];
};
