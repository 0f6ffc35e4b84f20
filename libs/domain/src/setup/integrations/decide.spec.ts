import type { Fact } from '@tocsin/contracts/catalogue.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { byBo, byOwner, fixtureTime, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { policyCreated } from '../policies/facts.fixture.js';
import { serviceCreated, serviceId } from '../services/facts.fixture.js';
import { teamDecider } from '../team-stream/decider.js';
import { boManages, teamCreated, teamId } from '../teams/facts.fixture.js';
import {
  integrationCreated,
  integrationId,
  integrationRemoved,
  keyEnded,
  keyIssued,
  keyRevealed,
  secondKeyIssued,
} from './facts.fixture.js';
import { integrationsView } from './views.js';

const reads = readsAfter();
const owner = { actor: byOwner, reads };
const asBo = { actor: byBo, reads };
const history: readonly Fact[] = [teamCreated, policyCreated, serviceCreated];
const service = given(teamDecider, history);
const integration = given(teamDecider, [...history, integrationCreated, keyIssued]);
const createNamed = (n: number): Fact => ({
  type: 'IntegrationCreated',
  data: { teamId, serviceId, integrationId: idOf(`1${n}`), name: `Sender ${n}`, kind: 'generic' },
});

describe('creating an integration', () => {
  const data = { teamId, serviceId, integrationId, name: 'Alertmanager', kind: 'alertmanager', keyHash: 'hash-1', keyRef: 'key/1' };
  const command = { type: 'CreateIntegration', data };

  it('comes with its first key, of which the log holds a hash', () => {
    expect(service.when(command, owner).facts()).toEqual([integrationCreated, keyIssued]);
  });

  it('does nothing the second time', () => {
    expect(integration.when({ ...command, data: { ...data, keyHash: 'hash-9' } }, owner).nothing()).toBe(true);
    expect(integration.when({ ...command, data: { ...data, name: 'Other' } }, owner).refusal()).toBe('conflict.revision');
  });

  it('takes a manager of the team', () => {
    expect(
      given(teamDecider, [...history, boManages])
        .when(command, asBo)
        .types(),
    ).toEqual(['IntegrationCreated', 'IntegrationKeyIssued']);
    expect(service.when(command, asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider).when(command, owner).refusal()).toBe('team.not_found');
  });

  it('takes a service, a name of its own, and room', () => {
    expect(given(teamDecider, [teamCreated]).when(command, owner).refusal()).toBe('service.not_found');
    const second = { ...command, data: { ...data, integrationId: undefined, name: 'alertMANAGER' } };
    expect(integration.when(second, owner).refusal()).toBe('integration.name_taken');
    const thirty = Array.from({ length: 30 }, (_, n) => createNamed(n + 100));
    expect(
      given(teamDecider, [...history, ...thirty])
        .when(command, owner)
        .refusal(),
    ).toBe('limit.integrations');
  });
});

describe('keys', () => {
  const issue = { type: 'IssueIntegrationKey', data: secondKeyIssued.data };
  const end = { type: 'EndIntegrationKey', data: keyEnded.data };
  const withTwoKeys = given(teamDecider, [...history, integrationCreated, keyIssued, secondKeyIssued]);

  it('overlap by two while they are changed', () => {
    expect(integration.when(issue, owner).facts()).toEqual([secondKeyIssued]);
    expect(withTwoKeys.when(issue, owner).nothing()).toBe(true);
    expect(withTwoKeys.when({ ...issue, data: { ...issue.data, keyHash: 'hash-3' } }, owner).refusal()).toBe('limit.integration_keys');
  });

  it('are shown to whoever may configure the service, and that they were is recorded', () => {
    const reveal = { type: 'RevealIntegrationKey', data: keyRevealed.data };
    expect(withTwoKeys.when(reveal, owner).facts()).toEqual([keyRevealed]);
    expect(withTwoKeys.when(reveal, asBo).refusal()).toBe('permission.denied');
    const withEndedKey = given(teamDecider, [...history, integrationCreated, keyIssued, keyEnded]);
    expect(withEndedKey.when(reveal, owner).refusal()).toBe('integration.key_not_found');
  });

  it('end', () => {
    expect(withTwoKeys.when(end, owner).facts()).toEqual([keyEnded]);
    expect(
      given(teamDecider, [...history, integrationCreated, keyIssued, keyEnded])
        .when(end, owner)
        .nothing(),
    ).toBe(true);
  });
});

describe('renaming and removing', () => {
  const rename = { type: 'RenameIntegration', data: { teamId, integrationId, name: 'Prometheus' } };
  const remove = { type: 'RemoveIntegration', data: { teamId, integrationId } };

  it('are recorded', () => {
    expect(integration.when(rename, owner).facts()).toEqual([{ type: 'IntegrationRenamed', data: rename.data }]);
    expect(integration.when({ ...rename, data: { ...rename.data, name: 'Alertmanager' } }, owner).nothing()).toBe(true);
    expect(integration.when(remove, owner).facts()).toEqual([integrationRemoved]);
  });

  it('take no name that another has', () => {
    const withTwoIntegrations = given(teamDecider, [...history, integrationCreated, createNamed(1)]);
    expect(withTwoIntegrations.when({ ...rename, data: { ...rename.data, name: 'sender 1' } }, owner).refusal()).toBe(
      'integration.name_taken',
    );
  });

  it('leave the name free', () => {
    const create = { type: 'CreateIntegration', data: { ...integrationCreated.data, integrationId: undefined, keyHash: 'h', keyRef: 'k' } };
    expect(
      given(teamDecider, [...history, integrationCreated, integrationRemoved])
        .when(create, owner)
        .types(),
    ).toHaveLength(2);
  });
});

