import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Store } from '@tocsin/testing/fakes/s3-store.js';
import { openPlace } from './open-place.js';
import { tryPlace } from './try-place.js';

let store: S3Store;
beforeAll(async () => (store = await S3Store.start()));
afterAll(() => store.close());

const tryBucket = (change: object = {}) => tryPlace(() => openPlace({ address: store.address(), ...store.credentials, ...change }), 'one');

describe('a test of a destination', () => {
  beforeEach(() => {
    store.objects.clear();
    store.judge = () => null;
    store.change = (bytes) => bytes;
  });

  it('leaves a folder and a bucket as they were', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'place-'));
    expect(await tryPlace(() => openPlace({ address: folder, keyId: undefined, secret: undefined }), 'one')).toEqual({
      ok: true,
      step: null,
      why: null,
    });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    expect(await tryBucket()).toMatchObject({ ok: true });
    expect([store.objects.size, store.requests]).toEqual([0, expect.arrayContaining(['DELETE tocsin/tocsin-probe-one'])]);
  });

  it.each([
    ['list', () => (store.judge = (request) => (request.startsWith('GET') ? { status: 403, code: 'AccessDenied' } : null)), /403/],
    ['write', () => (store.judge = (request) => (request.startsWith('PUT') ? { status: 507, code: 'QuotaExceeded' } : null)), /507/],
    ['write', () => (store.change = (bytes) => bytes.subarray(1)), /not what was sent there/],
    ['delete', () => (store.judge = (request) => (request.startsWith('DELETE') ? { status: 403, code: 'AccessDenied' } : null)), /403/],
  ])('says that it failed at %s, and why', async (step, fail, why) => {
    fail();
    expect(await tryBucket()).toEqual({ ok: false, step, why: expect.stringMatching(why) });
  });

  it('says what is missing, without a secret', async () => {
    expect(await tryPlace(() => openPlace({ address: '/no/such/folder', keyId: undefined, secret: undefined }), 'one')).toMatchObject({
      step: 'list',
      why: expect.stringContaining('no folder /no/such/folder'),
    });
    const { why } = await tryBucket({ secret: 'wrong' });
    expect(why).not.toContain('wrong');
  });
});
