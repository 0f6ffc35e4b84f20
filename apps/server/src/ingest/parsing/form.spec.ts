import { parseForm, isForm } from './form.js';

const json = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text) ?? null)) as unknown;

describe('a form', () => {
  it('is the object that it means', () => {
    expect(json('summary=It+is%20wrong&labels[host]=db-1&labels.rack=7&links=https://a.example.org&key=')).toEqual({
      summary: 'It is wrong',
      labels: { host: 'db-1', rack: '7' },
      links: ['https://a.example.org'],
      key: '',
    });
  });

  it('says the last of what it says twice', () => {
    expect(json('summary=a&summary=b&labels=text&labels[x]=1')).toEqual({ summary: 'b', labels: { x: '1' } });
  });

  it('is none when it is JSON, whole or broken', () => {
    expect([json('{"summary": "x"'), json(' [1'), json('null')]).toEqual([null, null, { null: '' }]);
  });

  it('may name what every object has, and hold more fields than anybody means', () => {
    expect(json('__proto__[a]=1&labels[__proto__]=2&summary=s')).toMatchObject({ summary: 's' });
    expect(Object.keys(parseForm(Array.from({ length: 5_000 }, (_none, n) => `f${n}=1`).join('&'))!)).toHaveLength(1_000);
  });

  it('is named by its content type', () => {
    expect(['application/x-www-form-urlencoded', 'Application/X-WWW-Form-Urlencoded; charset=utf-8'].every(isForm)).toBe(true);
    expect(['application/json', 'multipart/form-data; boundary=x', undefined].some(isForm)).toBe(false);
  });
});
