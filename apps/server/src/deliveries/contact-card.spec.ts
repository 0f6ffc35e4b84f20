import ICAL from 'ical.js';
import { renderContactCard, sendingNumbersOf, type CardVersion, type ContactCard } from './contact-card.js';

const card: ContactCard = {
  name: 'Tocsin, on call',
  organisation: 'Acme; Söhne & Co, \\Berlin',
  numbers: ['+14155550100', '+4915112345678'],
  url: 'https://tocsin.example',
  uid: '01900000-0000-7000-8000-000000000001',
  note: `First line.\nSecond; line, with \\ and ${'a long tail of 🔔 bells '.repeat(12)}.`,
};
type Property = [name: string, parameters: object, type: string, ...values: unknown[]];
/** As another program reads it. */
const parse = (version: CardVersion, of: ContactCard = card): readonly Property[] =>
  (ICAL.parse(renderContactCard(of, version)) as unknown as [string, Property[]])[1];
/** The parser leaves an escaped semicolon in a value without parts, where RFC 6350 lets writers choose. */
const valuesOf = (properties: readonly Property[], name: string): readonly unknown[] =>
  properties.filter(([one]) => one === name).map(([, , , value]) => (typeof value === 'string' ? value.replaceAll('\\;', ';') : value));

describe.each(['3.0', '4.0'] as const)('a contact card in vCard %s', (version) => {
  it('reads back as what was written, with every sign that has a meaning in vCards', () => {
    const properties = parse(version);
    expect(valuesOf(properties, 'version')).toEqual([version]);
    expect(valuesOf(properties, 'fn')).toEqual([card.name]);
    expect([valuesOf(properties, 'org')].flat(2)).toEqual([card.organisation]);
    expect(valuesOf(properties, 'note')).toEqual([card.note]);
    expect(valuesOf(properties, 'tel').map((value) => String(value).replace('tel:', ''))).toEqual(card.numbers);
    expect(valuesOf(properties, 'url')).toEqual([card.url]);
  });

  it('has no line of more than 75 bytes, and ends each as the standard says', () => {
    const lines = renderContactCard(card, version).split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.join('')).not.toMatch(/[\r\n]/);
  });

  it('takes no line from a name', () => {
    const properties = parse(version, { ...card, name: 'A\r\nTEL:+666\r\nNOTE:x' });
    expect(valuesOf(properties, 'tel')).toHaveLength(2);
    expect(valuesOf(properties, 'note')).toEqual([card.note]);
  });
});

describe('the numbers that pages come from', () => {
  it('are those of every account and country, each once', () => {
    const accounts: Parameters<typeof sendingNumbersOf>[0] = [
      { fields: { accountSid: 'AC1', sender: '+14155550100' } },
      { fields: { sender: 'MG0123', senders: '+49: +4915112345678, +41: +41791234567, +1: +14155550100' } },
    ];
    expect(sendingNumbersOf(accounts)).toEqual(['+14155550100', '+4915112345678', '+41791234567']);
  });

  it('are none where a service chooses them', () =>
    expect(sendingNumbersOf([{ fields: { sender: 'MG0123', note: '+14155550100' } }])).toEqual([]));
});
