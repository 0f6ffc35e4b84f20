import { duration } from '@tocsin/contracts/duration.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';

type Reads = Pick<ServerParts['reads'], 'services'>;

/** A rehearsal that is longer was forgotten. */
const longest = 30 * duration.day;

const listRehearsing = ({ services }: Reads): readonly (ServiceRow & { readonly rehearsingSince: string })[] =>
  [...services.all()].flatMap((row) =>
    row.rehearsingSince !== undefined && row.state === 'active' ? [{ ...row, rehearsingSince: row.rehearsingSince }] : [],
  );

export const rehearsingIn = (reads: Reads): HealthAnswer['rehearsing'] =>
  listRehearsing(reads).map(({ id: serviceId, rehearsingSince: since }) => ({ serviceId, since }));

export const describeLongRehearsals = (reads: Reads, now: string): readonly string[] =>
  listRehearsing(reads)
    .filter(({ rehearsingSince }) => millisBetween(rehearsingSince, now) > longest)
    .map(({ name }) => `“${name}” has been rehearsing for more than 30 days: it pages nobody`);
