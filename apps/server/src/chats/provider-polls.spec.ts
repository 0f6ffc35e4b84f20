import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { Polls } from '../channels/polls.js';
import { ProviderPolls } from './provider-polls.js';

type Dependencies = ConstructorParameters<typeof ProviderPolls>[0];

const now = '2026-01-01T00:00:00.000Z';
const attempt = (kind: string) => ({
  kind,
  attemptId: kind,
  providerId: kind,
  state: 'sent',
  startedAt: now,
  dueAt: now,
  isBundled: kind === 'sms',
});
const attempts = { a: attempt('pushover'), b: attempt('sms') };
const page = { pageId: 'p', personId: 'q', opening: 1, state: 'running', quiet: false, cause: { kind: 'person' }, attempts };
const group = { groupId: 'g', opening: 1, status: 'firing', pages: [page] };

it('a provider that never answers delays no other, and an act that fails keeps no other from being carried out', async () => {
  const planned: (() => void)[] = [];
  const notes: string[] = [];
  const done: string[] = [];
  const release = { slow: (): void => {} };
  const slow: Polls = {
    async *read() {
      await new Promise<void>((resolve) => (release.slow = resolve));
      yield* [];
    },
  };
  const fast: Polls = {
    async *read() {
      for (const key of ['broken', 'fine']) yield { inbound: { kind: 'act', act: 'acknowledge', secret: 's', key } };
    },
  };
  const actOnce = async (_secret: string, _act: unknown, _limit: string, key?: string) => {
    if (key === 'broken') throw new Error('disk');
    done.push(key!);
  };
  const polls = new ProviderPolls(
    partOf<Dependencies>({
      server: {
        clock: { kind: 'manual', now: () => now, at: (_: string, call: () => void) => (planned.push(call), () => {}) },
        config: { roles: ['reactor'] },
        logKind: 'live',
        memory: { onChange: () => {} },
        reads: { groups: { all: () => [group].values(), get: () => group }, organisation: { get: () => undefined } },
        troubles: { note: (what: string) => void notes.push(what) },
        vault: new MemoryVault(),
      },
      channels: [
        { kind: 'pushover', polls: slow },
        { kind: 'sms', polls: fast },
      ],
      pages: () => partOf<ReturnType<Dependencies['pages']>>({ actOnce }),
    }),
  );
  polls.start();
  for (const call of planned.splice(0)) call();
  while (planned.length === 0) await new Promise(setImmediate);
  // the next round of the other is planned while the first still waits
  expect([done, notes.length, planned.length]).toEqual([['fine'], 1, 1]);
  release.slow();
  await polls.stop();
});
