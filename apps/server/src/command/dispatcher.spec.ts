import type { CommandType } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import { teamsView } from '@tocsin/domain/setup/teams/views.js';
import { tokensView } from '@tocsin/domain/setup/tokens/views.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { TooManyConflicts } from '@tocsin/platform/bus/command-runner.js';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import { aStream, someEvents } from '@tocsin/testing/ports/event-log-samples.js';
import { BackgroundErrors } from '../core/background-errors.js';
import { asProblem, problemOf } from '../problems/problem.js';
import { v7 } from 'uuid';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { Dispatcher } from './dispatcher.js';

describe('a server whose memory is behind the log', () => {
  it(`takes no command after ${limits.memoryBehind / 1_000} s: it may not know who may what any more`, async () => {
    let now = 0;
    const log = new MemoryEventLog();
    const unknown = (): never => {
      throw new Error('an event that this release does not know');
    };
    const feed = new MemoryFeed(log, unknown, new MemoryRows([]), () => {}, { ...systemMonotonicClock, now: () => now });
    await feed.start();
    await log.append(aStream(), 'none', someEvents(1));
    await feed.look();
    const rest = {
      vault: { mac: () => Buffer.from('') },
      side: { answers: { get: () => undefined, begin: () => {}, put: () => {} } },
      clock: { now: () => '' },
      troubles: new BackgroundErrors(
        () => '',
        () => {},
      ),
    };
    const dispatcher = new Dispatcher(
      ...partOf<ConstructorParameters<typeof Dispatcher>>([
        { feed, ...rest },
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        {},
      ]),
    );
    const actor = { kind: 'person' as const, id: 'ana', roles: ['owner'] };
    const request = { type: 'RenameTeam' as const, body: {}, actor, key: 'k' };
    now = limits.memoryBehind + 1;
    const problem = asProblem(await dispatcher.dispatch(request).catch((error: unknown) => error))!;
    expect(problemOf(problem)).toMatchObject({ status: 503, code: 'store.behind' });
    expect(problem.retryAfter).toBeGreaterThan(0);
    // an actor by page link needs no role, so the command gets as far as the check of its body, which is invalid
    const byLink = { ...request, type: 'AcknowledgeAlertGroup' as const, actor: { ...actor, roles: [], via: 'link:email' } };
    const further = asProblem(await dispatcher.dispatch(byLink).catch((error: unknown) => error));
    expect(further?.code).toBe('request.invalid');
    await feed.stop();
  });
});

/** A dispatcher whose bus writes to this stream. `steps`: what happened; `read`: ends the wait until this server has read it. */
function writingTo(stream: string, onAppend = (): void => {}) {
  const steps: string[] = [];
  let read = (): void => {};
  const parts = {
    feed: {
      countBehind: () => 0,
      waitForToken: (token: string) => {
        steps.push(`waits for ${token}`);
        return new Promise<void>((resolve) => (read = resolve));
      },
    },
    vault: { mac: () => Buffer.from('secret'), secret: () => null, putSecret: () => {} },
    reads: { tokens: new MemoryRows([tokensView]).rows('tokens') },
    side: { answers: { get: () => undefined, begin: () => {}, put: onAppend } },
    clock: { now: () => '2026-11-21T03:12:00.000Z' },
    troubles: new BackgroundErrors(
      () => '2026-11-21T03:12:00.000Z',
      () => {},
    ),
  };
  const bus = { execute: () => Promise.resolve({ kind: 'done', stream, revision: 0, token: '7', facts: [] }) };
  const address = { url: () => 'https://tocsin.example.org' };
  const dispatcher = new Dispatcher(
    ...partOf<ConstructorParameters<typeof Dispatcher>>([parts, bus, undefined, address, undefined, undefined, undefined, {}]),
  );
  const actor = { kind: 'person' as const, id: 'ana', roles: ['owner'] };
  const asks = (type: CommandType, body: unknown) =>
    dispatcher.dispatch({ type, body, actor, key: 'k' }).then(({ says }) => {
      steps.push('answers');
      return says;
    });
  return { steps, asks, read: () => read() };
}

describe('an answer', () => {
  it('comes once this server would let in whoever uses what it hands out', async () => {
    const { steps, asks, read } = writingTo('tokens');
    const dispatchedAnswer = asks('IssuePersonalToken', { name: 'Deploys', scopes: ['read'] });
    // by then everything that does not wait for memory is done
    await new Promise(setImmediate);
    expect(steps).toEqual(['waits for 7']);
    read();
    expect(await dispatchedAnswer).toMatchObject({ token: expect.stringMatching(/^tsn_/) });
    expect(steps).toEqual(['waits for 7', 'answers']);
  });

  it('comes once this server refuses what it takes from somebody', async () => {
    const { steps, asks, read } = writingTo('person-2');
    const dispatchedAnswer = asks('ChangePersonRole', { personId: v7(), role: 'observer' });
    await new Promise(setImmediate);
    expect(steps).toEqual(['waits for 7']);
    read();
    await dispatchedAnswer;
    expect(steps).toEqual(['waits for 7', 'answers']);
  });

  it('comes at once when it is about an alert group', async () => {
    const { steps, asks } = writingTo('alertGroup-2');
    await asks('AcknowledgeAlertGroup', { groupId: v7() });
    expect(steps).toEqual(['answers']);
  });

  it('comes though the disk has no room to keep it: what was done is done', async () => {
    const { steps, asks } = writingTo('alertGroup-2', () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    });
    await asks('AcknowledgeAlertGroup', { groupId: v7() });
    expect(steps).toEqual(['answers']);
  });
});

it('a command that lost to other writers of its stream too often is answered that it may be sent again', () => {
  const problem = asProblem(new TooManyConflicts('alertGroup-2: 20 tries'))!;
  expect([problemOf(problem), problem.retryAfter]).toMatchObject([{ status: 503, code: 'conflict.busy' }, 1]);
});

describe('a command of somebody who may not', () => {
  it('is refused before anything is done for it: its body is not read, no provider is asked, no guess is counted, nothing is kept', async () => {
    const touchedParts: string[] = [];
    const touchProxy = (what: string): object => new Proxy({}, { get: (_none, name) => touchedParts.push(`${what}.${String(name)}`) });
    const server = {
      feed: { countBehind: () => 0 },
      reads: { teams: new MemoryRows([teamsView]).rows('teams') },
      vault: touchProxy('vault'),
      side: touchProxy('side'),
    };
    const parts = partOf<ConstructorParameters<typeof Dispatcher>>([
      server,
      touchProxy('bus'),
      touchProxy('outgoing'),
      touchProxy('address'),
      touchProxy('rates'),
      touchProxy('rows'),
      touchProxy('augments'),
    ]);
    const dispatcher = new Dispatcher(...parts);
    const actor = { kind: 'person' as const, id: 'bo', roles: ['member'] };
    for (const type of ['ConfigureSignIn', 'InvitePerson', 'IssueServiceToken', 'ConfirmIdentityProvider'] as const) {
      const request = { type, body: { makes: 'no sense' }, actor, key: 'k' };
      const problem = asProblem(await dispatcher.dispatch(request).catch((error: unknown) => error));
      expect([type, problem?.code]).toEqual([type, 'permission.denied']);
    }
    expect(touchedParts).toEqual([]);
  });
});
