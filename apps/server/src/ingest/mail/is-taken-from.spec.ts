import { isTakenFrom } from './is-taken-from.js';

const senders = ['nagios@example.org', '@monitoring.example.org'];

it.each([
  ['nagios@example.org', true],
  ['Nagios <NAGIOS@Example.org>', true],
  ['"@monitoring.example.org" <evil@example.com>', false],
  ['zabbix@monitoring.example.org', true],
  ['zabbix@sub.monitoring.example.org', false],
  ['zabbix@evil-monitoring.example.org', false],
  ['bo@example.org', false],
  ['', false],
])('a mail from %s is taken: %s', (from, taken) => expect(isTakenFrom(from, senders)).toBe(taken));

it('takes every mail where no sender is named', () => expect([isTakenFrom('x@y.z', undefined), isTakenFrom('', [])]).toEqual([true, true]));
