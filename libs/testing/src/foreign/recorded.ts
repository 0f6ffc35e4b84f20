import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type RecordedSystem = 'opsgenie' | 'pagerduty' | 'oncall' | 'goalert';

/** An answer of another system, as it was recorded or can be. */
export interface Recorded {
  /** `GET /v2/users?limit=100`, for refusals with a remark in brackets. */
  readonly request: string;
  readonly graphql?: { readonly operationName: string; readonly variables: Readonly<Record<string, unknown>> };
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | null;
  readonly body: unknown;
}

export interface ExpectedDuty {
  readonly schedule: string;
  readonly at: string;
  readonly onCall: readonly string[];
  readonly why: string;
}

const folder = join(import.meta.dirname, 'recorded');
const readJson = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));

/** One invented organisation, in the shapes of four systems. */
export const recorded = (system: RecordedSystem, file: string): readonly Recorded[] => readJson(system, `${file}.json`) as Recorded[];

export const recordedAnswers = (system: RecordedSystem): readonly Recorded[] =>
  readdirSync(join(folder, system))
    .filter((name) => !['expected.json', 'refusals.json'].includes(name))
    .flatMap((name) => recorded(system, name.replace('.json', '')));

/** Who is on call there, at instants that were chosen because mistakes show at them. */
export const expectedDuties = (system: RecordedSystem): readonly ExpectedDuty[] =>
  (readJson(system, 'expected.json') as { readonly instants: readonly ExpectedDuty[] }).instants;

export const recordedAt = '2026-11-26T12:00:00.000Z';

/** Short names of the people, by the system’s ids. */
export const namesIn = (system: RecordedSystem): Readonly<Record<string, string>> =>
  (readJson('names.json') as Record<RecordedSystem, Record<string, string>>)[system];
