import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { byOwner, idOf } from '../../configuration.fixture.js';
import { serviceId } from '../../setup/services/facts.fixture.js';
import { teamId } from '../../setup/teams/facts.fixture.js';
import { cronAt, heartbeatId, HeartbeatWorld, hourly, integrationId, settings } from './heartbeats.fixture.js';

const other = idOf('4c');
const asked = {
  integrationId,
  name: 'Ledger dump',
  schedule: hourly,
  tolerate: 0,
  urgency: 'high',
  postOnly: false,
  keyHash: 'hash',
  keyRef: 'ref',
};

let one: HeartbeatWorld;
beforeEach(() => {
  one = new HeartbeatWorld();
});

const run = (type: string, data: object): unknown => one.world.run({ type, data }, { actor: byOwner });
/** The code with which the command is refused; undefined: it is not. */
const codeOf = (type: string, data: object): string | undefined => /"code":"([^"]+)"/.exec(JSON.stringify(run(type, data)))?.[1];
const create = (more: object = {}) => codeOf('CreateHeartbeat', { heartbeatId: other, ...asked, ...more });
const change = (more: object, id = heartbeatId) => {
  const { slug, ...rest } = settings;
  return codeOf('ChangeHeartbeat', { heartbeatId: id, ...rest, slug, ...more });
};

describe('a heartbeat that is created', () => {
  it('has another name and slug than the others of its integration', () => {
    expect(create({ name: 'NIGHTLY backup' })).toBe('heartbeat.name_taken');
    expect(create({ slug: 'nightly-backup' })).toBe('heartbeat.slug_taken');
    expect(create()).toBeUndefined();
  });

  it('may have those of one that was removed', () => {
    expect(codeOf('RemoveHeartbeat', { heartbeatId })).toBeUndefined();
    expect(create({ name: 'Nightly backup' })).toBeUndefined();
  });

  it('has a cron expression and a zone that can be used', () => {
    expect(create({ schedule: cronAt('61 3 * * *') })).toBe('heartbeat.cron_invalid');
    expect(create({ schedule: cronAt('0 3 * * *', 'Europe/Nowhere') })).toBe('heartbeat.zone_unknown');
    expect(create({ schedule: cronAt('0 3 * * *', 'Europe/Berlin') })).toBeUndefined();
  });

  it('belongs to an integration that takes pings', () => {
    const generic = idOf('18');
    one.has(`team-${teamId}`, {
      type: 'IntegrationCreated',
      data: { teamId, serviceId, integrationId: generic, name: 'JSON', kind: 'generic' },
    });
    expect(create({ integrationId: generic })).toBe('heartbeat.other_integration');
  });

  it('is one of a bounded number of its service', () => {
    for (let n = 1; n < heartbeatLimits.perService; n += 1) {
      const id = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
      const data = { ...settings, heartbeatId: id, integrationId, name: `Job ${n}`, slug: `job-${n}` };
      one.has(`heartbeat-${id}`, { type: 'HeartbeatCreated', data });
    }
    expect(create()).toBe('limit.heartbeats');
  });
});

describe('a heartbeat that there is', () => {
  it('is changed by what is allowed when it is created', () => {
    expect(create()).toBeUndefined();
    expect(change({ name: 'ledger dump' })).toBe('heartbeat.name_taken');
    expect(change({ schedule: cronAt('@reboot') })).toBe('heartbeat.cron_invalid');
    expect(change({ name: 'Ledger', grace: 20 })).toBeUndefined();
    expect(one.row).toMatchObject({ name: 'Ledger', grace: 20, slug: 'nightly-backup' });
  });

  it('has at most two keys, of which each is shown and revoked', () => {
    const key = (n: number) => ({ heartbeatId, keyHash: `hash ${n}`, keyRef: `ref ${n}` });
    expect(codeOf('IssueHeartbeatKey', key(1))).toBeUndefined();
    expect(codeOf('IssueHeartbeatKey', key(2))).toBeUndefined();
    expect(codeOf('IssueHeartbeatKey', key(3))).toBe('limit.heartbeat_keys');
    expect(codeOf('RevealHeartbeatKey', { heartbeatId, keyHash: 'hash 3' })).toBe('heartbeat.key_not_found');
    expect(codeOf('EndHeartbeatKey', { heartbeatId, keyHash: 'hash 1' })).toBeUndefined();
    expect(codeOf('IssueHeartbeatKey', key(3))).toBeUndefined();
  });

  it('keeps its integration, until it is removed', () => {
    expect(codeOf('RemoveIntegration', { teamId, integrationId })).toBe('integration.has_heartbeats');
    expect(codeOf('RemoveHeartbeat', { heartbeatId })).toBeUndefined();
    expect(codeOf('RemoveIntegration', { teamId, integrationId })).toBeUndefined();
  });

  it('is not found when it is removed, or was never there', () => {
    expect(change({ name: 'Ledger' }, other)).toBe('heartbeat.not_found');
    expect(codeOf('RemoveHeartbeat', { heartbeatId })).toBeUndefined();
    expect(change({ name: 'Ledger' })).toBe('heartbeat.not_found');
  });
});
