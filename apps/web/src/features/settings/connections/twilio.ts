import { keptSecret, type ConnectionWords } from './connection-words.js';
import { paceFields } from './pace-fields.js';
import { CountriesHint, phoneFields, smsTest } from './phone-words.js';

export const twilio: ConnectionWords = {
  notSetUp:
    'Not set up yet: no one gets SMS or calls. The provider charges each part of an SMS and each begun minute, and rents out the number. Without a public https address, SMS and replies work, but calls can’t be answered by a key.',
  fields: [
    { name: 'accountSid', label: 'Account SID', placeholder: 'AC…' },
    { name: 'authToken', label: 'Auth token', isSecret: true, hint: keptSecret },
    {
      name: 'sender',
      label: 'Sender',
      placeholder: '+1 415 555 0100',
      hint: 'A phone number of the account, or the SID of a messaging service (MG…).',
    },
    {
      name: 'baseUrl',
      label: 'API address',
      initial: 'https://api.twilio.com',
      hint: 'For a provider with the same API, such as SignalWire: its address.',
    },
    ...phoneFields,
    ...paceFields('1'),
  ],
  test: smsTest,
  steps: [
    'In the Console of Twilio: “Account Info” has the Account SID and the Auth Token.',
    '“Phone Numbers” › “Buy a number”, with the capabilities SMS and Voice; for SMS alone, a messaging service does as well.',
    '“Messaging” › “Settings” › “Geo permissions”, and “Voice” › “Settings” › “Geo permissions”: tick the countries of your people. Numbers in the USA have to be registered there (A2P 10DLC).',
    'Enter them below, send a test SMS, and save: then this screen has the webhook for replies.',
  ],
  handedOver: {
    label: 'Webhook for incoming messages',
    text: (inbound) => inbound,
    says: 'Set it at the phone number or messaging service (“A message comes in”, HTTP POST), so that people can answer a page by replying. Delivery reports need no set-up.',
    without:
      'The public address doesn’t begin with https://, so the provider can’t call Tocsin: delivery reports don’t arrive, and calls can’t be answered by a key. Replies by SMS work: Tocsin asks for them every 10 s while a page runs.',
  },
  Below: CountriesHint,
};
