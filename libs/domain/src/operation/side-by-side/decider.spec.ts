import { given } from '@tocsin/kernel/decide/given.js';
import { byAdmin, byBo, bySystem, recordedFacts } from '../../configuration.fixture.js';
import { foldRows } from '@tocsin/kernel/decide/given.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import { oldSystemDecider } from './decider.js';
import { oldSystemsView } from './views.js';

const from = '2026-11-21T03:12:00.000Z';
const connected = (tokenRef = 'old-system:1') => ({
  type: 'OldSystemConnected' as const,
  data: { system: 'goalert' as const, host: 'goalert.example.org', tokenRef },
});
const read = (start: string, to: string) => ({ system: 'goalert' as const, from: start, to, pairs: [], pages: [], compared: [] });
const record = (start: string, to: string) => ({ type: 'RecordOldSystemRead', data: read(start, to) });
const byServer = { actor: bySystem };
const later = '2026-11-21T03:20:00.000Z';
const noReads = { reads: { oldSystems: { get: () => undefined } } };
const when = (history: readonly Fact[], command: { readonly type: string; readonly data: unknown }, setting: object = byServer) =>
  given(
    oldSystemDecider,
    history.map((fact) => ({ ...fact, at: from })),
  ).when(command, { ...noReads, ...setting });

describe('an old system', () => {
  it('is connected by who may move in, and another token ends the one before', () => {
    expect(when([], { type: 'ConnectOldSystem', data: connected().data }, { actor: byBo }).refusal()).toBe('permission.denied');
    expect(when([], { type: 'ConnectOldSystem', data: connected().data }, { actor: byAdmin }).facts()).toEqual([connected()]);
    expect(when([connected()], { type: 'ConnectOldSystem', data: connected('old-system:2').data }, { actor: byAdmin }).facts()).toEqual([
      { type: 'OldSystemConnected', data: { ...connected('old-system:2').data, endedRef: 'old-system:1' } },
    ]);
  });

  it('is disconnected once', () => {
    const disconnect = { type: 'DisconnectOldSystem', data: { system: 'goalert' } };
    expect(when([connected()], disconnect, { actor: byAdmin }).facts()).toEqual([
      { type: 'OldSystemDisconnected', data: { system: 'goalert', endedRef: 'old-system:1' } },
    ]);
    expect(when([], disconnect, { actor: byAdmin }).refusal()).toBe('old_system.not_connected');
  });

  it('is read once for each stretch of time, whoever else has read it', () => {
    const first = { type: 'OldSystemRead' as const, data: read(from, later) };
    expect(when([connected()], record(from, later)).facts()).toEqual([first]);
    expect(when([connected(), first], record(from, later)).types()).toEqual([]);
    expect(when([connected()], record(later, '2026-11-21T03:30:00.000Z')).types()).toEqual([]);
    expect(when([connected()], record(from, from)).types()).toEqual([]);
    expect(when([], record(from, later)).types()).toEqual([]);
  });

  it('is read again from now on after a clock that stood ahead', () => {
    const ahead = { type: 'OldSystemRead' as const, data: read(from, '2026-11-22T03:12:00.000Z') };
    const now = '2026-11-21T04:00:00.000Z';
    const again = read('2026-11-21T03:52:00.000Z', '2026-11-21T03:57:00.000Z');
    expect(when([connected(), ahead], { type: 'RecordOldSystemRead', data: again }, { ...byServer, now }).facts()).toEqual([
      { type: 'OldSystemRead', data: again },
    ]);
  });

  it('fails once for each reason, until it is read again', () => {
    const failed = { type: 'OldSystemNotRead' as const, data: { system: 'goalert' as const, why: 'refuses the token (401)' } };
    const fail = { type: 'RecordOldSystemNotRead', data: failed.data };
    expect(when([connected()], fail).facts()).toEqual([failed]);
    expect(when([connected(), failed], fail).types()).toEqual([]);
    const rows = (...facts: readonly Fact[]) => foldRows(oldSystemsView as View, recordedFacts(facts)).get('goalert');
    expect(rows(connected(), failed)).toMatchObject({ failing: { why: 'refuses the token (401)' } });
    expect(rows(connected(), failed, { type: 'OldSystemRead', data: read(from, later) })).toMatchObject({ failing: null, readUpTo: later });
  });
});
