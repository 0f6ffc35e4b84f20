import { gunzipSync } from 'node:zlib';
import { OpenApiDocument } from './openapi-document.js';
import { openApi } from './openapi.js';

describe('the document of the API', () => {
  const built = JSON.stringify(openApi({ version: '1.2.3', url: '' }));
  let reads = 0;
  const document = new OpenApiDocument(async () => {
    reads += 1;
    return built;
  });

  it('is what the contracts say, with the public address that was asked for, and compressed', async () => {
    for (const url of ['https://tocsin.example.org', 'http://[::1]:3000/"']) {
      const { plain, gzip } = await document.of(url);
      expect(JSON.parse(plain.toString())).toEqual(JSON.parse(JSON.stringify(openApi({ version: '1.2.3', url }))));
      expect(gunzipSync(gzip).equals(plain)).toBe(true);
      expect(gzip.length * 10).toBeLessThan(plain.length);
    }
  });

  it('is made once for all who ask at the same time, and named by its content', async () => {
    const before = reads;
    const [one, same] = await Promise.all([document.of('https://one'), document.of('https://one')]);
    expect([one === same, reads - before]).toEqual([true, 1]);
    expect((await document.of('https://other')).etag).not.toBe(one.etag);
  });
});
