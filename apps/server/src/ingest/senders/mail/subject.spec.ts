import { readSubject } from './subject.js';

const trigger = 'trigger' as const;
const resolve = 'resolve' as const;

describe('the subject of a mail', () => {
  it.each([
    ['[FIRING:2] DiskFull (web-1)', '[RESOLVED] DiskFull (web-1)', 'DiskFull (web-1)'],
    ['[Alerting] CPU of web-1', '[OK] CPU of web-1', 'CPU of web-1'],
    ['Problem: High load on db-2', 'Resolved in 3m 2s: High load on db-2', 'High load on db-2'],
    ['PROBLEM: disk', 'RECOVERY: disk', 'disk'],
    ['ALARM: "errors" in EU (Ireland)', 'OK: "errors" in EU (Ireland)', '"errors" in EU (Ireland)'],
    ['** PROBLEM Service Alert: web-1/disk is CRITICAL **', '** RECOVERY Service Alert: web-1/disk is OK **', 'Service Alert: web-1/disk'],
    ['*** PROBLEM Host Alert: web-1 is DOWN ***', '*** RECOVERY Host Alert: web-1 is UP ***', 'Host Alert: web-1'],
    ['Monitor is DOWN: shop', 'Monitor is UP: shop', 'Monitor is shop'],
    ['shop.example.org is DOWN', 'shop.example.org is back UP', 'shop.example.org is'],
    ['[PROBLEM] disk on web-1 is CRITICAL!', '[RECOVERY] disk on web-1 is OK!', 'disk on web-1'],
    ['[PROBLEM] Host web-1 is DOWN!', '[RECOVERY] Host web-1 is UP!', 'Host web-1'],
    ['DOWN alert: shop (shop.example.org) is DOWN', 'UP alert: shop (shop.example.org) is UP', 'shop (shop.example.org)'],
    ['Check_MK: web-1/CPU load OK -> CRIT', 'Check_MK: web-1/CPU load CRIT -> OK', 'Check_MK: web-1/CPU load'],
    ['Checkmk: web-1 UP -> DOWN', 'Checkmk: web-1 DOWN -> UP', 'Checkmk: web-1'],
    ['[Shop] [🔴 Down] timeout of 48000ms exceeded', '[Shop] [✅ Up] 200 - OK', '[Shop]'],
    ['DOWN | nightly backup', 'UP | nightly backup', 'nightly backup'],
    ['monit alert --  Connection failed nginx', 'monit alert --  Connection succeeded nginx', 'monit alert -- connection nginx'],
    ['monit alert -- Resource limit matched var', 'monit alert -- Resource limit succeeded var', 'monit alert -- resource limit var'],
    ['monit alert -- Does not exist sshd', 'monit alert -- Exists sshd', 'monit alert -- sshd'],
    ['Fwd: Re: [FIRING:1] DiskFull', 'AW: WG: [RESOLVED] DiskFull', 'DiskFull'],
  ])('%j and %j are one alert', (opens, ends, about) => {
    expect(readSubject(opens)).toMatchObject({ about, action: trigger });
    expect(readSubject(ends)).toMatchObject({ about, action: resolve });
  });

  it.each([
    'The problem with the database is not resolved',
    'Backup: not OK',
    'Is it okay? The disk of web-1 is full',
    'Everything up and down',
    'web-1 is up against its limit',
    'Normal operation: ended',
    '[staging] OK is no longer what the check says',
    'Note: recovered data is missing',
  ])('%j is a trigger: the state is only read where programs write it', (sent) => {
    expect(readSubject(sent)).toEqual({ about: sent, action: trigger, word: null });
  });

  it('tells how severe it is, in the words of its sender', () => {
    expect(readSubject('** PROBLEM Service Alert: web-1/disk is WARNING **').word).toBe('WARNING');
    expect(readSubject('Critical: disk')).toMatchObject({ word: 'Critical', action: trigger });
    expect(readSubject('web-1 is DOWN').word).toBe('DOWN');
  });

  it('is read in time in proportion to its length', () => {
    for (const sent of [
      'is '.repeat(100_000),
      '['.repeat(300_000),
      `${'a '.repeat(100_000)}is`,
      `** A ${'b is '.repeat(60_000)}`,
      'Re:'.repeat(90_000),
      `[A] ${'b is '.repeat(60_000)}`,
      `down alert: ${'a is '.repeat(60_000)}`,
      `check_mk: ${'a ok '.repeat(60_000)}`,
      `[${'] ['.repeat(90_000)}`,
      `monit alert -- ${'a '.repeat(100_000)}.`,
    ])
      expect(readSubject(sent).action).toBe(trigger);
  });
});
