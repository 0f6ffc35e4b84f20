import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { FileErrorCode } from '@tocsin/contracts/config-files/plan.js';
import type { PlanOptions } from '@tocsin/domain/observers/config-plans/input.js';
import { bo, byBo, byOwner, fixtureTime, idOf, readsAfter } from '@tocsin/domain/configuration.fixture.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { planConfig } from './plan-job.js';
import { plan, schedule, serviceId, teamId, world } from './planned.fixture.js';

interface Mistake {
  readonly text: string;
  /** `line:column path`. The first line of each file is its apiVersion. */
  readonly at: string;
  /** What to do. */
  readonly says: string;
  readonly more?: readonly Fact[];
  readonly options?: Partial<PlanOptions>;
  readonly isManagers?: true;
  readonly openServices?: readonly string[];
}

const owned = (source: string, kind: 'Service' | 'Connection' = 'Service'): Fact => ({
  type: 'ConfigApplied',
  data: {
    source,
    planId: idOf('f1'),
    commit: null,
    owned: [{ kind, id: serviceId, file: 'b.yaml', line: 7, fields: {} }],
  },
});
const service = 'kind: Service\nteam: Payments\nname: ';
const step = (target: string) => `kind: Policy\nteam: Payments\nname: Default\nsteps:\n  - waitMinutes: 5\n    targets: [${target}]\n`;
const platform: Fact = { type: 'TeamCreated', data: { teamId: idOf('7f'), name: 'Platform', description: '' } };

/** Each code that a plan gives, by a file that has this mistake. */
const mistakes: Readonly<
  Record<Exclude<FileErrorCode, 'config.empty' | 'config.version' | 'config.secret_missing' | 'config.key_in_use'>, Mistake>
> = {
  'config.syntax': { text: 'kind: Team\nname: A\nname: B\n', at: '4:1 ', says: 'unique' },
  'config.too_large': { text: `# ${'x'.repeat(fileLimits.fileBytes.each)}\n`, at: '1:1 ', says: 'Split it.' },
  'config.unknown_kind': { text: 'kind: Servise\nname: A\n', at: '2:7 kind', says: 'Did you mean Service?' },
  'config.unknown_field': { text: 'kind: Team\nname: A\ncolour: red\n', at: '4:9 ', says: 'Remove it.' },
  'config.required': { text: 'kind: Service\nteam: Payments\n', at: '1:1 name', says: 'name is required.' },
  'config.value': {
    text: schedule('ana@example.org').replace('"09:00"', '540'),
    at: '8:44 layers[0].length.time',
    says: 'A time of day stands in quotes: "09:00".',
  },
  'config.zone_unknown': {
    text: 'kind: Schedule\nteam: Payments\nname: Night\ntimeZone: Europe/Berlyn\nlayers: []\n',
    at: '5:11 timeZone',
    says: 'Use a name such as Europe/Berlin.',
  },
  'config.role_by_token': { text: 'kind: Person\nemail: c@example.org\nrole: admin\n', at: '4:7 role', says: 'Write member here.' },
  'config.duplicate': { text: 'kind: Team\nname: A\n---\nkind: Team\nname: a\n', at: '6:7 name', says: 'a.yaml:1. Keep one of them.' },
  'config.reference_missing': { text: `${service}A\npolicy: Defalt\n`, at: '5:9 policy', says: 'Did you mean “Default”?' },
  'config.reference_removed': {
    text: step('{ schedule: Old }'),
    at: '7:27 steps[0].targets[0].schedule',
    says: 'Name another, or write it anew.',
    more: [
      {
        type: 'ScheduleCreated',
        data: { teamId, scheduleId: idOf('5d'), name: 'Old', externalKey: null, timeZone: 'UTC', layers: [], zones: '2026c' },
      },
      { type: 'ScheduleRemoved', data: { scheduleId: idOf('5d') } },
    ] as unknown as readonly Fact[],
  },
  'config.limit': {
    text: `a: &a 1\nb: [${'*a, '.repeat(fileLimits.aliases + 2)}*a]\n`,
    at: '1:1 ',
    says: `at most ${fileLimits.aliases} aliases`,
  },
  'config.secret_in_file': { text: 'kind: Team\nname: A\napiKey: abc\n', at: '4:9 ', says: 'fromEnv' },
  'config.permission': {
    text: `${service}Checkout\nackTimeoutMinutes: 20\n`,
    at: '1:1 ',
    says: 'Checkout',
    isManagers: true,
    more: [platform, { type: 'TeamMemberAdded', data: { teamId: idOf('7f'), personId: bo, role: 'manager' } }],
  },
  'config.open_groups': {
    text: 'kind: Team\nname: Payments\n',
    at: 'b.yaml 7:1 ',
    says: 'Resolve them first.',
    more: [owned('default')],
    options: { prune: true },
    openServices: [serviceId],
  },
  'config.in_use': {
    text: 'kind: Team\nname: Payments\n',
    at: 'b.yaml 7:1 ',
    says: 'Remove it by hand.',
    more: [
      { type: 'ConnectionAdded', data: { connectionId: serviceId, kind: 'twilio', name: 'SMS', fields: {}, secretRef: 'connection:1' } },
      {
        type: 'ContactMethodAdded',
        data: { personId: bo, contactMethodId: idOf('c1'), kind: 'sms', address: '+14155550199', verified: true, secretRef: null },
      },
      owned('default', 'Connection'),
    ],
    options: { prune: true },
  },
  'config.nobody_left': {
    text: 'kind: Schedule\nteam: Payments\nname: Primary\nlayers: []\n',
    at: '1:1 ',
    says: 'Name somebody in its steps first.',
  },
  'config.prune_too_many': {
    text: 'kind: Team\nname: Payments\n',
    at: ' 1:1 ',
    says: 'Use --prune-at-most 1.',
    more: [owned('default')],
    options: { prune: true, pruneAtMost: 0 },
  },
  'config.owned_elsewhere': {
    text: `${service}Checkout\nackTimeoutMinutes: 20\n`,
    at: '4:7 name',
    says: 'Remove it there first, or use --take-over.',
    more: [owned('infra')],
  },
  'config.other_team': {
    text: 'kind: Service\nteam: Platform\nname: A\npolicy: Payments/Default\n',
    at: '5:9 policy',
    says: 'Name a policy of this team.',
    more: [platform],
  },
  'config.person_gone': {
    text: step('{ person: bo@example.org }'),
    at: '7:25 steps[0].targets[0].person',
    says: 'Name somebody else, or enable the person first.',
    more: [{ type: 'PersonDisabled', data: { personId: bo, replacementId: null, leaveGaps: true } }] as unknown as readonly Fact[],
  },
};

