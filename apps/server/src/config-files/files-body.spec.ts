import Fastify from 'fastify';
import { configBodyType } from '@tocsin/contracts/config-files/plan.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { BodyRoom } from '../http/body-room.js';
import { addBoundedBodies } from '../http/bounded-bodies.js';
import { FilesBody, takeConfigFiles } from './files-body.js';

const mebibyte = 1_024 * 1_024;
const begin = (job: (files: FilesBody, room: BodyRoom) => Promise<unknown>) => {
  const server = Fastify({ bodyLimit: fileLimits.fileBytes.all });
  const together = 20 * mebibyte;
  const room = new BodyRoom({ together, ofStrangers: 0, ofNetwork: 0, ofIntegration: 0 });
  addBoundedBodies(server, partOf<Parameters<typeof addBoundedBodies>[1]>({ config: {}, side: {}, reads: {} }), room);
  takeConfigFiles(server, room);
  const problems: unknown[] = [];
  server.setErrorHandler((error, _request, reply) => {
    problems.push(error);
    return reply.code(503).send();
  });
  server.post('/api/config/plan', (request) => job(request.body as FilesBody, room));
  const post = (bytes: number) =>
    server.inject({
      method: 'POST',
      url: '/api/config/plan',
      headers: { 'content-type': configBodyType },
      payload: Buffer.alloc(bytes, 120),
    });
  return { server, post, problems };
};
const hasRoom = (room: BodyRoom, bytes: number): boolean => {
  const probe = room.enter('known');
  const isFree = probe.grow(bytes);
  probe.leave();
  return isFree;
};

describe('bodies of configuration files', () => {
  it('have their whole length reserved from when they are read until the job has ended', async () => {
    const seen: boolean[] = [];
    const { server, post } = begin(async (files, room) => {
      seen.push(hasRoom(room, 20 * mebibyte));
      const bytes = await files.use((body) => {
        seen.push(hasRoom(room, 17 * mebibyte + 1), hasRoom(room, 17 * mebibyte));
        return Promise.resolve(body.length);
      });
      seen.push(hasRoom(room, 20 * mebibyte));
      return { bytes };
    });
    expect((await post(3 * mebibyte)).json()).toEqual({ bytes: 3 * mebibyte });
    expect(seen).toEqual([true, false, true, true]);
    await server.close();
  });

  it('are refused unread when there is no room, or when they are too long', async () => {
    let jobs = 0;
    const { server, post, problems } = begin(async (files, room) => {
      const others = room.enter('known');
      others.grow(19 * mebibyte);
      return files.use(() => Promise.resolve((jobs += 1))).finally(() => others.leave());
    });
    await post(2 * mebibyte);
    expect(problems).toMatchObject([{ code: 'limit.bodies' }]);
    expect(jobs).toBe(0);
    await server.close();
  });
});
