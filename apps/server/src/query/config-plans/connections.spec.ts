import type { Actor } from '@tocsin/contracts/envelope.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { SecretHashes } from '@tocsin/domain/observers/config-plans/connection-fields.js';
import { driftIn } from '@tocsin/domain/observers/config-plans/drift.js';
import { triedViews } from '@tocsin/domain/observers/config-plans/shared/trial.js';
import { byAdmin, byBo, byObserver, byOwner, fixtureTime, idOf, readsAfter } from '@tocsin/domain/configuration.fixture.js';
import { copiedViews } from '../computations/thread-messages.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { hashesOf } from '../../secrets/secret-hashes.js';
import { planConfig } from './plan-job.js';
import { codesOf, plan, world } from './planned.fixture.js';

const connectionId = idOf('c0');
const fields = { baseUrl: 'https://api.twilio.com', accountSid: 'AC00', sender: '+14155550100', countries: '+1 +41' };
const added: Fact = { type: 'ConnectionAdded', data: { connectionId, kind: 'twilio', name: 'SMS', fields, secretRef: 'connection:1' } };
const variable = 'TOCSIN_SECRET_TWILIO';
const hashes = (ofVariable: string | undefined, stored?: string): SecretHashes => ({
  ofVariables: ofVariable === undefined ? {} : { [variable]: ofVariable },
  ofConnections: stored === undefined ? {} : { [connectionId]: { authToken: stored } },
});
const text = ({ name = 'SMS', sid = 'AC00', secret = `{ fromEnv: ${variable} }` } = {}) => `kind: Connection
name: ${name}
connectionKind: twilio
fields: { baseUrl: https://api.twilio.com, accountSid: ${sid}, sender: "+14155550100", countries: "+1 +41" }
secrets: { authToken: ${secret} }
`;
const planned = (words: string, known: SecretHashes, more: readonly Fact[] = [], actor = byOwner, prune = false) =>
  plan(words, more, { prune }, actor, [], known);
const ownedBy = (known: SecretHashes): Fact[] => {
  const { steps } = planned(text(), known, [added]);
  return [
    { type: 'ConfigApplied', data: { source: 'default', planId: idOf('f1'), commit: null, owned: steps.flatMap(({ owned }) => owned) } },
  ];
};

