import { callingCodeOf } from '@tocsin/contracts/calling-codes.js';
import { phoneSettings } from '@tocsin/contracts/connections/phone-settings.js';
import { barsCode, canHaveLink, canReply, senderFor } from './phone-options.js';

const account = (fields: Record<string, string>) => ({ fields: { sender: '+14155550100', ...fields } });

describe('a phone number', () => {
  it.each([
    ['+41791234567', '+41'],
    ['+14155550100', '+1'],
    ['+18765550100', '+1876'],
    ['+77011234567', '+7'],
    ['+35312345678', '+353'],
    ['+50212345678', '+502'],
  ])('%s is of the country %s', (number, country) => expect(callingCodeOf(number)).toBe(country));
});

describe('codes that prove a number', () => {
  it.each([
    '+870123456789',
    '+881612345678',
    '+88213123456',
    '+97912345678',
    '+19005550100',
    '+4490912345678',
    '+447012345678',
    '+4990012345',
    '+351601123456',
    '+3531550123456',
    '+36901234567',
    '+358600123456',
    '+420906123456',
    '+38560123456',
    '+421900123456',
    '+909001234567',
  ])('are never sent to the satellite or premium number %s', (number) =>
    expect(barsCode(account({ countries: '+1 +44 +49 +351 +353 +358 +36 +385 +420 +421 +90 +870 +881 +882 +979' }), number)).toBe(
      'contact_method.number_costly',
    ),
  );

  it.each(['+35315241234', '+351912345678', '+421905123456', '+905321234567', '+420602123456', '+41791234567'])(
    'are sent to the usual number %s',
    (number) => expect(barsCode(account({}), number)).toBeNull(),
  );

  it('go only to countries that an admin named, if any', () => {
    expect(barsCode(account({}), '+41791234567')).toBeNull();
    expect(barsCode(account({ countries: '+41, +44' }), '+41791234567')).toBeNull();
    expect(barsCode(account({ countries: '+44' }), '+41791234567')).toBe('contact_method.country_off');
    // a country of its own, with prices of its own
    expect(barsCode(account({ countries: '+1' }), '+18765550100')).toBe('contact_method.country_off');
  });
});

describe('a message to a country', () => {
  it('has the sender of the longest beginning of its number', () => {
    const senders = account({ senders: '+44 +447700900123, +4420 +442071234567' });
    expect(['+442079460000', '+447911123456', '+41791234567'].map((to) => senderFor(senders, to))).toEqual([
      '+442071234567',
      '+447700900123',
      '+14155550100',
    ]);
  });

  it('asks for no reply and has no link where carriers drop them, or an admin says so', () => {
    expect([canReply(account({}), '+919812345678'), canHaveLink(account({}), '+8613812345678')]).toEqual([false, false]);
    expect([canReply(account({ noReplies: '+41' }), '+41791234567'), canReply(account({ noReplies: '+41' }), '+919812345678')]).toEqual([
      false,
      true,
    ]);
    expect([canReply(account({}), '+41791234567'), canHaveLink(account({}), '+41791234567')]).toEqual([true, true]);
  });
});

describe('settings as they are typed', () => {
  it.each([
    ['countries', '+41 +44', true],
    ['countries', '', false],
    ['countries', 'Switzerland', false],
    ['countries', '+41+44', false],
    ['senders', '+44 +447700900123, +1 +14155550100', true],
    ['senders', '', true],
    ['senders', '+44', false],
    ['replies', 'code', true],
    ['content', 'some', false],
  ] as const)('%s: “%s” is taken: %s', (name, text, isTaken) => expect(phoneSettings[name].safeParse(text).success).toBe(isTaken));
});
