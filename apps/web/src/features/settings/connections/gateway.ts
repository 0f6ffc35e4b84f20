import { kannelConf } from '@tocsin/contracts/connections/kannel-conf.js';
import { keptSecret, type ConnectionWords } from './connection-words.js';
import { paceFields } from './pace-fields.js';
import { CountriesHint, phoneFields, smsTest } from './phone-words.js';

export const gateway: ConnectionWords = {
  notSetUp:
    'Not set up yet. A gateway of your own, such as Kannel, or any provider that takes an SMS by one HTTP call. While it is set up, it sends all SMS; calls go by Twilio. It needs no public address, only one that it can reach for replies.',
  fields: [
    { name: 'baseUrl', label: 'Address', placeholder: 'http://127.0.0.1:13013/cgi-bin/sendsms' },
    {
      name: 'method',
      label: 'Parameters are sent',
      initial: 'query',
      options: [
        ['query', 'in the address (GET)'],
        ['form', 'as a form (POST)'],
      ],
    },
    {
      name: 'parameters',
      label: 'Parameters',
      initial: 'username={user}&password={password}&from={from}&to={to}&text={text}&dlr-mask=31&dlr-url={callback}?state=%d',
      hint: 'The gateway’s names. {to} and {text} are needed; {digits} is the number without its plus; {from}, {user}, {password}, {id} and {callback}, for delivery reports, are left out where there is none.',
    },
    { name: 'user', label: 'User name', isOptional: true },
    { name: 'password', label: 'Password', isSecret: true, hint: keptSecret },
    {
      name: 'sender',
      label: 'Sender',
      isOptional: true,
      placeholder: '+1 415 555 0100',
      hint: 'A number, or a name where carriers take one.',
    },
    ...phoneFields.filter(({ isMore }) => !isMore),
    {
      name: 'headerName',
      label: 'Header',
      isMore: true,
      placeholder: 'Authorization',
      hint: 'Where the gateway asks for a header, with a token or a password.',
    },
    { name: 'headerValue', label: 'Value of the header', isSecret: true, hint: keptSecret },
    {
      name: 'accepted',
      label: 'Accepted answer',
      isMore: true,
      placeholder: '0: Accepted',
      hint: 'A text that the answer to an accepted message has; {id} stands for the gateway’s id. Empty: every 2xx is one.',
    },
    {
      name: 'incoming',
      label: 'Parameters of reports and replies',
      isMore: true,
      placeholder: 'from={from}&text={text}&id={id}&state={state}',
      hint: 'The names by which the gateway calls Tocsin. Empty: those above.',
    },
    {
      name: 'delivered',
      label: 'States of delivered messages',
      isMore: true,
      placeholder: '1',
      hint: 'Separated by spaces. Empty: Kannel’s.',
    },
    { name: 'failed', label: 'States of failed messages', isMore: true, placeholder: '2 16', hint: 'Empty: Kannel’s.' },
    ...phoneFields.filter(({ isMore }) => isMore),
    ...paceFields('1'),
  ],
  test: smsTest,
  steps: [
    'Enter the address of the gateway’s call for one SMS: for Kannel sendsms at the “sendsms-port” of its smsbox, such as http://127.0.0.1:13013/cgi-bin/sendsms. It may be in a private network.',
    'For Kannel, add the group “sendsms-user” to kannel.conf; its user name and password are entered below.',
    'Send a test, and save: then this screen has the address for replies.',
  ],
  handedOver: {
    label: 'kannel.conf',
    text: (inbound, fields) => kannelConf(inbound, fields['user']),
    says: 'The gateway must reach this address; keep it secret. Other gateways call it by GET or POST with from, text and id; the body of the answer is the SMS that goes back. Delivery reports come by the address in {callback}.',
  },
  Below: CountriesHint,
};
