import { byOwner, readsAfter } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { afterPlan, planOf } from './applied.fixture.js';
import { noSecretHashes } from './connection-fields.js';
import { driftIn } from './drift.js';
import { Trial } from './shared/trial.js';

const ana = 'ana@example.org';
const files = [
  { kind: 'Person', email: ana },
  { kind: 'Team', name: 'Payments', members: [{ person: ana, role: 'manager' }] },
  { kind: 'Policy', team: 'Payments', name: 'Payments', steps: [{ waitMinutes: 5, targets: [{ person: ana }] }] },
  { kind: 'Service', team: 'Payments', name: 'Checkout', policy: 'Payments', runbook: 'https://example.org/a' },
  { kind: 'Integration', service: 'Payments/Checkout', name: 'Alertmanager', integrationKind: 'alertmanager' },
  { kind: 'Routes', integration: 'Payments/Checkout/Alertmanager', routes: [{ when: ['a="b"'], then: { recordOnly: true } }] },
];
const at = '2026-11-21T09:00:00.000Z';

/** The configuration after these files, and commands of somebody on a screen. */
const afterEdits = () => {
  const reads = afterPlan(planOf(files, readsAfter()), readsAfter());
  const trial = new Trial(domain, reads, at, byOwner);
  const [service] = [...trial.reads.services.all()];
  const [integration] = [...trial.reads.integrations.all()];
  const run = (type: string, data: object, n: number): void => {
    const refused = trial.take({ type, data: data as Record<string, unknown> }, n);
    if (refused) throw new Error(refused.code);
  };
  const setRunbook = (runbook: string, n: number): void => {
    const { id: serviceId, teamId, version, name, policyId } = trial.reads.services.get(service!.id)!;
    run('ChangeService', { teamId, serviceId, version, name, policyId, runbook }, n);
  };
  return { trial, service: service!, integration: integration!, run, setRunbook };
};

describe('drift of what files own', () => {
  it('is none after they were applied', () => expect(driftIn(afterEdits().trial.reads, noSecretHashes)).toEqual([]));

  it('names thing, source, line, fields and whoever edited it', () => {
    const { trial, service, setRunbook } = afterEdits();
    setRunbook('https://example.org/b', 0);
    expect(driftIn(trial.reads, noSecretHashes)).toEqual([
      {
        kind: 'Service',
        id: service.id,
        name: 'Checkout',
        source: 'default',
        file: 'a.json',
        line: 1,
        paths: ['runbook'],
        by: byOwner.id,
        at,
      },
    ]);
  });

  it('ends with an edit that takes it back', () => {
    const { trial, setRunbook } = afterEdits();
    setRunbook('https://example.org/b', 0);
    setRunbook('https://example.org/a', 1);
    expect(driftIn(trial.reads, noSecretHashes)).toEqual([]);
  });

  it('is none in a field that no file names', () => {
    const { trial, service, run } = afterEdits();
    const { id: serviceId, teamId, version, name, policyId, runbook } = trial.reads.services.get(service.id)!;
    run('ChangeService', { teamId, serviceId, version, name, policyId, runbook, description: 'Ours' }, 0);
    expect(driftIn(trial.reads, noSecretHashes)).toEqual([]);
  });

  it('is an integration that was renamed, or removed', () => {
    const { trial, service, integration, run } = afterEdits();
    const of = { teamId: service.teamId, integrationId: integration.id };
    run('RenameIntegration', { ...of, name: 'Prometheus' }, 0);
    expect(driftIn(trial.reads, noSecretHashes).map(({ kind, id, paths }) => [kind, id, paths])).toEqual([
      ['Integration', integration.id, ['name']],
    ]);
    run('RemoveIntegration', of, 1);
    expect(driftIn(trial.reads, noSecretHashes)).toContainEqual(
      expect.objectContaining({ kind: 'Integration', id: integration.id, paths: ['removed'] }),
    );
  });

  it('leads from routes to their integration, and says what was removed', () => {
    const { trial, service, integration, run } = afterEdits();
    const { teamId } = service;
    run('ChangeRoutes', { teamId, integrationId: integration.id, version: 1, rules: [] }, 0);
    run('ArchiveService', { teamId, serviceId: service.id }, 1);
    expect(driftIn(trial.reads, noSecretHashes).map(({ kind, id, paths: [first] }) => [kind, id, first])).toEqual(
      expect.arrayContaining([
        ['Routes', integration.id, 'routes'],
        ['Service', service.id, 'removed'],
      ]),
    );
  });
});
