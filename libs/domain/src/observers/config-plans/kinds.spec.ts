import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import type { LookupFact, LookupTable } from '@tocsin/contracts/lookups/noun.js';
import { teamCreated, teamId } from '../../setup/teams/facts.fixture.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import { byOwner, idOf, readsAfter } from '../../configuration.fixture.js';
import { routesItemId } from '../../rules/routes-item.js';
import { afterPlan, planOf } from './applied.fixture.js';
import { exportFiles } from './export.js';

const ana = 'ana@example.org';
const base = [
  { kind: 'Person', email: ana },
  { kind: 'Team', name: 'Payments', members: [{ person: ana, role: 'manager' }] },
  { kind: 'Policy', team: 'Payments', name: 'Payments', steps: [{ waitMinutes: 5, targets: [{ person: ana }] }] },
  { kind: 'Service', team: 'Payments', name: 'Checkout', policy: 'Payments' },
  { kind: 'Service', team: 'Payments', name: 'Ledger', policy: 'Payments' },
  { kind: 'Integration', service: 'Payments/Checkout', name: 'Alertmanager', integrationKind: 'alertmanager' },
  { kind: 'Integration', service: 'Payments/Ledger', name: 'Pings', integrationKind: 'healthchecks' },
];
const routes = {
  kind: 'Routes',
  integration: 'Payments/Checkout/Alertmanager',
  routes: [
    { name: 'Ledger', when: ['service="ledger"'], then: { service: 'Ledger' } },
    { name: 'Noise', when: [['severity="info"'], ['env="dev"']], then: { recordOnly: true }, enabled: false },
  ],
  default: {
    service: 'Checkout',
    urgency: 'low',
    holdMinutes: 3,
    grouping: { by: { kind: 'fields', fields: ['alertname'] }, windowMinutes: 30 },
    linking: { by: { kind: 'template', template: '{{cluster}}' }, windowMinutes: 60 },
  },
};
const organisationRoutes = { kind: 'Routes', routes: [{ when: ['team="payments"'], then: { service: 'Payments/Checkout' } }] };
const heartbeat = {
  kind: 'Heartbeat',
  integration: 'Payments/Ledger/Pings',
  name: 'Nightly',
  externalKey: 'opsgenie:nightly',
  cron: '15 5 * * *',
  timeZone: 'Europe/London',
  graceMinutes: 60,
};
const maintenance = {
  kind: 'MaintenanceWindow',
  team: 'Payments',
  name: 'Ledger backup',
  services: ['Ledger'],
  matchers: ['job="backup"'],
  timeZone: 'Europe/Berlin',
  start: '2026-12-06T02:00',
  durationMinutes: 60,
  rrule: 'FREQ=WEEKLY;BYDAY=SU',
};
const table = { kind: 'LookupTable', team: 'Payments', name: 'Owners', matchOn: 'host', csv: 'host,owner\nweb-1,"Search; EU"\n' };
const inhibition = {
  kind: 'InhibitionRule',
  name: 'A cluster that is down',
  source: ['alertname="ClusterDown"'],
  target: ['severity=~"warning|info"'],
  equal: ['cluster', 'region'],
};
const mapped = {
  kind: 'Integration',
  service: 'Payments/Ledger',
  name: 'Hook',
  integrationKind: 'generic',
  mapping: { key: '$string(id)', summary: 'title' },
};
const all = [...base, mapped, routes, organisationRoutes, heartbeat, maintenance, table, inhibition];
const empty = readsAfter();
const applied = (documents: readonly object[]) => afterPlan(planOf(documents, empty), empty);
const errorsOf = (documents: readonly object[]) => planOf(documents, empty).errors.map(({ path, code }) => `${path} ${code}`);

