import { goalertPhones, opsgeniePhones, pagerdutyPhones } from './phones.js';

describe('phone numbers of another system', () => {
  it('of Opsgenie have country and number apart; what is switched off, an app, or no whole number is left out', () => {
    const data = [
      { method: 'sms', to: '49-1550000000', status: { enabled: true } },
      { method: 'voice', to: '1-2125550142', status: { enabled: true } },
      { method: 'voice', to: '49-1550000001', status: { enabled: false } },
      { method: 'mobile', to: 'Ana’s phone', status: { enabled: true } },
      { method: 'sms', to: '49-', status: { enabled: true } },
      { method: 'email', to: 'ana@example.org' },
    ];
    const phones = opsgeniePhones([{ asked: 'GET /v2/users/u-1/contacts', status: 200, body: { data } }]);
    expect(phones('u-1')).toEqual([
      { kind: 'sms', number: '+491550000000' },
      { kind: 'voice', number: '+12125550142' },
    ]);
    expect(phones('u-2')).toEqual([]);
  });

  it('of PagerDuty have a country code of their own; blacklisted ones are left out', () => {
    expect(
      pagerdutyPhones({
        contact_methods: [
          { type: 'sms_contact_method', address: '1550000000', country_code: 49, enabled: true, blacklisted: false },
          { type: 'phone_contact_method', address: '2125550142', country_code: 1 },
          { type: 'sms_contact_method', address: '1550000001', country_code: 49, blacklisted: true },
          { type: 'email_contact_method', address: 'ana@example.org' },
          { type: 'sms_contact_method_reference', id: 'P1' },
        ],
      }),
    ).toEqual([
      { kind: 'sms', number: '+491550000000' },
      { kind: 'voice', number: '+12125550142' },
    ]);
    expect(pagerdutyPhones({})).toEqual([]);
  });

  it('of GoAlert are those that were verified there', () => {
    const dest = (type: string, phone_number: string) => ({ dest: { type, args: { phone_number } } });
    expect(
      goalertPhones({
        contactMethods: [
          { ...dest('builtin-twilio-sms', '+491550000000'), disabled: false, pending: false },
          { ...dest('builtin-twilio-voice', '+491550000000'), disabled: false, pending: false },
          { ...dest('builtin-twilio-sms', '+491550000001'), disabled: true, pending: true },
        ],
      }),
    ).toEqual([
      { kind: 'sms', number: '+491550000000' },
      { kind: 'voice', number: '+491550000000' },
    ]);
  });
});
