import { createHash } from 'node:crypto';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { backtestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import {
  configRequest,
  type ConfigPlan,
  type ChangedShifts,
  type ConfigRequest,
  type MovedShift,
} from '@tocsin/contracts/config-files/plan.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import type { PlacedDocument } from '@tocsin/domain/observers/config-plans/documents.js';
import { planFiles } from '@tocsin/domain/observers/config-plans/plan.js';
import type { ChangedRules, Invitation, PlannedFiles } from '@tocsin/domain/observers/config-plans/input.js';
import { domain } from '@tocsin/domain/registry.js';
import { MemoryTable } from '@tocsin/kernel/rows/memory-table.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { hiddenValue, mayReadConnections, type SecretHashes } from '@tocsin/domain/observers/config-plans/connection-fields.js';
import { parseOrThrow } from '../../problems/problem.js';
import { toIssuedKey } from '../../secrets/known-keys.js';
import { hashesOf } from '../../secrets/secret-hashes.js';
import { readFiles } from './read-files.js';

export interface PlanJob {
  /** The body as it came: reading the largest takes a while. */
  readonly body: Uint8Array;
  readonly planId: string;
  /** A plan may lack the keys of a rescue, which apply reads. */
  readonly purpose: 'plan' | 'apply';
  readonly actor: Actor;
  /** Whoever asked: addresses are shown as they may read them. */
  readonly viewer: Actor;
  readonly logPosition: number;
  readonly openServices: readonly string[];
  /** Hashes of the secrets that connections have, and the key for those of variables. */
  readonly secretsOfConnections: SecretHashes['ofConnections'];
  readonly secretHashKey: string;
  /** Without what they wait for. */
  readonly webhooks: readonly { readonly state: { readonly subscriptionId: string } }[];
}

/** The plan, and what is needed to apply it. */
export interface PlanJobAnswer {
  readonly plan: ConfigPlan;
  readonly steps: readonly ConfigStep[];
  readonly invitations: readonly Invitation[];
  readonly keys: PlannedFiles['keys'];
  /** Variables of connections’ secrets, by connection. */
  readonly secretsOf: PlannedFiles['secrets'];
  readonly secrets: ConfigRequest['secrets'];
  readonly request: Pick<ConfigRequest, 'expect' | 'invitations'>;
}

const parseBody = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return null;
  }
};

/** When the plan that is expected was made: its people are compared over the same weeks. */
const madeAt = (expect: string | undefined): string | undefined => {
  const millis = Number.parseInt(expect?.split('.')[0] ?? '', 36);
  return Number.isFinite(millis) ? new Date(millis).toISOString() : undefined;
};

/** Who is on call instead of whom after a change of a schedule’s rules, and whose shifts change: ids. `at`: when the plan was made. */
export type MovedShifts = (
  rules: ChangedRules,
  about: { readonly now: string; readonly at: string; readonly actor: Actor },
) => { readonly people: readonly MovedShift[]; readonly shifts: readonly ChangedShifts[] };

const queuesView = domain.memory.find(({ name }) => name === 'eventQueues')!;

/** The thread has no copy of what subscriptions wait for, only their names. */
export const withWebhooks = (reads: DomainReads, webhooks: PlanJob['webhooks']): DomainReads => {
  const rows = new MemoryTable<unknown>(queuesView);
  for (const row of webhooks) rows.put(row.state.subscriptionId, row);
  return { ...reads, eventQueues: rows as unknown as DomainReads['eventQueues'] };
};

export const planConfig = (
  { body, planId, purpose, actor, viewer, logPosition, openServices, webhooks, secretsOfConnections, secretHashKey }: PlanJob,
  copy: DomainReads,
  now: string,
  movedShifts: MovedShifts,
): PlanJobAnswer => {
  const reads = withWebhooks(copy, webhooks);
  const request = parseOrThrow(configRequest, parseBody(body));
  const { source, commit, files, secrets } = request;
  const read = readFiles(files);
  const planned = planFiles({
    documents: read.documents,
    options: request,
    domain,
    reads,
    planId,
    now,
    actor,
    viewer,
    openServices: new Set(openServices),
    secretHashes: {
      ofVariables: mayReadConnections({ actor: viewer })
        ? hashesOf(secrets, secretHashKey)
        : Object.fromEntries(Object.keys(secrets).map((name) => [name, hiddenValue])),
      ofConnections: secretsOfConnections,
    },
  });
  const missing = missingSecrets(planned, read.documents, secrets);
  // one odd key of the old system stops no move
  const later = missing.filter(({ path, code }) => path.endsWith('.fromRescue') && (purpose === 'plan' || code === 'config.value'));
  const wrong = [...read.errors, ...planned.errors, ...missing.filter((one) => !later.includes(one))];
  const errors = wrong.slice(0, fileLimits.errorsListed);
  const at = madeAt(request.expect) ?? now;
  const moved = errors.length > 0 ? [] : planned.rules.map((rules) => movedShifts(rules, { now, at, actor }));
  const people = moved.flatMap((one) => one.people);
  const shifts = moved.flatMap((one) => one.shifts);
  const { changes, shownChanges, shownOf, unchanged, drift, warnings } = planned;
  const countOf = (action: string): number => changes.filter((change) => change.action === action).length;
  const invited = planned.invitations.map(({ email }) => email);
  const plan: ConfigPlan = {
    source,
    commit,
    at: now,
    logPosition,
    digest: digestOf(planned, people, at),
    summary: { created: countOf('create'), changed: countOf('change'), removed: countOf('remove'), drift, unchanged },
    changes: [...shownChanges],
    people: people.slice(0, fileLimits.shiftsListed).map((shift) => labelled(shift, shownOf)),
    shifts: shifts.slice(0, fileLimits.shiftsListed).map((one) => ({ ...one, who: shownOf(one.who) })),
    told: [...new Set(shifts.map(({ who }) => who))].map(shownOf).toSorted(),
    invited,
    warnings: [...warnings, ...later.map(({ message }) => message), ...sharedKeys(planned, secrets)],
    backtests: request.backtest && errors.length === 0 ? backtestsOf(planned) : [],
    errors,
  };
  return { plan, steps: planned.steps, invitations: planned.invitations, keys: planned.keys, secretsOf: planned.secrets, secrets, request };
};

