import { OpenApiDocument } from './openapi-document.js';
import { openApi } from './openapi.js';

describe('the document of the API', () => {
  const document = new OpenApiDocument('1.2.3');

  it('is what the contracts say, with the public address that was asked for', () => {
    for (const url of ['https://tocsin.example.org', 'http://[::1]:3000/"'])
      expect(JSON.parse(document.of(url).toString())).toEqual(JSON.parse(JSON.stringify(openApi({ version: '1.2.3', url }))));
  });

  it('is made once', () => expect(document.of('https://one')).toBe(document.of('https://one')));
});