const jobOf = (text: string) => ({
  body: new TextEncoder().encode(JSON.stringify({ files: [{ path: 'a.yaml', text }] })),
  planId: idOf('f0'),
  purpose: 'plan' as const,
  actor: byOwner,
  viewer: byOwner,
  logPosition: 1,
  openServices: [],
  webhooks: [],
  secretsOfConnections: {},
  secretHashKey: '',
});
const answeredTo = (text: string) =>
  planConfig(jobOf(text) as never, readsAfter(...world) as unknown as DomainReads, fixtureTime, () => ({
    people: [],
    shifts: [],
  })).plan.errors.map(({ file, line, column, path, code, message }) => ({ at: `${file} ${line}:${column} ${path}`, code, message }));

describe('each mistake that files can have', () => {
  it.each(Object.entries(mistakes))('is named with file, line, column and what to do: %s', (code, mistake) => {
    const { text, at, says, more = [], options = {}, isManagers, openServices = [] } = mistake;
    const { errors } = plan(text, more, options, isManagers ? byBo : byOwner, openServices);
    const place = /^\d/.test(at) ? `a.yaml ${at}` : at;
    expect(
      errors.map((error) => ({
        code: error.code,
        at: `${error.file} ${error.line}:${error.column} ${error.path}`,
        message: error.message,
      })),
    ).toContainEqual({ code, at: place, message: expect.stringContaining(says) as string });
  });

  it.each([
    ['config.empty', '# nothing\n', ' 1:1 ', 'Check --file.'],
    ['config.version', 'kind: Team\nname: A\n', 'a.yaml 1:1 apiVersion', 'needs apiVersion: tocsin.dev/v1.'],
    [
      'config.secret_missing',
      `apiVersion: tocsin.dev/v1\nkind: Integration\nservice: Payments/Checkout\nname: A\nintegrationKind: generic\nkeys: [{ fromEnv: TOCSIN_SECRET_A }]\n`,
      'a.yaml 6:19 keys[0].fromEnv',
      'Set it where tocsin runs.',
    ],
  ])('and of the whole request: %s', (code, text, at, says) =>
    expect(answeredTo(text)).toContainEqual({ code, at, message: expect.stringContaining(says) as string }),
  );
});
