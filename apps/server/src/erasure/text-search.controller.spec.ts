import { partly } from '@tocsin/testing/partly.js';
import type { ServerParts } from '../core/server-parts.js';
import { TextSearchController } from './text-search.controller.js';

it('a second search of the history is told that one runs, and when to try again', async () => {
  const parts = partly<ServerParts>({ config: { profile: 'embedded', masterKey: undefined }, folder: { room: () => '/nowhere' } });
  const controller = new TextSearchController(parts);
  const asked = { texts: ['Ana'] };
  const [, second] = await Promise.allSettled([controller.search(asked), controller.search(asked)]);
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'conflict.one_at_a_time', retryAfter: 5 } });
  expect(String((second as PromiseRejectedResult).reason)).toContain('Another search of the history is running. Only one runs at a time.');
});