/** What is new has no past; what is removed changes nothing that came. */
const backtestsOf = ({ steps }: PlannedFiles): ConfigPlan['backtests'] =>
  steps
    .flatMap(({ command, about }) => {
      const change = command === null || !backtestedTypes.has(command.type) ? undefined : backtestChange.safeParse(command).data;
      return change === undefined ? [] : [{ about, change }];
    })
    .slice(0, fileLimits.backtested);

const backtestedTypes: ReadonlySet<string> = new Set([
  'ChangePolicy',
  'ChangeSchedule',
  'ChangeService',
  'ChangeRoutes',
  'ChangeOrganisationRoutes',
]);

const labelled = (shift: MovedShift, labelOf: (id: string) => string): MovedShift => ({
  ...shift,
  was: shift.was.map(labelOf),
  becomes: shift.becomes.map(labelOf),
});

/** A key leads to one integration: that which is made first. */
const sharedKeys = ({ keys, shownOf }: PlannedFiles, secrets: ConfigRequest['secrets']): readonly string[] => {
  const first = new Map<string, string>();
  return Object.entries(keys).flatMap(([id, names]) =>
    names.flatMap((name) => {
      const value = secrets[name];
      const other = value === undefined ? undefined : first.get(value);
      if (value !== undefined && other === undefined) first.set(value, id);
      return other === undefined || other === id
        ? []
        : [`${shownOf(id)} has the same key as ${shownOf(other)}: alerts with it come there, and the organisation’s routes decide.`];
    }),
  );
};

const whatIsMissing: Readonly<Record<string, (name: string) => string>> = {
  fromEnv: (name) => `${name} is not set. Set it where tocsin runs.`,
  fromRescue: (name) => `The key ${name} is not known. Add --rescue with the folder of that rescue.`,
};
const wrongKey = (name: string): string =>
  `${name} is no key that a sender can use here: 32 hexadecimal digits, a UUID, or 32 capital letters and digits.`;

/** At the place that names it. */
const missingSecrets = (
  { keys }: PlannedFiles,
  documents: readonly PlacedDocument[],
  secrets: ConfigRequest['secrets'],
): ConfigPlan['errors'] => {
  const missing = new Set(Object.values(keys).flat());
  return documents.flatMap(({ document, placeOf }) =>
    (document.kind === 'Integration' ? (document.keys ?? []) : []).flatMap((key, n) => {
      const [field, name] = Object.entries(key)[0]!;
      if (!missing.has(name)) return [];
      const path = `keys[${n}].${field}`;
      const value = secrets[name];
      if (value === undefined) return [{ ...placeOf(path), path, code: 'config.secret_missing', message: whatIsMissing[field]!(name) }];
      // no sender could use it
      return toIssuedKey(value) === undefined ? [{ ...placeOf(path), path, code: 'config.value', message: wrongKey(name) }] : [];
    }),
  );
};

/** The same whoever asks, so that one person reviews and another applies. A stretch that has begun begins now: a moment later it is the same. */
const digestOf = ({ changes, invitations, labelOf }: PlannedFiles, people: readonly MovedShift[], at: string): string => {
  const changed = changes.map(({ kind, id, action, revision, fields }) => [
    kind,
    id,
    action,
    revision,
    fields.map(({ path, from, to }) => [path, from, to]),
  ]);
  const end = addMillis(at, fileLimits.shiftsAhead);
  const moved = people
    .map((shift) => labelled(shift, labelOf))
    .map(({ schedule, to, was, becomes }) => [schedule, to === end ? '' : to, was.toSorted(), becomes.toSorted()]);
  const hash = createHash('sha256').update(JSON.stringify([changed, moved, invitations.map(({ email, role }) => [email, role])]));
  return `${Date.parse(at).toString(36)}.${hash.digest('hex').slice(0, 32)}`;
};