describe('a connection in files', () => {
  it('is added with its fields; its secret is a variable, and its value is nowhere in the plan', () => {
    const { commands, errors, secrets, changes, shownChanges } = planned(text(), hashes('a1'));
    expect(errors).toEqual([]);
    const id = changes[0]!.id;
    expect(commands).toEqual([{ type: 'AddConnection', data: { connectionId: id, kind: 'twilio', name: 'SMS', fields, secretRef: '' } }]);
    expect(secrets).toEqual({ [id]: { authToken: variable } });
    expect(shownChanges[0]!.fields.find(({ path }) => path === 'secrets.authToken')).toMatchObject({ to: variable });
  });

  it('is as the files say where its secret is the same, or the variable is not set', () => {
    for (const known of [hashes('a1', 'a1'), hashes(undefined, 'a1')])
      expect(planned(text(), known, [added])).toMatchObject({ commands: [], changes: [], errors: [] });
    expect(planned(text().replace(/secrets.*\n/, ''), hashes(undefined, 'a1'), [added]).changes).toEqual([]);
  });

  it('gets the secret of a variable that has another value, and keeps it over other changes', () => {
    const other = planned(text(), hashes('b2', 'a1'), [added]);
    expect(other.commands).toMatchObject([{ type: 'ChangeConnection', data: { connectionId, secretRef: 'connection:1' } }]);
    expect(other.secrets).toEqual({ [connectionId]: { authToken: variable } });
    expect(other.changes[0]!.fields).toMatchObject([{ path: 'secrets.authToken', from: 'a1', to: 'b2' }]);
    const renamed = planned(text({ name: 'Texts' }), hashes(undefined, 'a1'), [added]);
    expect(renamed).toMatchObject({ commands: [{ type: 'ChangeConnection', data: { connectionId, name: 'Texts' } }], errors: [] });
    expect(renamed.secrets).toEqual({ [connectionId]: {} });
  });

  it('needs its secret anew for another account: the stored one goes nowhere else', () => {
    const moved = text({ sid: 'AC01' });
    expect(codesOf(planned(moved, hashes(undefined, 'a1'), [added]))).toEqual([[6, 'secrets.authToken', 'config.secret_missing']]);
    expect(planned(moved, hashes('b2', 'a1'), [added]).errors).toEqual([]);
  });

  it.each([
    ['a secret in clear', text({ secret: 'hunter2hunter2' }), 'config.secret_in_file', 'secrets.authToken'],
    ['another pipeline’s variable', text({ secret: '{ fromEnv: AWS_KEY }' }), 'config.value', 'secrets.authToken.fromEnv'],
    ['a secret that its kind has not', text().replace('authToken', 'botToken'), 'config.unknown_field', 'secrets.botToken'],
    ['a secret by a name that every object has', text().replace('authToken', 'constructor'), 'config.unknown_field', 'secrets.constructor'],
    ['a field that its kind has not', text().replace('accountSid', 'account'), 'config.value', 'fields.accountSid'],
  ])('refuses %s, and repeats no value', (_what, words, code, path) => {
    const { errors } = planned(words, hashes('a1'));
    expect(errors).toContainEqual(expect.objectContaining({ code, path }));
    expect(JSON.stringify(errors)).not.toContain('hunter2');
  });

  it('is for who may configure connections: a manager’s plan is refused, and an observer reads no account in a diff', () => {
    expect(codesOf(planned(text(), hashes('a1'), [], byBo))).toMatchObject([[1, '', 'config.permission']]);
    const shownTo = (actor: Actor) => planned(text({ sid: 'AC01' }), hashes('b2', 'a1'), [added], actor).shownChanges[0]!.fields[0];
    expect(shownTo(byAdmin)).toMatchObject({ path: 'fields.accountSid', from: 'AC00', to: 'AC01' });
    expect(shownTo(byObserver)).toMatchObject({ path: 'fields.accountSid', from: '…', to: '…' });
  });

  it('tells whoever may not read connections nothing of whether a guess of its secret is right', () => {
    const answered = (guess: string, viewer: Actor, facts: readonly Fact[] = [added]) => {
      const files = [{ path: 'a.yaml', text: `apiVersion: tocsin.dev/v1\n${text()}` }];
      const job = {
        body: new TextEncoder().encode(JSON.stringify({ files, secrets: { [variable]: guess } })),
        planId: idOf('f0'),
        purpose: 'plan',
        actor: byOwner,
        viewer,
        logPosition: 1,
        openServices: [],
        webhooks: [],
        secretsOfConnections: { [connectionId]: hashesOf({ authToken: 'right' }, 'key') },
        secretHashKey: 'key',
      };
      const reads = readsAfter(...world, ...facts) as unknown as DomainReads;
      return planConfig(job as never, reads, fixtureTime, () => ({ people: [], shifts: [] })).plan;
    };
    expect(answered('right', byObserver)).toEqual(answered('wrong', byObserver));
    expect([answered('right', byAdmin).changes.length, answered('wrong', byAdmin).changes.length]).toEqual([0, 1]);
    expect(answered('any', byObserver, []).errors).toEqual([]);
  });

  it('is removed by prune, but not while people are paged through it', () => {
    const owned = ownedBy(hashes('a1', 'a1'));
    const rest = 'kind: Team\nname: Payments\n';
    expect(planned(rest, hashes(undefined), [added, ...owned], byOwner, true).commands).toEqual([
      { type: 'RemoveConnection', data: { connectionId } },
    ]);
    const phone = { personId: idOf('b0'), contactMethodId: idOf('c1'), kind: 'sms' as const, address: '+14155550199', secretRef: null };
    const more: readonly Fact[] = [added, ...owned, { type: 'ContactMethodAdded', data: { ...phone, verified: true } }];
    expect(codesOf(planned(rest, hashes(undefined), more, byOwner, true)).map(([, , code]) => code)).toEqual(['config.in_use']);
  });

  it('drifts when somebody changes its secret on a screen, until that is taken back', () => {
    const edited: Fact = { type: 'ConnectionChanged', data: { connectionId, name: 'SMS', fields, secretRef: 'connection:2' } };
    const reads = readsAfter(added, ...ownedBy(hashes('a1', 'a1')), edited);
    expect(driftIn(reads, hashes(undefined, 'b2'))).toMatchObject([{ kind: 'Connection', name: 'SMS', paths: ['secrets.authToken'] }]);
    expect(driftIn(reads, hashes(undefined, 'a1'))).toEqual([]);
  });
});

it('the thread that plans has a copy of everything that plans read', () => {
  const copied: readonly string[] = copiedViews;
  // of subscriptions it gets the names
  expect(triedViews.filter((view) => !copied.includes(view))).toEqual(['eventQueues']);
});