describe('whose mails an integration takes', () => {
  const mails: Fact = { ...integrationCreated, data: { ...integrationCreated.data, kind: 'mail' } } as Fact;
  const change = (...senders: readonly string[]) => ({ type: 'ChangeMailSenders', data: { teamId, integrationId, senders } });
  const changed: Fact = { type: 'MailSendersChanged', data: { teamId, integrationId, senders: ['@example.org'] } };
  const forMails = given(teamDecider, [...history, mails]);

  it('is recorded, each sender once, and nothing when it is so already', () => {
    expect(forMails.when(change('@example.org', '@example.org'), owner).facts()).toEqual([changed]);
    const named = given(teamDecider, [...history, mails, changed]);
    expect(named.when(change('@example.org'), owner).nothing()).toBe(true);
    expect(named.when(change(), owner).facts()).toMatchObject([{ data: { senders: [] } }]);
  });

  it('is refused of one of another kind, and to others than managers', () => {
    expect(integration.when(change('@example.org'), owner).refusal()).toBe('integration.takes_no_mail');
    expect(forMails.when(change('@example.org'), asBo).refusal()).toBe('permission.denied');
  });
});

it.each(['RenameIntegration', 'IssueIntegrationKey', 'EndIntegrationKey', 'RevealIntegrationKey', 'RemoveIntegration'])(
  '%s is refused without an integration, or without a manager',
  (type) => {
    const command = { type, data: { teamId, integrationId, name: 'x', keyHash: 'hash-1', keyRef: 'key/1' } };
    expect(service.when(command, owner).refusal()).toBe('integration.not_found');
    expect(integration.when(command, asBo).refusal()).toBe('permission.denied');
  },
);

it('shows an integration with its live keys, until it is removed', () => {
  const row = (...facts: readonly Fact[]) => foldRows(integrationsView, recordedFacts(facts)).get(integrationId);
  expect(row(integrationCreated, keyIssued, secondKeyIssued, keyEnded)).toEqual({
    id: integrationId,
    teamId,
    serviceId,
    name: 'Alertmanager',
    kind: 'alertmanager',
    keys: [{ keyHash: 'hash-2', keyRef: 'key/2', since: fixtureTime }],
    endedKeys: [{ keyHash: 'hash-1', since: fixtureTime, until: fixtureTime }],
  });
  expect(row(integrationCreated, { type: 'IntegrationRenamed', data: { teamId, integrationId, name: 'P' } })).toMatchObject({ name: 'P' });
  expect(row(integrationCreated, keyIssued, integrationRemoved)).toBeUndefined();
});

describe('a key of another system', () => {
  const old = { teamId, integrationId, keyHash: 'hash-2', keyRef: 'key/2', from: 'pagerduty' as const, endsAt: '2036-01-01T00:00:00.000Z' };
  const withOld: readonly Fact[] = [...history, integrationCreated, keyIssued, { type: 'IntegrationKeyIssued', data: old }];
  const about = { teamId, integrationId };

  it('is one of the two, and ends by itself unless it is kept', () => {
    expect(integration.when({ type: 'IssueIntegrationKey', data: old }, owner).facts()).toEqual([withOld.at(-1)]);
    const kept: Fact = { type: 'IntegrationKeyKept', data: { ...about, keyHash: 'hash-2' } };
    const keep = { type: 'KeepIntegrationKey', data: { ...about, keyHash: 'hash-2' } };
    expect(given(teamDecider, withOld).when(keep, owner).facts()).toEqual([kept]);
    expect(
      given(teamDecider, [...withOld, kept])
        .when(keep, owner)
        .nothing(),
    ).toBe(true);
    expect(
      given(teamDecider, withOld)
        .when({ ...keep, data: { ...about, keyHash: 'hash-1' } }, owner)
        .nothing(),
    ).toBe(true);
    const rows = foldRows(integrationsView, recordedFacts([...withOld, kept]));
    expect(rows.get(integrationId)?.keys.at(-1)).toEqual({ keyHash: 'hash-2', keyRef: 'key/2', since: fixtureTime, from: 'pagerduty' });
  });

  it('that has ended takes no place of a new one', () => {
    const issue = { type: 'IssueIntegrationKey', data: { ...about, keyHash: 'hash-3', keyRef: 'key/3' } };
    expect(given(teamDecider, withOld).when(issue, owner).refusal()).toBe('limit.integration_keys');
    const over = withOld.map((fact) =>
      fact.data === old ? { ...fact, data: { ...old, endsAt: '2020-01-01T00:00:00.000Z' } } : fact,
    ) as Fact[];
    expect(given(teamDecider, over).when(issue, owner).types()).toEqual(['IntegrationKeyIssued']);
  });
});