describe('kinds of things in files', () => {
  it('are made by their commands, after what they name', () => {
    const { steps, errors } = planOf(all, empty);
    expect(errors).toEqual([]);
    const types = steps.map(({ command }) => command?.type);
    expect(types.slice(types.indexOf('ChangeRoutes'))).toEqual([
      'ChangeRoutes',
      'ChangeOrganisationRoutes',
      'CreateHeartbeat',
      'SetExternalKey',
      'PlanMaintenance',
      'SaveLookup',
      'SaveInhibitionRule',
    ]);
    expect(types.filter((type) => type === 'ChangeMapping')).toHaveLength(1);
  });

  it('are owned, and change nothing when they are applied again', () => {
    const reads = applied(all);
    expect(planOf(all, reads)).toMatchObject({ steps: [], changes: [], unchanged: 13 });
    expect(reads.configItems.get(routesItemId(organisationRouter))).toMatchObject({ kind: 'Routes', owner: { source: 'default' } });
  });

  it('are exported as they are: applied, they change nothing', () => {
    const reads = applied(all);
    const documents = exportFiles(reads, null, byOwner).flatMap((file) => file.documents);
    expect(documents.map((one) => (one as { kind: string }).kind)).toEqual(
      expect.arrayContaining(['Routes', 'Heartbeat', 'MaintenanceWindow', 'LookupTable', 'InhibitionRule']),
    );
    expect(planOf(documents, reads).changes).toEqual([]);
  });

  it('post where a route names an event subscription; beside nothing else it records only', () => {
    const subscription: Fact = {
      type: 'EventSubscriptionCreated',
      data: {
        subscriptionId: idOf('a2'),
        teamId: null,
        name: '#ops',
        kinds: [],
        host: 'https://x',
        addressRef: 'a',
        secretRef: 's',
        after: 0,
      },
    };
    const world = readsAfter(subscription);
    const thens = [
      { postTo: '#ops' },
      { postTo: '#ops', recordOnly: true },
      { postTo: '#ops', usualService: true },
      { postTo: '#ops', urgency: 'low' },
    ];
    const documents = [...base, { ...routes, routes: thens.map((then) => ({ then })), default: undefined }];
    const reads = afterPlan(planOf(documents, world), world);
    const outcomes = [...reads.routeRules.all()].flatMap(({ rules }) => rules.map(({ outcome }) => outcome));
    expect(outcomes).toEqual([
      { kind: 'record_only', postTo: idOf('a2') },
      { kind: 'record_only', postTo: idOf('a2') },
      { kind: 'default', postTo: idOf('a2') },
      { kind: 'default', postTo: idOf('a2'), urgency: 'low' },
    ]);
    const exported = exportFiles(reads, null, byOwner).flatMap((file) => file.documents);
    expect(planOf(exported, reads).changes).toEqual([]);
    expect(errorsOf(documents)).toContain('routes[0].then.postTo config.reference_missing');
  });

  it('say of a new service that it rehearses, and never of one that there is', () => {
    const rehearsing = base.map((one) => (one.name === 'Ledger' ? { ...one, rehearses: true } : one));
    const rehearses = ({ changes }: ReturnType<typeof planOf>) =>
      changes.flatMap(({ name, fields }) => fields.flatMap(({ path, to }) => (path === 'rehearses' ? [`${name}: ${to}`] : [])));
    expect(rehearses(planOf(rehearsing, empty))).toEqual(['Payments/Ledger: true']);
    expect(planOf(rehearsing, applied(base)).changes).toEqual([]);
  });

  it('are changed by field, and renamed by their key', () => {
    const reads = applied(all);
    const changed = [
      ...base,
      { ...mapped, mapping: { summary: 'name' } },
      { ...table, csv: 'host,owner\nweb-1,Payments\n' },
      { ...inhibition, equal: ['region', 'cluster'], enabled: false },
      { ...routes, routes: routes.routes.slice(1) },
      { ...heartbeat, name: 'Every night', graceMinutes: 30 },
      { ...maintenance, durationMinutes: 90 },
    ];
    const { changes, steps } = planOf(changed, reads);
    expect(changes.flatMap(({ kind, fields }) => fields.map(({ path }) => `${kind} ${path}`))).toEqual(
      expect.arrayContaining([
        'Integration mapping',
        'Routes routes',
        'Heartbeat name',
        'Heartbeat graceMinutes',
        'MaintenanceWindow durationMinutes',
        'LookupTable rows',
        'InhibitionRule enabled',
      ]),
    );
    expect(changes.find(({ kind }) => kind === 'InhibitionRule')?.fields).toHaveLength(1);
    const types = steps.flatMap(({ command }) => command?.type ?? []);
    expect(types).toEqual(['ChangeMapping', 'ChangeRoutes', 'ChangeHeartbeat', 'ChangeMaintenance', 'SaveLookup', 'SaveInhibitionRule']);
    const before = [...reads.routeRules.all()].find(({ id }) => id !== organisationRouter);
    const { rules } = steps[1]!.command!.data as { rules: { ruleId?: string }[] };
    expect(rules[0]!.ruleId).toBe(before!.rules[1]!.ruleId);
  });

  it('are removed with --prune before what they stand on', () => {
    const reads = applied(all);
    const { steps, errors } = planOf(base, reads, { prune: true });
    expect(errors).toEqual([]);
    expect(steps.flatMap(({ command }) => command?.type ?? [])).toEqual([
      'RemoveInhibitionRule',
      'RemoveLookup',
      'RemoveMaintenance',
      'RemoveHeartbeat',
      'ChangeRoutes',
      'ChangeOrganisationRoutes',
      'RemoveIntegration',
    ]);
  });

  it('what a file leaves out stays as it is; null ends a mapping', () => {
    const reads = applied(all);
    const { mapping: _mapping, ...unmapped } = mapped;
    const { csv: _csv, ...bare } = table;
    expect(planOf([...base, unmapped, bare], reads).changes).toEqual([]);
    const { steps } = planOf([...base, { ...mapped, mapping: null }], reads);
    expect(steps.flatMap(({ command }) => command ?? [])).toMatchObject([{ type: 'ChangeMapping', data: { fields: {} } }]);
  });

  it('a table with an address is exported with its last rows: they make it on an empty server, and change none that is fetched', () => {
    const [{ id: lookupId, ...row }] = [...applied([...base, table]).lookupTables.all()] as [LookupTable];
    const { changedAt: _at, by: _by, version: _version, ...settings } = row;
    const fetched = { ...settings, lookupId, host: 'https://cmdb.example.org', sourceRef: 'lookup-source:1' };
    const saved = { type: 'LookupSaved', data: { ...fetched, teamId } } as const;
    const documents = exportFiles(readsAfter(teamCreated, saved), null, byOwner).flatMap((file) => file.documents);
    const written = documents.find((one) => (one as { kind: string }).kind === 'LookupTable')!;
    const rows = [['web-2', 'Payments']];
    const later: LookupFact = {
      type: 'LookupFetched',
      data: { lookupId, teamId, name: row.name, columns: [...row.columns], rows, sourceRef: 'lookup-source:1' },
    };
    expect(planOf([written], readsAfter(teamCreated, saved, later)).changes).toEqual([]);
    const renamed = planOf([{ ...written, matchOn: 'node' }], readsAfter(teamCreated, saved, later)).steps;
    expect(renamed).toMatchObject([{ command: { type: 'SaveLookup', data: { matchOn: 'node' } } }]);
    expect(renamed[0]!.command!.data).not.toHaveProperty('csv');
    const [made] = [...applied([...base, written]).lookupTables.all()];
    expect(made).toMatchObject({ name: row.name, columns: row.columns, rows: row.rows });
  });

  it('a window for everything says so, also where it is written', () => {
    const loose = { ...maintenance, services: [], matchers: ['env!="test"'], coversEverything: true };
    expect(errorsOf([...base, loose])).toEqual([]);
    const documents = exportFiles(applied([...base, loose]), null, byOwner).flatMap((file) => file.documents);
    expect(documents).toContainEqual(expect.objectContaining({ kind: 'MaintenanceWindow', coversEverything: true }));
  });

  it.each([
    [
      'a route to a service that there is not',
      [...base, { ...routes, default: { service: 'Nowhere' } }],
      ['default.service config.reference_missing'],
    ],
    ['two lists for one integration', [...base, routes, routes], ['integration config.duplicate']],
    [
      'a pattern that can’t be read',
      [...base, { ...routes, routes: [{ when: ['a=b'], then: { recordOnly: true } }] }],
      ['routes[0].when[0][0] config.value'],
    ],
    ['a lookup table without rows', [...base, { ...table, csv: undefined }], ['csv config.required']],
    ['a lookup table with a key twice', [...base, { ...table, csv: 'host,owner\na,b\na,c\n' }], [' lookup.key_twice']],
    ['an expression that can’t be read', [...base, { ...mapped, mapping: { summary: 'title &' } }], [' mapping.expression_invalid']],
    ['a mapping of what is not generic', [...base, { ...mapped, name: 'Other', integrationKind: 'alertmanager' }], [' mapping.other_kind']],
    ['a matcher that can’t be read', [...base, { ...inhibition, target: ['severity'] }], ['target[0] config.value']],
    ['a heartbeat without a time', [...base, { ...heartbeat, cron: undefined }], ['everyMinutes or cron config.required']],
    [
      'pings for an integration that takes none',
      [...base, { ...heartbeat, integration: 'Payments/Checkout/Alertmanager' }],
      [' heartbeat.other_integration'],
    ],
    [
      'a window for everything that does not say so',
      [...base, { ...maintenance, services: [], matchers: ['env!="test"'] }],
      [' maintenance.matches_everything'],
    ],
    ['a day that there is not', [...base, { ...maintenance, start: '2026-02-30T02:00' }], ['start config.value']],
    ['a zone that there is not', [...base, { ...maintenance, timeZone: 'Mars/Olympus' }], ['timeZone config.zone_unknown']],
  ])('are refused: %s', (_, documents, errors) => {
    expect(errorsOf(documents)).toEqual(expect.arrayContaining(errors.map((error) => expect.stringContaining(error.trim()) as string)));
  });

  it('a window that is over is not made, and said: its file can be applied again', () => {
    const over = { ...maintenance, start: '2026-01-01T02:00', rrule: null };
    const { changes, warnings, errors } = planOf([...base, over], empty);
    expect(errors).toEqual([]);
    expect(changes.map(({ kind }) => kind)).not.toContain('MaintenanceWindow');
    expect(warnings).toEqual(['MaintenanceWindow Payments/Ledger backup is over: it is not made.']);
  });
});
