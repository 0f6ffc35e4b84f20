import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { TextSearchController } from './text-search.controller.js';

it('a history that is not in the data folder is searched by no server', async () => {
  const controller = new TextSearchController(partOf<ServerParts>({ config: { profile: 'cluster' } }));
  await expect(controller.search({ texts: ['Ana'] })).rejects.toMatchObject({ code: 'redaction.search_here' });
});

it('a second search of the history is told that one runs, and when to try again', async () => {
  const parts = partOf<ServerParts>({ config: { profile: 'embedded', masterKey: undefined }, folder: { room: () => '/nowhere' } });
  const controller = new TextSearchController(parts);
  const request = { texts: ['Ana'] };
  const [, second] = await Promise.allSettled([controller.search(request), controller.search(request)]);
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'conflict.one_at_a_time', retryAfter: 5 } });
  expect(String((second as PromiseRejectedResult).reason)).toContain('Another search of the history is running. Only one runs at a time.');
});
